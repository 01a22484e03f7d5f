import { readFile } from 'node:fs/promises';
import { NotRun } from './refusals.ts';

/** @throws NotRun naming the file. */
export async function readFileOf(path: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new NotRun(`${path} cannot be read (${code}).`);
  }
}

/** Without the line end that an editor adds. @throws NotRun naming the file. */
export const readTextOf = async (path: string): Promise<string> =>
  (await readFileOf(path)).toString('utf8').trimEnd();
