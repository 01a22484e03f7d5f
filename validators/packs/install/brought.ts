import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderHash, sha256 } from '../hash.ts';
import { readInstalled } from '../installed.ts';

/** No folder, so no pack. */
const FILE = '.brought.json';

/**
 * What the built-in packs are made of: all that is written about them, and the program that expands it. The files that npm packages
 * bring are pinned by their hashes there.
 * @param program its own text, which names all that it loads by hashes.
 * @param order what was asked for beside the packs.
 */
export const originOf = (schematron: string, program: Uint8Array, order: readonly string[]): string =>
  sha256([...order, sha256(program), folderHash(schematron)].join('\n'));

/**
 * Folders that were made of this origin. To expand the built-in packs, only to find them there already, takes longer than all the
 * rest of a start.
 */
export async function broughtFrom(origin: string, rulesDir: string): Promise<ReadonlySet<string>> {
  const kept = await readFile(join(rulesDir, FILE), 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
  const { origin: before, folders } = (kept ?? {}) as { origin?: unknown; folders?: unknown };
  return new Set(before === origin && Array.isArray(folders) ? folders.map(String) : []);
}

/** Remembers what lies there now as made of this origin. Where that cannot be written, the next start takes longer. */
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
