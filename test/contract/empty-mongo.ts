import { mongoStores } from '../../src/adapters/mongo/mongo-stores.ts';
import type { Kept } from './kept.ts';
import { atEndOfRun } from '../support/end-of-run.ts';
import { SharedDatabase } from '../support/mongo-documents.ts';

/** Databases of this process that no test uses now. */
const free: SharedDatabase[] = [];

atEndOfRun(
  async () => {
    for (const database of free) await database.drop();
  },
  () => undefined,
);

/**
 * Stores without documents; `close` leaves their database to the next test.
 * @param maxKeyAgeMs of data keys: a test that deletes many clients waits this time for each.
 */
export async function emptyMongoStores(server: string, maxKeyAgeMs?: number): Promise<Kept> {
  const database = free.pop() ?? (await SharedDatabase.open(server));
  return {
    ...mongoStores(database.own, maxKeyAgeMs),
    other: mongoStores(database.second, maxKeyAgeMs),
    close: async () => {
      await database.clear();
      free.push(database);
    },
  };
}
