import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import type { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import type { InvoiceStore } from '../../../src/ports/invoice-store.ts';
import { changeOf, taken } from '../../contract/invoices.ts';
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
import { emptyFolder } from '../../support/folder.ts';
import { after, anEvent, START } from '../../support/records.ts';

/** Two processes on one file. */
async function onOneFile(
  run: (invoices: InvoiceStore, sqlite: Sqlite, other: InvoiceStore) => Promise<void>,
): Promise<void> {
  const folder = emptyFolder();
  const path = join(folder.path, 'ids.db');
  writeEmptyStore(path);
  const open = [openSqlite(path, 'sandbox'), openSqlite(path, 'sandbox')] as const;
  try {
    await run(sqliteStores(open[0]).invoices, open[0], sqliteStores(open[1]).invoices);
  } finally {
    for (const sqlite of open) sqlite.close();
    folder.remove();
  }
}

describe('a change of a leased record in SQLite', () => {
  const lease = { token: 'w', until: after(60_000) };

  it('writes fewer pages than one that writes every column', () =>
    onOneFile(async (invoices, sqlite) => {
      const pagesOf = async (work: () => Promise<unknown>) => {
        sqlite.one('PRAGMA wal_checkpoint(TRUNCATE)');
        await work();
        return Number(sqlite.one('PRAGMA wal_checkpoint(PASSIVE)')?.['log']);
      };
      const { id } = await taken(invoices);
      const leased = (await invoices.lease(id, lease, START))!;
      const change = changeOf(leased, { dueAt: after(5) });
      const few = await pagesOf(() => invoices.commit({ ...change, events: [], audit: [], lease: 'w' }));
      await invoices.releaseLease(id, 'w');
      const whole = changeOf((await invoices.find(id))!, { dueAt: after(6) });
      const all = await pagesOf(() => invoices.commit({ ...whole, events: [], audit: [] }));
      assert.ok(few > 0 && few * 1.5 < all, `${few} pages, ${all} for every column`);
    }));

  it('is complete after a change that failed and that another process made', () =>
    onOneFile(async (invoices, _, other) => {
      const { id } = await taken(invoices);
      const leased = (await invoices.lease(id, lease, START))!;
      const event = anEvent(leased, 1);
      const failed = { ...changeOf(leased, { legalId: 'ours' }), events: [event, event], lease: 'w' };
      await assert.rejects(invoices.commit(failed));
      await other.commit({ ...changeOf(leased, { legalId: 'theirs' }), lease: 'w' });
      const now = (await invoices.find(id))!;
      assert.equal(now.legalId, 'theirs');
      await invoices.commit({ ...changeOf(now, { legalId: 'ours' }), lease: 'w' });
      assert.equal((await invoices.find(id))?.legalId, 'ours');
    }));

  it('is complete if the record was changed after the lease', () =>
    onOneFile(async (invoices, _, other) => {
      const { id } = await taken(invoices);
      const leased = (await invoices.lease(id, lease, START))!;
      await other.commit(changeOf(leased, { legalId: 'theirs', buyerStatus: 'paid' }));
      const now = (await invoices.find(id))!;
      await invoices.commit({ ...changeOf(now, { legalId: null }), lease: 'w' });
      const { legalId, buyerStatus } = (await invoices.find(id))!;
      assert.deepEqual({ legalId, buyerStatus }, { legalId: null, buyerStatus: 'paid' });
    }));
});
