import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileToSource } from '../../validators/engine/compile.ts';
import type { PackModule } from '../../validators/engine/engine.ts';
import type { Schema } from '../../validators/engine/load/schema.ts';
import { compilerHash, sha256 } from '../../validators/packs/hash.ts';
import { projectFolder } from '../../validators/packs/project-folder.ts';

const CACHE = join(projectFolder(), 'node_modules/.cache/compiled-modules');

/** A pack compiled once for all processes: compilation takes longer than most checks with it. */
export async function compiledModule(schema: Schema): Promise<PackModule> {
  const file = join(folderOfCompiler(), `${sha256(textOf(schema))}.mjs`);
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

/** The folder of this version of the compiler; it removes those of other versions. */
function folderOfCompiler(): string {
  const folder = join(CACHE, compilerHash());
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  for (const other of readdirSync(CACHE))
    if (other !== compilerHash()) rmSync(join(CACHE, other), { recursive: true, force: true });
  return folder;
}
