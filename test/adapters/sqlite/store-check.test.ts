import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import type { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
import { emptyFolder } from '../../support/folder.ts';
import { anIntake, hex, START } from '../../support/records.ts';
import { smallDisk } from '../../support/small-disk.ts';

const PAGE = 2048;

describe('the check of a SQLite store', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let path: string;
  let sqlite: Sqlite;
  beforeEach(() => {
    folder = emptyFolder();
    path = join(folder.path, 'ids.db');
    writeEmptyStore(path);
    sqlite = openSqlite(path, 'sandbox');
  });
  afterEach(() => {
    sqlite.close();
    folder.remove();
  });
  const tryOut = () => sqliteStores(sqlite).check.tryOut(START);
  const isBusy = (error: unknown) => error instanceof CallFailed && error.failure.kind === 'busy';

  it('fails while the store is read-only, and succeeds afterwards', async () => {
    sqlite.run('PRAGMA query_only=1');
    await assert.rejects(tryOut(), { code: 'SQLITE_READONLY' });
    sqlite.run('PRAGMA query_only=0');
    await tryOut();
  });

  it('fails if the disk has no room for an invoice', async function () {
    const disk = smallDisk('40m');
    if (!disk) return this.skip();
    const small = openSqlite(join(disk.path, 'ids.db'), 'sandbox');
    const { check, invoices } = sqliteStores(small);
    try {
      await check.tryOut(START);
      disk.fill();
      await assert.rejects(check.tryOut(START), /bytes left/);
      const large = { ...anIntake(), files: [{ sha256: hex(64), sealed: Buffer.alloc(5_000_000) }] };
      await assert.rejects(invoices.takeIn(large), isBusy);
      disk.free();
      await check.tryOut(START);
      assert.ok((await invoices.takeIn(large)).taken);
    } finally {
      small.close();
      disk.remove();
    }
  });

  /** Damages the last quarter of the file, which holds contents, without the connection, and lets another program change a row. */
  async function damage(): Promise<string> {
    const { invoices } = sqliteStores(sqlite);
    const last = hex(64);
    for (let n = 0; n < 100; n += 1) {
      const sha256 = n < 99 ? hex(64) : last;
      await invoices.takeIn({ ...anIntake(), files: [{ sha256, sealed: Buffer.alloc(3000) }] });
    }
    sqlite.all('PRAGMA wal_checkpoint(TRUNCATE)');
    const file = readFileSync(path);
    file.fill(7, Math.floor(((file.length / PAGE) * 3) / 4) * PAGE);
    writeFileSync(path, file);
    const other = new Database(path);
    other.exec("INSERT INTO meta (name, value) VALUES ('written by', 'another')");
    other.close();
    return last;
  }

  it('fails if pages are damaged', async () => {
    await damage();
    await assert.rejects(tryOut(), { code: 'SQLITE_CORRUPT' });
  });

  it('fails after any call has met damage', async () => {
    const last = await damage();
    const { sealed } = sqliteStores(sqlite);
    await assert.rejects(sealed.content('acme', last), { code: 'SQLITE_CORRUPT' });
    assert.equal((sqlite.damage as { code?: string }).code, 'SQLITE_CORRUPT');
    await assert.rejects(tryOut(), { code: 'SQLITE_CORRUPT' });
  });
});
