/** A file of an archive. */
export interface ArchiveFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An archive that cannot be read to its end. */
export class UnreadableArchive extends Error {}

const BLOCK = 512;
/** POSIX.1-2001 and GNU put a name of more than 100 bytes, which KSeF's never have, into an entry of its own. */
const FILE_TYPES: readonly string[] = ['0', '\0'];

/**
 * The files of a tar archive (POSIX.1-1988 and its successors) in their order; one at a time is in memory.
 * @throws UnreadableArchive if it is cut off, damaged, or has a file that is too large.
 */
export async function* filesOfTar(
  chunks: AsyncIterable<Uint8Array>,
  maxFileBytes: number,
): AsyncGenerator<ArchiveFile> {
  const bytes = new ByteReader(chunks);
  for (;;) {
    const header = await bytes.take(BLOCK);
    // Two empty blocks are the end.
    if (header.every((byte) => byte === 0)) break;
    const { name, size, type } = readHeader(header);
    if (size > maxFileBytes) throw new UnreadableArchive(`${name} has ${size} bytes`);
    const content = await bytes.take(size);
    await bytes.take((BLOCK - (size % BLOCK)) % BLOCK);
    if (FILE_TYPES.includes(type)) yield { name, bytes: content };
  }
  await bytes.drain();
}

function readHeader(header: Uint8Array): {
  readonly name: string;
  readonly size: number;
  readonly type: string;
} {
  const text = (from: number, length: number): string =>
    Buffer.from(header.subarray(from, from + length))
      .toString('latin1')
      .replace(/\0.*/s, '');
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (parseInt(text(148, 8), 8) !== sum) throw new UnreadableArchive('the sum of a header differs');
  const size = parseInt(text(124, 12), 8);
  if (!(size >= 0)) throw new UnreadableArchive('a header has no size');
  return { name: text(0, 100), size, type: String.fromCharCode(header[156] ?? 0) };
}

class ByteReader {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private unread: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** A copy of exactly so many bytes. */
  async take(length: number): Promise<Uint8Array> {
    const taken = new Uint8Array(length);
    for (let at = 0; at < length;) {
      if (this.unread.length === 0) this.unread = (await this.next()) ?? cutOff();
      const part = this.unread.subarray(0, length - at);
      taken.set(part, at);
      at += part.length;
      this.unread = this.unread.subarray(part.length);
    }
    return taken;
  }

  /** Reads to the end, so that the source of the bytes has verified all. */
  async drain(): Promise<void> {
    while ((await this.next()) !== undefined);
  }

  private async next(): Promise<Uint8Array | undefined> {
    const { done, value } = await this.chunks.next();
    return done === true ? undefined : value;
  }
}

function cutOff(): never {
  throw new UnreadableArchive('the archive is cut off');
}
