import { openMongo } from '../../src/adapters/mongo/open-mongo.ts';
import { mongoStores } from '../../src/adapters/mongo/mongo-stores.ts';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { writeEmptyStore } from './empty-sqlite.ts';

type OpenStores = Stores & { close(): Promise<void> };

/**
 * The stores at an address, for scripts that act as another process.
 * @param maxKeyAgeMs of data keys on MongoDB: a test that deletes many clients waits this time for each.
 */
export async function openStores(url: string, maxKeyAgeMs?: number): Promise<OpenStores> {
  if (url.startsWith('mongodb')) {
    const mongo = await openMongo(url, 'sandbox');
    return { ...mongoStores(mongo, maxKeyAgeMs), close: () => mongo.close() };
  }
  const sqlite = openSqlite(url.replace(/^sqlite:/, ''), 'sandbox');
  return { ...sqliteStores(sqlite), close: async () => sqlite.close() };
}

/** New stores in a SQLite file, which does not exist yet. */
export function newSqliteStores(path: string): Promise<OpenStores> {
  writeEmptyStore(path);
  return openStores(`sqlite:${path}`);
}
