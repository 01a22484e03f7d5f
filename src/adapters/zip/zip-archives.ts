import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { ArchiveEntry, Archives, KeptBytes } from '../../ports/archives.ts';
import { PackedBytes } from './packed-bytes.ts';
import { ReusedDeflate } from './reused-deflate.ts';
import { archiveEnd, dataDescriptor, directoryEntry, localHeader } from './zip-format.ts';

/** Of an archive, nothing stays in memory but its directory: about 100 bytes a file, compressed (ADR 33). */
export class ZipArchives implements Archives {
  keep(): KeptBytes {
    return new PackedBytes();
  }

  async *zip(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
    const deflate = new ReusedDeflate();
    try {
      yield* archive(entries, deflate);
    } finally {
      deflate.close();
    }
  }
}

async function* archive(
  entries: AsyncIterable<ArchiveEntry>,
  deflate: ReusedDeflate,
): AsyncGenerator<Uint8Array> {
  const directory = new PackedBytes();
  let [files, offset] = [0, 0];
  for await (const { name: plain, content, at } of entries) {
    const name = new TextEncoder().encode(plain);
    const header = localHeader({ name, at });
    yield header;
    const sums = { crc32: 0, size: 0, compressed: 0 };
    yield* content instanceof Uint8Array ? whole(content, deflate, sums) : inPieces(content, sums);
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

/** Size and checksum of a content, counted while it passes. */
interface Sums {
  crc32: number;
  size: number;
  compressed: number;
}

async function* whole(content: Uint8Array, deflate: ReusedDeflate, sums: Sums): AsyncGenerator<Uint8Array> {
  count(sums, content);
  for (const part of await deflate.deflate(content)) {
    sums.compressed += part.length;
    yield part;
  }
}

async function* inPieces(content: AsyncIterable<Uint8Array>, sums: Sums): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw();
  async function* countBytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      count(sums, chunk);
      yield chunk;
    }
  }
  // An error of the content ends the stream, so the reader below gets it.
  const fed = pipeline(countBytes(), deflate).catch(() => undefined);
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

function count(sums: Sums, chunk: Uint8Array): void {
  sums.crc32 = crc32(chunk, sums.crc32);
  sums.size += chunk.length;
}
