import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import type { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import type { InvoiceStore } from '../../../src/ports/invoice-store.ts';
import { changeOf, taken } from '../../contract/invoices.ts';
import { emptyFolder } from '../../support/folder.ts';

describe('the indexed words of buyers in SQLite', () => {
  const folder = emptyFolder();
  let sqlite: Sqlite;
  let invoices: InvoiceStore;
  before(() => {
    sqlite = openSqlite(join(folder.path, 'ids.db'), 'sandbox');
    ({ invoices } = sqliteStores(sqlite));
  });
  after(() => {
    sqlite.close();
    folder.remove();
  });

  const indexed = () =>
    sqlite
      .all('SELECT invoice_id, word FROM invoice_buyer_word ORDER BY invoice_id, word')
      .map(Object.values);

  it('are those of the record after each commit, and go with it', async () => {
    const [one, two, three] = ['1'.repeat(16), '2'.repeat(16), '3'.repeat(16)];
    const first = await taken(invoices, { id: 'inv_1', client: 'gone', buyerWords: [one, two] });
    const kept = await taken(invoices, { id: 'inv_2', client: 'kept' });
    await invoices.commit(changeOf(kept, { buyerWords: [one] }));
    await invoices.commit(changeOf(first, { buyerWords: [two, three] }));
    const ofKept = [['inv_2', one]];
    assert.deepEqual(indexed(), [['inv_1', two], ['inv_1', three], ...ofKept]);
    assert.equal(await invoices.remove({ client: 'gone' }, 10), 1);
    assert.deepEqual(indexed(), ofKept);
  });
});
