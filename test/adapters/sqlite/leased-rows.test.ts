import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import { changeOf, taken } from '../../contract/invoices.ts';
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
import { emptyFolder } from '../../support/folder.ts';
import { after as later, START } from '../../support/records.ts';

describe('the row of a leased invoice in SQLite', () => {
  const folder = emptyFolder();
  after(folder.remove);

  it('gets a time of its lease only when the lease changes: an index has it', async () => {
    const path = join(folder.path, 'ids.db');
    writeEmptyStore(path);
    const sqlite = openSqlite(path, 'sandbox');
    try {
      const { invoices } = sqliteStores(sqlite);
      const record = await taken(invoices);
      sqlite.run('CREATE TEMP TABLE lease_writes (at INTEGER)');
      sqlite.run(`CREATE TEMP TRIGGER lease_written AFTER UPDATE OF lease_until ON main.invoice BEGIN
        INSERT INTO lease_writes VALUES (NEW.lease_until);
      END`);
      const writes = (): number => sqlite.all('SELECT at FROM lease_writes').length;
      const lease = { token: 'lse_1', until: later(60_000) };
      const leased = (await invoices.lease(record.id, lease, START))!;
      assert.equal(writes(), 1);
      const kept = changeOf(leased, { failures: 1 });
      assert.equal(await invoices.commit({ ...kept, lease: lease.token }), 'committed');
      assert.equal(writes(), 1, 'the lease stays');
      const { lease: stored } = (await invoices.find(record.id))!;
      assert.deepEqual(stored, { ...lease, holders: 1 });
      const handedBack = changeOf(kept.record, { lease: null });
      assert.equal(await invoices.commit({ ...handedBack, lease: lease.token }), 'committed');
      assert.equal(writes(), 2);
      assert.equal((await invoices.find(record.id))!.lease, null);
    } finally {
      sqlite.close();
    }
  });
});
