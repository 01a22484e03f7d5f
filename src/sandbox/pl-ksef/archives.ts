import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** A file more is one too many. */
export const MAX_FILES = 10_000;
/** More than an invoice with attachments may have. */
const LARGEST = 4_000_000;

export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * The files of a zip in its order, at most `MAX_FILES` and one.
 * @throws Error if it is not a zip, or a file is too large.
 */
export async function filesIn(zip: Buffer): Promise<readonly ArchivedFile[]> {
  const archive = await fromBufferPromise(zip);
  const files: ArchivedFile[] = [];
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    if (entry.uncompressedSize > LARGEST) throw new Error(`${entry.fileName} is too large`);
    files.push({ name: entry.fileName, bytes: await buffer(await archive.openReadStreamPromise(entry)) });
    if (files.length > MAX_FILES) break;
  }
  return files;
}
