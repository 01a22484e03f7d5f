import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  /** Fills the rest of the disk. */
  fill(): void;
  /** Frees that room. */
  free(): void;
  remove(): void;
}

/** A file system in memory; undefined if this user may mount none. @param size as `mount -o size=` takes it. */
export function smallDisk(size: string): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]);
  if (mounted.status !== 0) {
    rmdirSync(path);
    return undefined;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (;;) writeSync(file, Buffer.alloc(4096));
      } catch {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast),
    remove() {
      spawnSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}
