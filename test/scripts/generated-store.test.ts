import { withEnglish } from '../support/words.ts';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { growStore } from '../../scripts/bench/generated-store.ts';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';
import { ROUTES } from '../../src/domain/routes/all.ts';
import { taken } from '../contract/invoices.ts';
import { emptyFolder } from '../support/folder.ts';

const DAY_MS = 86_400_000;

describe('a generated store', () => {
  it('has the counts, words and events that a store has which took its invoices in', async () => {
    const folder = emptyFolder();
    const path = join(folder.path, 'ids.db');
    const few = openSqlite(path, 'sandbox');
    const from = Date.UTC(2026, 2, 1);
    const { invoices } = sqliteStores(few);
    for (let n = 0; n < 10; n += 1)
      await taken(invoices, {
        createdAt: new Date(from + n * DAY_MS),
        updatedAt: new Date(from + n * DAY_MS),
        client: `client-${n % 2}`,
        route: 'PEPPOL',
        state: n % 5 === 0 ? 'rejected' : 'delivered',
        buyerWords: ['1'.repeat(16)],
        dueAt: null,
      });
    few.close();
    growStore({ path, invoices: 200, spanMs: 10 * DAY_MS });
    const sqlite = openSqlite(path, 'sandbox');
    try {
      const grown = sqliteStores(sqlite).invoices;
      const page = { sort: 'newest', page: 1, pageSize: 25 } as const;
      const all = await grown.list(page);
      assert.deepEqual([all.total, all.countsByState], [200, { delivered: 160, rejected: 40 }]);
      const words = { ...page, client: 'client-1', q: 'none', buyerWords: [['1'.repeat(16)]] };
      assert.equal((await grown.list(words)).total, 100);
      const series = await grown.series({ routes: ROUTES, from: '2026-03-01', to: '2026-03-10' });
      const days = series.map(({ received, rejected }) => [received, rejected]);
      assert.deepEqual(
        days,
        Array.from({ length: 10 }, (_, n) => [20, n % 5 === 0 ? 20 : 0]),
      );
      const inOrder = await grown.inOrder({ client: 'client-0' }, undefined, 1_000);
      assert.equal(new Set(inOrder.map(({ id }) => id)).size, 100);
      assert.deepEqual(
        withEnglish(inOrder),
        withEnglish(inOrder.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt))),
      );
      // The triggers are there again.
      await taken(grown, { route: 'PEPPOL', client: 'client-0' });
      assert.equal((await grown.list(page)).total, 201);
    } finally {
      sqlite.close();
      folder.remove();
    }
  });
});
