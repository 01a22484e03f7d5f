import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { WrongShape } from '../members.ts';

/** A file of an archive, before it is unpacked. */
export interface TarEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
  readonly bytes: number;
  /** Must be read before the next entry; otherwise it is skipped. */
  readonly read: () => Promise<Uint8Array>;
}

const BLOCK_BYTES = 512;
/** Of a name, or of the facts about one file. */
const MAX_FACTS_BYTES = 64_000;

/**
 * The entries of a gzipped tar archive in order, as npm and PyPI ship them (POSIX.1-2017 pax, and the long names of GNU tar).
 * @param most unpacked bytes, those of skipped files included.
 * @throws WrongShape, or the error of gunzip.
 */
export async function* entriesOfTar(
  path: string,
  source: string | Uint8Array,
  most: number,
): AsyncGenerator<TarEntry> {
  const file: Readable = typeof source === 'string' ? createReadStream(source) : Readable.from([source]);
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  const bytes = new ByteReader(file.pipe(gunzip), path, most);
  try {
    let facts: Facts = {};
    for (
      let header = await bytes.take(BLOCK_BYTES);
      header.some((byte) => byte !== 0);
      header = await bytes.take(BLOCK_BYTES)
    ) {
      checkSum(header, path);
      const size = facts.size ?? octal(header.subarray(124, 136), path);
      const type = String.fromCharCode(header[156] ?? 0);
      const padding = -size & (BLOCK_BYTES - 1);
      if (type === 'x' || type === 'L') {
        if (size > MAX_FACTS_BYTES) throw new WrongShape(path, 'a name in it is too long');
        facts = { ...facts, ...factsIn(type, await bytes.take(size)) };
        await bytes.skip(padding);
        continue;
      }
      let isRead = false;
      const read = (): Promise<Uint8Array> => ((isRead = true), bytes.take(size));
      if (type !== 'g')
        yield { name: facts.name ?? nameIn(header), kind: KINDS[type] ?? 'link', bytes: size, read };
      if (!isRead) await bytes.skip(size);
      await bytes.skip(padding);
      facts = {};
    }
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

/** What is neither a file nor a folder leads elsewhere, or is a device. */
const KINDS: Readonly<Record<string, TarEntry['kind']>> = { '0': 'file', '\0': 'file', '5': 'folder' };

interface Facts {
  readonly name?: string;
  readonly size?: number;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replace(/\0[^]*/, '');

function nameIn(header: Uint8Array): string {
  const [name, above] = [textOf(header.subarray(0, 100)), textOf(header.subarray(345, 500))];
  return above === '' ? name : `${above}/${name}`;
}

/** `27 path=some/long/name\n`, the length counted whole. */
function factsIn(type: string, bytes: Uint8Array): Facts {
  const text = textOf(bytes);
  if (type === 'L') return { name: text };
  const name = /(?:^|\n)\d+ path=([^\n]*)/.exec(text)?.[1];
  const size = /(?:^|\n)\d+ size=(\d{1,15})\n/.exec(text)?.[1];
  return { ...(name !== undefined && { name }), ...(size !== undefined && { size: Number(size) }) };
}

function octal(field: Uint8Array, path: string): number {
  const text = textOf(field).trim();
  if (!/^[0-7]{1,11}$/.test(text))
    throw new WrongShape(path, 'no archive that can be read (a size in it is no number)');
  return Number.parseInt(text, 8);
}

function checkSum(header: Uint8Array, path: string): void {
  // The sum itself counts as spaces.
  const sum = header.reduce((all, byte, i) => all + (i >= 148 && i < 156 ? 32 : byte), 0);
  if (octal(header.subarray(148, 156), path) !== sum) throw new WrongShape(path, 'no archive that can be read (a header in it is damaged)'); // prettier-ignore
}

/** Takes bytes from a stream in the sizes that are asked for. */
class ByteReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  private seen = 0;

  constructor(
    stream: Readable,
    private readonly path: string,
    private readonly most: number,
  ) {
    this.chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async take(count: number): Promise<Uint8Array> {
    const taken = [];
    for (let left = count; left > 0;) {
      const part = await this.some(left);
      taken.push(part);
      left -= part.length;
    }
    return Buffer.concat(taken);
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0;) left -= (await this.some(left)).length;
  }

  private async some(count: number): Promise<Buffer> {
    if (this.rest.length === 0) {
      const { value, done } = await this.chunks.next();
      if (done) throw new WrongShape(this.path, 'no archive that can be read (it ends too early)');
      this.rest = value;
      this.seen += value.length;
      if (this.seen > this.most)
        throw new WrongShape(this.path, `more than ${this.most} bytes once it is unpacked`);
    }
    const part = this.rest.subarray(0, count);
    this.rest = this.rest.subarray(part.length);
    return part;
  }
}
