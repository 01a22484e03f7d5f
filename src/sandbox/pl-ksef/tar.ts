import { gzipSync } from 'node:zlib';
import type { ArchivedFile } from './archives.ts';

const BLOCK = 512;

/** A `.tar.gz` (POSIX.1-1988, ustar) with names of at most 100 bytes. */
export function tarGz(files: readonly ArchivedFile[], at: number): Buffer {
  const blocks = files.flatMap(({ name, bytes }) => [
    header(name, bytes.length, at),
    bytes,
    Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

function header(name: string, size: number, at: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100);
  block.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8), 100);
  block.write(octal(size, 12) + octal(Math.floor(at / 1000), 12), 124);
  block.write('        0', 148);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
