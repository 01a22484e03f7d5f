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
