import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import type { Stores } from '../contract/kept.ts';
import { sqliteStores } from './sqlite-stores.ts';

/** The stores at an address, for scripts that play another process. */
export async function openStores(url: string): Promise<Stores & { close(): Promise<void> }> {
  const sqlite = openSqlite(url.replace(/^sqlite:/, ''), 'sandbox');
  return { ...sqliteStores(sqlite), close: async () => sqlite.close() };
}
