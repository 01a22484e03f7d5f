import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { GatheredBytes } from '../../domain/vocabulary/gathered-bytes.ts';
import type { ArchiveEntry, Archives } from '../../ports/archives.ts';
import { archiveEnd, dataDescriptor, directoryEntry, localHeader } from './zip-format.ts';

/** Only the directory of an archive stays in memory: about 100 bytes a file (ADR 35). */
export class ZipArchives implements Archives {
  async *zip(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
    const directory = new GatheredBytes();
    let [files, offset] = [0, 0];
    for await (const { name: plain, content, at } of entries) {
      const name = new TextEncoder().encode(plain);
      const header = localHeader({ name, at });
      yield header;
      const sums = { crc32: 0, size: 0, compressed: 0 };
      yield* deflated(content, sums);
      const file = { name, at, offset, ...sums };
      const descriptor = dataDescriptor(file);
      yield descriptor;
      directory.add(directoryEntry(file));
      offset += header.length + sums.compressed + descriptor.length;
      files += 1;
    }
    yield* directory.chunks();
    yield archiveEnd(files, { offset, size: directory.size });
  }
}

/** Size and checksum of a content, counted while it passes. */
interface Sums {
  crc32: number;
  size: number;
  compressed: number;
}

async function* deflated(content: AsyncIterable<Uint8Array>, sums: Sums): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw();
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      sums.crc32 = crc32(chunk, sums.crc32);
      sums.size += chunk.length;
      yield chunk;
    }
  }
  // An error of the content ends the stream, so the reader below gets it.
  const fed = pipeline(counted(), deflate).catch(() => undefined);
  try {
    for await (const chunk of deflate as AsyncIterable<Uint8Array>) {
      sums.compressed += chunk.length;
      yield chunk;
    }
  } finally {
    deflate.destroy();
    await fed;
  }
}
