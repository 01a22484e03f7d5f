import { readFileSync, realpathSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { WrongShape } from './members.ts';

/** Reads a file below a folder of ours. @throws WrongShape if it is missing, or a link leads elsewhere. */
export function bytesInside(folder: string, path: string): Uint8Array {
  const name = `${basename(folder)}/${path}`;
  try {
    const home = realpathSync(folder);
    const file = realpathSync(join(home, path));
    if (!file.startsWith(home + sep)) throw new WrongShape(name, `lies outside of ${basename(folder)}`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof WrongShape) throw error;
    throw new WrongShape(name, `cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

export const textInside = (folder: string, path: string): string =>
  new TextDecoder().decode(bytesInside(folder, path));
