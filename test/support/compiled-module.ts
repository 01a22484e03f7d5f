import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileToSource } from 'en16931-rules/engine/compile.ts';
import type { PackModule } from 'en16931-rules/engine/engine.ts';
import type { Schema } from 'en16931-rules/engine/load/schema.ts';
import { compilerHash, sha256 } from 'en16931-rules/packs/hash.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

/** `pretest` empties it: a run takes no module from a run before. */
const FOLDER = join(projectFolder(), 'dist/modules-of-tests');

/** A pack compiled once for all processes: compilation takes longer than most checks with it. */
export async function compiledModule(schema: Schema): Promise<PackModule> {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${sha256(compilerHash() + textOf(schema))}.mjs`);
  if (!existsSync(file)) {
    // Another process may write the same file: neither may read a half-written one.
    const own = `${file}.${process.pid}`;
    writeFileSync(own, compileToSource(schema));
    renameSync(own, file);
  }
  return (await import(pathToFileURL(file).href)) as PackModule;
}

const textOf = (schema: Schema): string =>
  JSON.stringify(schema, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
