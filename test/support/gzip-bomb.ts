import { constants, gzipSync } from 'node:zlib';

/** A gigabyte of nothing, in less than a megabyte: members of a gzip file follow each other. */
export const GZIP_BOMB = Buffer.concat(
  Array.from({ length: 100 }).fill(
    gzipSync(Buffer.alloc(10_000_000), { level: constants.Z_BEST_COMPRESSION }),
  ) as Buffer[],
);
