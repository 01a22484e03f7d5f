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

const MANY = 30;
const HEADER = 32;
const FRAME = 24 + 4096;

describe('the write-ahead log of a store whose process was killed', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let sqlite: Sqlite;
  let path: string;
  beforeEach(() => {
    folder = emptyFolder();
    sqlite = openSqlite(join(folder.path, 'ids.db'), 'sandbox');
    // Until the end of the test the log is copied on demand only.
    sqlite.run('PRAGMA wal_autocheckpoint=0');
    path = join(folder.path, 'killed.db');
  });
  afterEach(() => {
    sqlite.close();
    folder.remove();
  });

  async function takesIn(count: number, store = sqlite): Promise<void> {
    for (let n = 0; n < count; n += 1) await sqliteStores(store).invoices.takeIn(anIntake());
  }

  /** What a kill leaves behind: the three files as they are now. */
  function killed(): void {
    for (const part of ['', '-wal', '-shm'])
      copyFileSync(`${join(folder.path, 'ids.db')}${part}`, path + part);
  }

  function held(at = path): number {
    const opened = openSqlite(at, 'sandbox');
    try {
      return Number(opened.one('SELECT count(*) AS invoices FROM invoice')?.['invoices']);
    } finally {
      opened.close();
    }
  }

  function refusal(): string {
    try {
      held();
    } catch (error) {
      assert.ok(error instanceof StoreRefused, String(error));
      assert.equal(error.reason, 'damaged-log');
      assert.match(error.message, /^STORE_URL names [^\n]*\.$/);
      return error.message;
    }
    return assert.fail('it was opened');
  }

  const doAsTold = (message: string): unknown =>
    execFileSync('sh', ['-c', / with: (.*)\.$/.exec(message)?.[1] ?? 'false']);

  const changed = (change: (log: Buffer) => void): void => {
    const log = readFileSync(`${path}-wal`);
    change(log);
    writeFileSync(`${path}-wal`, log);
  };

  it('is read to its end', async () => {
    await takesIn(MANY);
    killed();
    assert.equal(held(), MANY);
  });

  const DAMAGES: Readonly<Record<string, (log: Buffer) => void>> = {
    'a byte in the middle': (log) => (log[Math.floor(log.length / 2)]! ^= 1),
    'a byte of the first commit': (log) => (log[HEADER + 100]! ^= 1),
    'its header': (log) => (log[9]! ^= 1),
    'zeros in place of its header': (log) => log.fill(0, 0, HEADER),
    'nothing but noise': (log) => log.fill('noise'),
  };
  for (const [what, damage] of Object.entries(DAMAGES))
    for (const index of ['with', 'without'])
      it(`is refused when it has ${what}, ${index} the index beside it`, async () => {
        await takesIn(MANY);
        killed();
        changed(damage);
        if (index === 'without') rmSync(`${path}-shm`);
        doAsTold(refusal());
        assert.ok(held() < MANY, 'what was told keeps what can be read');
      });

  it('is refused when its end is gone, or the last commit is damaged', async () => {
    await takesIn(MANY);
    killed();
    truncateSync(`${path}-wal`, HEADER + 12 * FRAME);
    assert.match(refusal(), /damaged after \d+ of 49472 bytes/);
    killed();
    changed((log) => (log[log.length - 1]! ^= 1));
    doAsTold(refusal());
    assert.equal(held(), MANY - 1);
  });

  it('is not needed if everything is in the file; then nothing is given up', async () => {
    await takesIn(MANY);
    sqlite.all('PRAGMA wal_checkpoint(PASSIVE)');
    killed();
    changed((log) => (log[HEADER + 100]! ^= 1));
    const message = refusal();
    assert.match(message, /everything stands in the file already/);
    doAsTold(message);
    assert.equal(held(), MANY);
  });

  it('may end in what was never committed', async () => {
    await takesIn(MANY);
    killed();
    const log = readFileSync(`${path}-wal`);
    // The beginning of a commit, as its process left it.
    writeFileSync(`${path}-wal`, Buffer.concat([log, log.subarray(HEADER, HEADER + 1.5 * FRAME)]));
    assert.equal(held(), MANY);
  });

  it('may hold a transaction that was rolled back, also without its index', async () => {
    await takesIn(2);
    sqlite.run('CREATE TABLE room (bytes BLOB)');
    assert.throws(() =>
      sqlite.transaction(() => {
        // More than fits into memory: it stands in the log before it is undone.
        for (let n = 0; n < 30; n += 1) sqlite.run('INSERT INTO room VALUES (zeroblob(1000000))');
        throw new Error('undone');
      }),
    );
    await takesIn(2);
    killed();
    const withIndex = held();
    killed();
    rmSync(`${path}-shm`);
    assert.deepEqual([withIndex, held()], [4, 4]);
  });

  it('is refused beside a file that is gone or empty', async () => {
    await takesIn(1);
    killed();
    rmSync(path);
    assert.match(refusal(), /is gone while its log/);
    writeFileSync(path, '');
    assert.match(refusal(), /is gone while its log/);
  });

  it('is no obstacle to a process that starts while another writes', async () => {
    let writes = true;
    const writing = (async () => {
      while (writes) await Promise.all([takesIn(1), takesIn(1), pause(1)]);
    })();
    for (let n = 0; n < 20; n += 1) {
      held(join(folder.path, 'ids.db'));
      await pause(5);
    }
    writes = false;
    await writing;
  });

  it('is copied into the file within seconds of the last write, whichever process wrote it', async () => {
    await takesIn(MANY);
    const other = new Database(join(folder.path, 'ids.db'));
    other.exec("INSERT INTO meta (name, value) VALUES ('written by', 'another')");
    const alone = join(folder.path, 'alone.db');
    const copied = (): boolean => {
      copyFileSync(join(folder.path, 'ids.db'), alone);
      for (const part of ['-wal', '-shm']) rmSync(alone + part, { force: true });
      const db = new Database(alone);
      try {
        const rows = db.prepare("SELECT value FROM meta WHERE name = 'written by'").all();
        return rows.length === 1 && held(alone) === MANY;
      } catch {
        return false;
      } finally {
        db.close();
      }
    };
    const until = Date.now() + 5000;
    while (!copied()) {
      assert.ok(Date.now() < until, 'not within five seconds');
      await pause(200);
    }
    other.close();
    assert.ok(existsSync(alone));
  });
});
