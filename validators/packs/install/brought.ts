import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderHash, sha256 } from '../hash.ts';
import { readInstalled } from '../installed.ts';

/** A file, so no pack. */
const FILE = '.brought.json';

/**
 * The sources of the built-in packs: their files, and the program that expands them. Their hashes pin the files of npm packages.
 * @param program its own text, which names everything that it loads by hashes.
 * @param order the request besides the packs.
 */
export const originOf = (schematron: string, program: Uint8Array, order: readonly string[]): string =>
  sha256([...order, sha256(program), folderHash(schematron)].join('\n'));

/**
 * Folders that were made from this origin. Expanding the built-in packs, only to find them installed, would take longer than the rest of a
 * start.
 */
export async function bringFrom(origin: string, rulesDir: string): Promise<ReadonlySet<string>> {
  const record = await readFile(join(rulesDir, FILE), 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
  const { origin: before, folders } = (record ?? {}) as { origin?: unknown; folders?: unknown };
  return new Set(before === origin && Array.isArray(folders) ? folders.map(String) : []);
}

/** Notes that the present folders were made from this origin. If the note cannot be written, the next start takes longer. */
export async function rememberBrought(origin: string, rulesDir: string): Promise<void> {
  const { packs } = await readInstalled(rulesDir);
  const folders = packs.filter(({ manifest }) => manifest.origin === 'built-in').map(({ folder }) => folder);
  const making = join(rulesDir, `${FILE}.${process.pid}`);
  try {
    await mkdir(rulesDir, { recursive: true, mode: 0o700 });
    await writeFile(making, JSON.stringify({ origin, folders }));
    await rename(making, join(rulesDir, FILE));
  } catch {
    await rm(making, { force: true }).catch(() => undefined);
  }
}
