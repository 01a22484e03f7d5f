import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { endianness } from 'node:os';

// The write-ahead log and its index, as in https://sqlite.org/fileformat2.html (4) and https://sqlite.org/walformat.html (2).
// SQLite takes the first frame that does not verify for the end, whatever follows.

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;
const FRAMES_AT_ONCE = 256;

/** The readable part of a log. */
export interface LogScan {
  readonly bytes: number;
  /** Identifies one generation of the log; undefined if the header is not readable. */
  readonly salts?: string;
  /** The number of frames up to the last commit that verifies. */
  readonly frames: number;
  /** The offset where that commit ends. */
  readonly readableBytes: number;
  /** True if a commit of the same generation follows a frame that does not verify. */
  readonly goesOn: boolean;
}

/** The state of the log as the processes that had it open wrote it down. */
export interface LogIndex {
  readonly salts: string;
  /** The number of committed frames. */
  readonly frames: number;
  /** How many of them have been copied to the database file. */
  readonly copied: number;
}

interface Sums {
  readonly one: number;
  readonly two: number;
}

/** Over words in the machine's own order, in pairs; each sum feeds the other. */
function sum(words: Int32Array, { one, two }: Sums): Sums {
  for (let n = 0; n < words.length; n += 2) {
    one = (one + words[n]! + two) | 0;
    two = (two + words[n + 1]! + one) | 0;
  }
  return { one, two };
}

const NONE: Sums = { one: 0, two: 0 };

const wordsOf = (bytes: Buffer, isSwapped = false): Int32Array => {
  const own = Buffer.from(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  if (isSwapped) own.swap32();
  return new Int32Array(own.buffer, own.byteOffset, own.length / 4);
};

const endsIn = (bytes: Buffer, at: number, { one, two }: Sums): boolean =>
  bytes.readInt32BE(at) === one && bytes.readInt32BE(at + 4) === two;

/** Undefined if there is no log, or an empty one. */
export function scanLog(path: string): LogScan | undefined {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  const file = openSync(path, 'r');
  try {
    const bytes = fstatSync(file).size;
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(file, header, 0, HEADER_BYTES, 0);
    const magic = header.readUInt32BE(0);
    const isSwapped = (endianness() === 'BE') !== ((magic & 1) === 1);
    const sums = sum(wordsOf(header.subarray(0, 24), isSwapped), NONE);
    if (magic >>> 1 !== MAGIC >>> 1 || !endsIn(header, 24, sums))
      return { bytes, frames: 0, readableBytes: 0, goesOn: false };
    return new Frames(file, bytes, header, isSwapped).scan(sums);
  } finally {
    closeSync(file);
  }
}

class Frames {
  private readonly salts: Buffer;
  private readonly frameBytes: number;

  constructor(
    private readonly file: number,
    private readonly bytes: number,
    header: Buffer,
    private readonly isSwapped: boolean,
  ) {
    this.salts = header.subarray(16, 24);
    this.frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
  }

  scan(sums: Sums): LogScan {
    let frames = 0;
    let number = 0;
    let verifies = true;
    let goesOn = false;
    for (const frame of this.read()) {
      number += 1;
      const isOurs = frame.subarray(8, 16).equals(this.salts) && frame.readUInt32BE(0) !== 0;
      const isCommit = isOurs && frame.readUInt32BE(4) !== 0;
      if (verifies && isOurs) {
        sums = sum(wordsOf(frame.subarray(0, 8), this.isSwapped), sums);
        sums = sum(wordsOf(frame.subarray(FRAME_HEADER_BYTES), this.isSwapped), sums);
      }
      verifies &&= isOurs && endsIn(frame, 16, sums);
      if (verifies && isCommit) frames = number;
      // Frames without a commit may be left from a transaction that was rolled back.
      goesOn ||= !verifies && isCommit;
    }
    const salts = this.salts.toString('hex');
    const readableBytes = HEADER_BYTES + frames * this.frameBytes;
    return { bytes: this.bytes, salts, frames, readableBytes, goesOn };
  }

  private *read(): Generator<Buffer> {
    const many = Buffer.alloc(this.frameBytes * FRAMES_AT_ONCE);
    for (let from = HEADER_BYTES; from < this.bytes; from += many.length) {
      const got = readSync(this.file, many, 0, many.length, from);
      for (let at = 0; at + this.frameBytes <= got; at += this.frameBytes)
        yield many.subarray(at, at + this.frameBytes);
    }
  }
}

const INDEX_HEADER_BYTES = 48;
const INDEX_VERSION = 3_007_000;

/** Undefined if there is no index, or if neither of its copies verifies. */
export function readIndex(path: string): LogIndex | undefined {
  const bytes = bytesOf(path);
  if (bytes.length < 2 * INDEX_HEADER_BYTES + 4) return undefined;
  // SQLite writes the second copy first: a process that was killed in between leaves the other intact.
  const header = [0, INDEX_HEADER_BYTES]
    .map((at) => bytes.subarray(at, at + INDEX_HEADER_BYTES))
    .find((each) => isIndexHeader(each));
  if (!header) return undefined;
  const [frames, copied] = [wordsOf(header)[4]!, wordsOf(bytes.subarray(96, 100))[0]!];
  return { salts: header.subarray(32, 40).toString('hex'), frames, copied };
}

function isIndexHeader(header: Buffer): boolean {
  const words = wordsOf(header);
  const { one, two } = sum(words.subarray(0, 10), NONE);
  return words[0] === INDEX_VERSION && header[12] === 1 && words[10] === one && words[11] === two;
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
