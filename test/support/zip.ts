import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** An archive of these files, by their names in it. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), name);
  zip.end();
  return buffer(zip.outputStream as unknown as NodeJS.ReadableStream);
}
