// The records of a zip archive, from PKWARE's APPNOTE 6.3.10. Archives of more than 65,535 files or 4 GB are ZIP64 (4.5.3,
// 4.3.14).

/** A file's entry in the directory at the end of an archive. */
interface WrittenFile {
  readonly name: Uint8Array;
  readonly at: Date;
  readonly crc32: number;
  readonly compressed: number;
  readonly size: number;
  /** The offset of its local header from the beginning of the archive. */
  readonly offset: number;
}

const DEFLATED = 8;
/** Bit 3: checksum and sizes follow the content; bit 11: the name is UTF-8. */
const FLAGS = (1 << 3) | (1 << 11);
/** The version that reads deflated files, and ZIP64. */
const [PLAIN, ZIP64] = [20, 45];
/** Made on Unix: a regular file that all may read. */
const MADE_BY = (3 << 8) | ZIP64;
const ATTRIBUTES = 0o100644 * 0x10000;
/** A member of 2 or 4 bytes with this value means that ZIP64 members hold the number. */
const [MAX_16, MAX_32] = [0xffff, 0xffffffff];

/** Little-endian members of 2, 4 or 8 bytes, one after the other. */
function record(...members: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const made = Buffer.alloc(members.reduce((length, [bytes]) => length + bytes, 0));
  let at = 0;
  for (const [bytes, value] of members) {
    if (bytes === 8) made.writeBigUInt64LE(BigInt(value), at);
    else made.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return made;
}

/** 4.3.7. Sizes are not known yet. */
export const localHeader = ({ name, at }: Pick<WrittenFile, 'name' | 'at'>): Uint8Array =>
  Buffer.concat([
    record(
      [4, 0x04034b50],
      [2, PLAIN],
      [2, FLAGS],
      [2, DEFLATED],
      ...moment(at),
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ]);

/** 4.3.9, after the content. Its sizes have 8 bytes if the content needs them. */
export function dataDescriptor({ crc32, compressed, size }: WrittenFile): Uint8Array {
  const bytes = isLarge(compressed, size) ? 8 : 4;
  return record([4, 0x08074b50], [4, crc32], [bytes, compressed], [bytes, size]);
}

/** 4.3.12: a file in the directory. */
export function directoryEntry({ name, at, crc32, compressed, size, offset }: WrittenFile): Uint8Array {
  const isZip64 = isLarge(compressed, size, offset);
  const extra = isZip64 ? record([2, 1], [2, 24], [8, size], [8, compressed], [8, offset]) : Buffer.alloc(0);
  const show = (value: number): number => (isZip64 ? MAX_32 : value);
  return Buffer.concat([
    record(
      [4, 0x02014b50],
      [2, MADE_BY],
      [2, isZip64 ? ZIP64 : PLAIN],
      [2, FLAGS],
      [2, DEFLATED],
      ...moment(at),
      [4, crc32],
      [4, show(compressed)],
      [4, show(size)],
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, ATTRIBUTES],
      [4, show(offset)],
    ),
    name,
    extra,
  ]);
}

/** 4.3.14 to 4.3.16: the position and size of the directory. */
export function archiveEnd(
  files: number,
  directory: { readonly offset: number; readonly size: number },
): Uint8Array {
  const { offset, size } = directory;
  const isZip64 = files >= MAX_16 || isLarge(offset, size);
  const count = isZip64 ? MAX_16 : files;
  const show = (value: number): number => (isZip64 ? MAX_32 : value);
  const end = record(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, show(size)],
    [4, show(offset)],
    [2, 0],
  );
  if (!isZip64) return end;
  return Buffer.concat([
    record(
      [4, 0x06064b50],
      [8, 44],
      [2, MADE_BY],
      [2, ZIP64],
      [4, 0],
      [4, 0],
      [8, files],
      [8, files],
      [8, size],
      [8, offset],
    ),
    record([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1]),
    end,
  ]);
}

const isLarge = (...values: readonly number[]): boolean => values.some((value) => value >= MAX_32);

/** 4.4.6: time and date of MS-DOS, in steps of two seconds; UTC here. Any other moment is the first or the last of them. */
function moment(given: Date): readonly (readonly [2, number])[] {
  const at = new Date(Math.min(Math.max(given.getTime(), FIRST_MOMENT), LAST_MOMENT));
  return [
    [2, (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)],
    [2, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()],
  ];
}

const [FIRST_MOMENT, LAST_MOMENT] = [Date.UTC(1980, 0, 1), Date.UTC(2107, 11, 31, 23, 59, 58)];
