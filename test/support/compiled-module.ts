import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileToSource } from 'en16931-rules/engine/compile.ts';
import type { PackModule } from 'en16931-rules/engine/engine.ts';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import type { Schema } from 'en16931-rules/engine/load/schema.ts';
import { compilerHash, sha256 } from 'en16931-rules/packs/hash.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { PREPARED_PACKS } from './prepared-packs.ts';

/** `pretest` empties it: a run takes no module from a run before. */
const FOLDER = join(projectFolder(), 'dist/modules-of-tests');

const VISITS = 'elements-and-attributes';

/** A pack compiled once for all processes: compilation takes longer than most checks with it. */
export const compiledModule = (schema: Schema): Promise<PackModule> => moduleOf(textOf(schema), () => schema);

/** The same by the files of a pack, which are not read as long as their module is there. */
export async function compiledFiles(
  entry: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<PackModule> {
  const hashes = [...files].map(([path, bytes]) => [path, sha256(bytes)] as const);
  const prepared = await preparedModule(entry, hashes);
  return prepared === undefined
    ? moduleOf(JSON.stringify([entry, hashes]), () => loadSchema(files, entry, VISITS))
    : linked(prepared);
}

/** What the present compiler has made of the same files for `pretest`: those of the built-in packs. */
async function preparedModule(
  entry: string,
  hashes: readonly (readonly [path: string, hash: string])[],
): Promise<string | undefined> {
  const { packs } = await (prepared ??= readInstalled(PREPARED_PACKS));
  for (const { folder, manifest } of packs) {
    const isSame = hashes.every(([path, hash]) => manifest.files[path] === hash);
    const made = manifest.entries.find(({ path, visits }) => path === entry && visits === VISITS);
    const program = made?.programs.find(({ engine }) => engine === 'compiled');
    if (isSame && program && manifest.compiler === compilerHash())
      return join(PREPARED_PACKS, folder, program.file);
  }
  return undefined;
}

let prepared: ReturnType<typeof readInstalled> | undefined;

async function moduleOf(text: string, schema: () => Schema): Promise<PackModule> {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${sha256(compilerHash() + text)}.mjs`);
  if (!existsSync(file)) {
    // Another process may write the same file: neither may read a half-written one.
    const own = `${file}.${process.pid}`;
    writeFileSync(own, compileToSource(schema()));
    renameSync(own, file);
  }
  return linked(file);
}

const linked = async (file: string): Promise<PackModule> =>
  (await import(pathToFileURL(file).href)) as PackModule;

const textOf = (schema: Schema): string =>
  JSON.stringify(schema, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
