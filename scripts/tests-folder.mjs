// Where `npm test` keeps the stores and files of its tests: in memory if there is room, as a store waits for the disk at each commit.
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux has it; a container may have as little as 64 MB of it. */
const MEMORY = '/dev/shm';

const MIN_FREE_BYTES = 2 * 2 ** 30;

const PREFIX = 'ids-tests-';

const MAX_AGE_MS = 86_400_000;

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MIN_FREE_BYTES;
  } catch {
    // Other systems have no such folder.
    return false;
  }
}

/** A run that was broken off leaves its folder behind. */
function removeLeftBehind(parent) {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(PREFIX))) {
    const path = join(parent, name);
    try {
      if (Date.now() - statSync(path).mtimeMs > MAX_AGE_MS) rmSync(path, { recursive: true });
    } catch {
      // Another run has removed it, or it is another user's.
    }
  }
}

/** @returns an empty folder of this run. */
export function makeTestsFolder() {
  const parent = hasRoom() ? MEMORY : tmpdir();
  removeLeftBehind(parent);
  return mkdtempSync(join(parent, PREFIX));
}
