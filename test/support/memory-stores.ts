import { join } from 'node:path';
import Database from 'libsql';
import { Sqlite } from '../../src/adapters/sqlite/sqlite.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { writeEmptyStore } from './empty-sqlite.ts';
import { emptyFolder } from './folder.ts';

/** Nothing of it has to reach a disk. */
const NO_LOG = {
  flush: () => undefined,
  onDisk: async () => undefined,
  whenQuiet: () => undefined,
  close: () => undefined,
};

/** The adapter of the service on an empty store, a file without a name, which ends with its last reader. */
export function memorySqlite(): Sqlite {
  const folder = emptyFolder();
  const path = join(folder.path, 'ids.db');
  writeEmptyStore(path);
  const db = new Database(path);
  db.exec('PRAGMA locking_mode=EXCLUSIVE');
  db.exec('PRAGMA journal_mode=MEMORY');
  db.exec('PRAGMA synchronous=OFF');
  // From here on the file is open and locked, and needs no name.
  db.exec('BEGIN IMMEDIATE');
  db.exec('COMMIT');
  folder.remove();
  return new Sqlite(db, NO_LOG);
}

/** Empty stores for one test. */
export const memoryStores = (): Stores => sqliteStores(memorySqlite());
