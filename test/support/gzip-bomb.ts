import { constants, gzipSync } from 'node:zlib';

/** A gigabyte of zeros in less than a megabyte: a gzip file may have several members. */
export const GZIP_BOMB = Buffer.concat(
  Array.from({ length: 100 }).fill(
    gzipSync(Buffer.alloc(10_000_000), { level: constants.Z_BEST_COMPRESSION }),
  ) as Buffer[],
);
