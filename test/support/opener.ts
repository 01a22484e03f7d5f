import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { StoreRefused } from '../../src/ports/store-refused.ts';
import { WITH_NEXT } from './next-migration.ts';

// Opens a SQLite store as the next version of the program does, waits for others up to a limit, and prints the result; with a third argument it first prints that it begins.
const [path, patienceMs, tells] = process.argv.slice(2);
const say = (said: unknown): Promise<void> =>
  new Promise((resolve) => process.send!(said, undefined, undefined, () => resolve()));
if (tells) await say('begins');
try {
  const sqlite = openSqlite(path!, 'sandbox', Number(patienceMs), WITH_NEXT);
  await say({ journal: sqlite.one('PRAGMA journal_mode')?.['journal_mode'] });
  sqlite.close();
} catch (error) {
  if (!(error instanceof StoreRefused)) throw error;
  await say({ reason: error.reason, message: error.message });
}
process.disconnect();
