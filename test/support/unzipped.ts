import assert from 'node:assert/strict';
import { fromBufferPromise } from 'yauzl';

/** The texts of a zip by name, read by a reader made elsewhere. */
export async function unzipped(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    assert.ok(!files.has(entry.fileName), `${entry.fileName} is there twice`);
    files.set(entry.fileName, Buffer.concat(parts).toString());
  }
  return files;
}
