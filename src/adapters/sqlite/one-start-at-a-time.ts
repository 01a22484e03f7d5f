import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { StoreRefused } from '../../ports/store-refused.ts';
import { isLocked } from './driver-errors.ts';
import { makeFolder } from './store-files.ts';

/**
 * Of processes that open a store for the first time at one instant, one after the other does so: of an older store each would see the
 * others have it open, and none would bring it up to date. The lock is one of SQLite on a file beside the store, so that it ends with its
 * process. The file is removed at the end: a process that still waits for it has nothing to bring up to date any more.
 * @param patienceMs how long others have.
 * @throws StoreRefused if that is over.
 */
export function oneStartAtATime<T>(path: string, patienceMs: number, open: () => T): T {
  const lock = takeLock(path, patienceMs);
  try {
    return open();
  } finally {
    if (lock) rmSync(lockOf(path), { force: true });
    lock?.close();
  }
}

const lockOf = (path: string): string => `${path}-start`;

/** @returns undefined if the file cannot be made: why not is told when the store is opened. */
function takeLock(path: string, patienceMs: number): Database.Database | undefined {
  let db: Database.Database | undefined;
  try {
    makeFolder(dirname(path));
    db = new Database(lockOf(path), { timeout: patienceMs });
    // Without a prepared statement, or its lock would last until that is collected.
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db?.close();
    if (!isLocked(error)) return undefined;
    throw new StoreRefused(
      'in-use',
      `STORE_URL names ${path}, which another process is bringing up to date; start this one once that is done.`,
      error,
    );
  }
}
