import { readFileSync } from 'node:fs';
import { NotRun } from './endings.ts';

/** At once: thousands of small files take several times as long by promises. @throws NotRun naming the file. */
export function readFileOf(path: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new NotRun(`${path} cannot be read: ${REASONS[code] ?? code}.`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
};

/** Without the line end that an editor adds. @throws NotRun naming the file. */
export const readTextOf = (path: string): string => readFileOf(path).toString('utf8').trimEnd();
