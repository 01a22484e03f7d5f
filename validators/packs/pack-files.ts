import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { sha256 } from './hash.ts';
import type { Manifest } from './manifest.ts';
import { PackDamaged, PackGone } from './pack-damaged.ts';

export { PackDamaged, PackGone };

export const OTHER_COMPILER = 'compiled by another version: run ids packs compile';

/** The pack's own files are below it, as published. */
export const SOURCE = 'source';

/**
 * Reads a file of a pack.
 * @throws PackGone; PackDamaged if the file alone is missing, or a link leads elsewhere.
 */
export async function readPackFile(rulesDir: string, folder: string, file: string): Promise<Uint8Array> {
  try {
    const home = await realpath(join(rulesDir, folder));
    const path = await realpath(join(home, file));
    if (!path.startsWith(home + sep)) throw new PackDamaged(folder, `${file} lies outside of it`);
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof PackDamaged) throw cause;
    if (!existsSync(join(rulesDir, folder))) throw new PackGone(folder);
    const { code } = cause as NodeJS.ErrnoException;
    throw new PackDamaged(folder, `${file} cannot be read (${code ?? String(cause)})`);
  }
}

/** The same, compared with a hash of the manifest. @throws PackDamaged */
export async function readVerified(
  rulesDir: string,
  folder: string,
  [file, hash]: readonly [file: string, hash: string],
): Promise<Uint8Array> {
  const bytes = await readPackFile(rulesDir, folder, file);
  if (sha256(bytes) !== hash) throw new PackDamaged(folder, `${file} was changed`);
  return bytes;
}

/** Every file of the manifest with its hash: the published ones and those made from them. */
export const filesOf = ({ files, entries }: Manifest): readonly (readonly [file: string, hash: string])[] => [
  ...Object.entries(files).map(([path, hash]) => [`${SOURCE}/${path}`, hash] as const),
  ...entries.flatMap(({ programs }) => programs.map(({ file, sha256: hash }) => [file, hash] as const)),
];
