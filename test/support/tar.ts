import { gzipSync } from 'node:zlib';

export interface TarFile {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** `0`: a file, `2`: a symbolic link, `x`: facts about the next file, `L`: its name. */
  readonly type?: string;
}

/** A gzipped tar archive. A long name has to be written by a file of type `x` or `L` before. */
export function tgzOf(files: readonly TarFile[]): Buffer {
  const blocks = files.flatMap(({ name, content = '', type = '0' }) => {
    const bytes = Buffer.from(content as string);
    return [headerOf(name, bytes.length, type), bytes, Buffer.alloc(-bytes.length & 511)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function headerOf(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
