import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The file is on the disk, with its folder made if it is missing. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
