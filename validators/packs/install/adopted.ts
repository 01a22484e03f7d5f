import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type PackDescription, readDescription } from '../description.ts';
import { WrongShape, parseJson } from '../members.ts';

/** In `RULES_DIR`. It holds entries in the form of `schematron/official-packs.json`, and no pack. */
const FOLDER = '.adopted';

/** A listed pack, with the entry as it is written. */
export interface ListedPack {
  readonly pack: PackDescription;
  readonly entry: unknown;
}

/**
 * Releases that the operator adopted: this version of the service does not list them.
 * @param report gets unreadable entries; the pack of such an entry stays in use until it has to be made again.
 */
export async function adoptedPacks(
  rulesDir: string,
  report: (line: string) => void,
): Promise<readonly ListedPack[]> {
  const folder = join(rulesDir, FOLDER);
  const packs: ListedPack[] = [];
  for (const name of await namesIn(folder)) {
    try {
      const entry = parseJson(await readFile(join(folder, name), 'utf8'), name);
      packs.push({ entry, pack: readDescription(entry, 'official', name) });
    } catch (error) {
      if (!(error instanceof WrongShape)) throw error;
      report(`${join(folder, name)} is passed over: ${error.message}`);
    }
  }
  return packs;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

type Named = Pick<PackDescription, 'id' | 'version'>;

const fileOf = (rulesDir: string, { id, version }: Named): string =>
  join(rulesDir, FOLDER, `${id}-${version}.json`);

/** Writes an entry in one step. @returns the file. */
export async function rememberAdopted(rulesDir: string, { pack, entry }: ListedPack): Promise<string> {
  const file = fileOf(rulesDir, pack);
  // As RULES_DIR itself: a user who can write here decides which rules run.
  await mkdir(join(rulesDir, FOLDER), { recursive: true, mode: 0o700 });
  const making = `${file}.${process.pid}`;
  const written = await open(making, 'w');
  try {
    await written.writeFile(`${JSON.stringify(entry, null, 2)}\n`);
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(making, file);
  return file;
}

export const forgetAdopted = (rulesDir: string, pack: Named): Promise<void> =>
  rm(fileOf(rulesDir, pack), { force: true });
