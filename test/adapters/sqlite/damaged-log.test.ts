import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import type { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import { StoreRefused } from '../../../src/ports/store-refused.ts';
import { emptyFolder } from '../../support/folder.ts';
import { anIntake } from '../../support/records.ts';
import { until } from '../../support/until.ts';

const MANY = 30;
const HEADER = 32;
const FRAME = 24 + 2048;

describe('the write-ahead log of a store whose process was killed', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let sqlite: Sqlite;
  let path: string;
  beforeEach(() => {
    folder = emptyFolder();
    sqlite = openSqlite(join(folder.path, 'ids.db'), 'sandbox');
    // The log is not copied into the file by itself during these tests.
    sqlite.run('PRAGMA wal_autocheckpoint=0');
    path = join(folder.path, 'killed.db');
  });
  afterEach(() => {
    sqlite.close();
    folder.remove();
  });

  async function takeIn(count: number, store = sqlite): Promise<void> {
    for (let n = 0; n < count; n += 1) await sqliteStores(store).invoices.takeIn(anIntake());
  }

  /** Copies the three files as a kill would leave them now. */
  function copyAsKilled(): void {
    for (const part of ['', '-wal', '-shm'])
      copyFileSync(`${join(folder.path, 'ids.db')}${part}`, path + part);
  }

  function countInvoices(at = path): number {
    const opened = openSqlite(at, 'sandbox');
    try {
      return Number(opened.one('SELECT count(*) AS invoices FROM invoice')?.['invoices']);
    } finally {
      opened.close();
    }
  }

  function refusal(): string {
    try {
      countInvoices();
    } catch (error) {
      assert.ok(error instanceof StoreRefused, String(error));
      assert.equal(error.reason, 'damaged-log');
      assert.match(error.message, /^STORE_URL names [^\n]*\.$/);
      return error.message;
    }
    return assert.fail('the store was opened');
  }

  const runRemedy = (message: string): unknown =>
    execFileSync('sh', ['-c', / with: (.*)\.$/.exec(message)?.[1] ?? 'false']);

  const changeLog = (change: (log: Buffer) => void): void => {
    const log = readFileSync(`${path}-wal`);
    change(log);
    writeFileSync(`${path}-wal`, log);
  };

  it('is read to its end', async () => {
    await takeIn(MANY);
    copyAsKilled();
    assert.equal(countInvoices(), MANY);
  });

  const DAMAGES: Readonly<Record<string, (log: Buffer) => void>> = {
    'a byte in the middle': (log) => (log[Math.floor(log.length / 2)]! ^= 1),
    'a byte of the first commit': (log) => (log[HEADER + 100]! ^= 1),
    'its header': (log) => (log[9]! ^= 1),
    'zeros in place of its header': (log) => log.fill(0, 0, HEADER),
    'only noise': (log) => log.fill('noise'),
  };
  for (const [what, damage] of Object.entries(DAMAGES))
    for (const index of ['with', 'without'])
      it(`is refused if it has ${what}, ${index} the index beside it`, async () => {
        await takeIn(MANY);
        copyAsKilled();
        changeLog(damage);
        if (index === 'without') rmSync(`${path}-shm`);
        runRemedy(refusal());
        assert.ok(countInvoices() < MANY, 'the remedy keeps the readable part');
      });

  it('is refused if its end is missing, or the last commit is damaged', async () => {
    await takeIn(MANY);
    copyAsKilled();
    truncateSync(`${path}-wal`, HEADER + 12 * FRAME);
    assert.match(refusal(), /damaged after \d+ of 24896 bytes/);
    copyAsKilled();
    changeLog((log) => (log[log.length - 1]! ^= 1));
    runRemedy(refusal());
    assert.equal(countInvoices(), MANY - 1);
  });

  it('is not needed if everything is in the file; then nothing is lost', async () => {
    await takeIn(MANY);
    sqlite.all('PRAGMA wal_checkpoint(PASSIVE)');
    copyAsKilled();
    changeLog((log) => (log[HEADER + 100]! ^= 1));
    const message = refusal();
    assert.match(message, /everything stands in the file already/);
    runRemedy(message);
    assert.equal(countInvoices(), MANY);
  });

  it('may end with an uncommitted transaction', async () => {
    await takeIn(MANY);
    copyAsKilled();
    const log = readFileSync(`${path}-wal`);
    // The beginning of an interrupted commit.
    writeFileSync(`${path}-wal`, Buffer.concat([log, log.subarray(HEADER, HEADER + 1.5 * FRAME)]));
    assert.equal(countInvoices(), MANY);
  });

  it('may hold a transaction that was rolled back, also without its index', async () => {
    await takeIn(2);
    sqlite.run('CREATE TABLE room (bytes BLOB)');
    assert.throws(() =>
      sqlite.transaction(() => {
        // The transaction exceeds the cache, so that it is in the log before it is rolled back.
        for (let n = 0; n < 30; n += 1) sqlite.run('INSERT INTO room VALUES (zeroblob(1000000))');
        throw new Error('undone');
      }),
    );
    await takeIn(2);
    copyAsKilled();
    const withIndex = countInvoices();
    copyAsKilled();
    rmSync(`${path}-shm`);
    assert.deepEqual([withIndex, countInvoices()], [4, 4]);
  });

  it('is refused beside a missing or empty file', async () => {
    await takeIn(1);
    copyAsKilled();
    rmSync(path);
    assert.match(refusal(), /is gone while its log/);
    writeFileSync(path, '');
    assert.match(refusal(), /is gone while its log/);
  });

  it('does not stop a process that starts while another writes', async () => {
    let writes = true;
    const writing = (async () => {
      while (writes) await Promise.all([takeIn(1), takeIn(1), pause(1)]);
    })();
    for (let n = 0; n < 20; n += 1) {
      countInvoices(join(folder.path, 'ids.db'));
      await pause(5);
    }
    writes = false;
    await writing;
  });

  it('is copied into the file within seconds after the last write of any process', async () => {
    await takeIn(MANY);
    const other = new Database(join(folder.path, 'ids.db'));
    other.exec("INSERT INTO meta (name, value) VALUES ('written by', 'another')");
    const alone = join(folder.path, 'alone.db');
    const copied = (): boolean => {
      copyFileSync(join(folder.path, 'ids.db'), alone);
      for (const part of ['-wal', '-shm']) rmSync(alone + part, { force: true });
      const db = new Database(alone);
      try {
        const rows = db.prepare("SELECT value FROM meta WHERE name = 'written by'").all();
        return rows.length === 1 && countInvoices(alone) === MANY;
      } catch {
        return false;
      } finally {
        db.close();
      }
    };
    await until(copied, 'the log is copied', undefined, 200);
    other.close();
    assert.ok(existsSync(alone));
  });
});
