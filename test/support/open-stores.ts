import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';

/** The stores at an address, for scripts that play another process. */
export async function openStores(url: string): Promise<Stores & { close(): Promise<void> }> {
  const sqlite = openSqlite(url.replace(/^sqlite:/, ''), 'sandbox');
  return { ...sqliteStores(sqlite), close: async () => sqlite.close() };
}
