import { join } from 'node:path';
import Database from 'libsql';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { Sqlite } from '../../src/adapters/sqlite/sqlite.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { emptyFolder } from './folder.ts';

/** Memory has no disk to reach. */
const NO_LOG = {
  flush: () => undefined,
  onDisk: async () => undefined,
  whenQuiet: () => undefined,
  close: () => undefined,
};

let schema: string | undefined;

/** The statements that make the schema of a store, as its migrations leave it. They run once for the process. */
function readSchema(): string {
  const folder = emptyFolder();
  const sqlite = openSqlite(join(folder.path, 'ids.db'), 'sandbox');
  const made = sqlite.all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'");
  sqlite.close();
  folder.remove();
  return ['BEGIN', ...made.map((row) => String(row['sql'])), 'COMMIT'].join(';\n');
}

/** The adapter of the service on an empty database in memory, which ends with its last reader. */
export function memorySqlite(): Sqlite {
  const db = new Database(':memory:');
  db.exec((schema ??= readSchema()));
  return new Sqlite(db, NO_LOG);
}

/** Empty stores for one test. */
export const memoryStores = (): Stores => sqliteStores(memorySqlite());
