import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { copySqlite } from '../../../src/adapters/sqlite/copy-sqlite.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { MIGRATIONS } from '../../../src/adapters/sqlite/migrations/all.ts';
import { StoreRefused, type StoreRefusedReason } from '../../../src/ports/store-refused.ts';
import { forkBuilt } from '../../support/built.ts';
import { emptyFolder } from '../../support/folder.ts';
import { lockedByAnother } from '../../support/locked.ts';
import { WITH_NEXT } from '../../support/next-migration.ts';
import { after, anIntake, START } from '../../support/records.ts';
import { until } from '../../support/until.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';

const NOBODY = 65534;
const PAGE_BYTES = 2048;
/** Rows as release 0.1.0 writes them. */
const FIRST_ROWS = readFileSync(new URL('./first-rows.sql', import.meta.url), 'utf8');

/** A store as a program with so many migrations makes it. */
const storeOfVersion = (version: number): string =>
  `${WITH_NEXT.slice(0, version).join('')}
   INSERT INTO meta VALUES ('environment', 'sandbox'), ('schema', '${version}');`;
const CURRENT = storeOfVersion(MIGRATIONS.length);

/** SHA-256 of each migration that is part of a release. */
const RELEASED = ['ea226e95a11c8544d1a979da7b165246590bafc5170619c31e6a516a46e9f98b'];

describe('opening a SQLite store', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let path: string;
  beforeEach(() => {
    folder = emptyFolder();
    path = join(folder.path, 'ids.db');
  });
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    folder.remove();
  });
  const fork = (program: string, ...words: string[]): ChildProcess => {
    const child = forkBuilt(`support/${program}`, words);
    children.push(child);
    return child;
  };

  const assertRefused = (
    reason: StoreRefusedReason,
    at = path,
    environment: 'sandbox' | 'production' = 'sandbox',
  ): StoreRefused => {
    let refused: unknown;
    assert.throws(
      () => openSqlite(at, environment),
      (error) => {
        refused = error;
        return true;
      },
    );
    assert.ok(refused instanceof StoreRefused, String(refused));
    assert.equal(refused.reason, reason);
    assert.match(refused.message, /^STORE_URL names .*\.$/);
    assert.ok(!refused.message.includes('\n'));
    return refused;
  };

  const execute = (sql: string) => {
    const db = new Database(path);
    db.exec(sql);
    db.close();
  };

  it('creates file and folders, and opens them again', async () => {
    const deep = join(folder.path, 'a', 'b', 'ids.db');
    openSqlite(deep, 'sandbox').close();
    assert.ok(existsSync(deep));
    const again = openSqlite(deep, 'sandbox');
    assert.equal(await sqliteStores(again).keys.isEmpty(), true);
    again.close();
  });

  const modeOf = (at: string): string => (statSync(at).mode & 0o777).toString(8);
  const parts = ['', '-wal', '-shm'];

  it('creates files for their owner only, and makes copied files private', () => {
    const deep = join(folder.path, 'data', 'ids.db');
    const before = process.umask(0);
    try {
      const sqlite = openSqlite(deep, 'sandbox');
      assert.deepEqual(
        [modeOf(join(folder.path, 'data')), ...parts.map((part) => modeOf(deep + part))],
        ['700', '600', '600', '600'],
      );
      for (const part of parts) copyFileSync(deep + part, path + part);
      sqlite.close();
    } finally {
      process.umask(before);
    }
    for (const part of parts) chmodSync(path + part, 0o644);
    const sqlite = openSqlite(path, 'sandbox');
    assert.deepEqual(
      parts.map((part) => modeOf(path + part)),
      ['600', '600', '600'],
    );
    sqlite.close();
  });

  it('makes small pages and leaves those of an older store, with logs of one length', () => {
    const shape = (at: string) => {
      const sqlite = openSqlite(at, 'sandbox');
      try {
        const page = Number(sqlite.one('PRAGMA page_size')?.['page_size']);
        return { page, log: page * Number(sqlite.one('PRAGMA wal_autocheckpoint')?.['wal_autocheckpoint']) };
      } finally {
        sqlite.close();
      }
    };
    execute(CURRENT);
    assert.deepEqual(shape(path), { page: 4096, log: 65_536_000 });
    const fresh = join(folder.path, 'new.db');
    assert.deepEqual(shape(fresh), { page: PAGE_BYTES, log: 65_536_000 });
    assert.deepEqual(shape(fresh), { page: PAGE_BYTES, log: 65_536_000 }, 'opened again');
    const copy = join(folder.path, 'copy.db');
    copySqlite(path, copy);
    assert.equal(shape(copy).page, 4096, 'a backup has the pages of its store');
  });

  it('leaves everything in the file itself after the last process closes it', async () => {
    const sqlite = openSqlite(path, 'sandbox');
    await sqlite.writeToDisk(() => sqlite.run("INSERT INTO meta (name, value) VALUES ('kept', 'yes')"));
    sqlite.close();
    const copy = join(folder.path, 'copy.db');
    copyFileSync(path, copy);
    const copied = openSqlite(copy, 'sandbox');
    assert.equal(copied.one("SELECT value FROM meta WHERE name = 'kept'")?.['value'], 'yes');
    copied.close();
  });

  it('brings a store of the first version up to date with all its data', async () => {
    execute(storeOfVersion(1) + FIRST_ROWS);
    const sqlite = openSqlite(path, 'sandbox', undefined, WITH_NEXT);
    assert.equal(
      sqlite.one("SELECT value FROM meta WHERE name = 'schema'")?.['value'],
      String(WITH_NEXT.length),
    );
    const stores = sqliteStores(sqlite);
    const record = (await stores.invoices.find('inv_0123456789abcdef01234567'))!;
    assert.deepEqual(withEnglish([record.invoiceRef, record.care[0]?.openedAt, record.errors[0]?.message]), [
      'RE-1',
      START,
      "it's wrong",
    ]);
    assert.equal((await stores.eventFeed.events(record.id)).length, 1);
    const { byState, openCare } = await stores.invoices.tally(START);
    assert.deepEqual(byState, { [record.state]: 1 });
    assert.deepEqual(
      openCare.map(({ code }) => code),
      record.care.filter(({ handledAt }) => !handledAt).map(({ code }) => code),
    );
    assert.equal((await stores.invoices.list({ sort: 'newest', page: 1, pageSize: 25 })).total, 1);
    assert.equal((await stores.eventFeed.outbox(undefined, 10))[0]?.invoiceId, record.id);
    assert.equal((await stores.audit.recent({ limit: 10 }))[0]?.action, 'route_chosen');
    assert.equal((await stores.keys.findByHash('e'.repeat(64)))?.label, 'ERP');
    const again = await stores.idempotency.claim({
      space: 'client:acme',
      key: 'key-12345',
      requestHash: 'd'.repeat(64),
      claimId: 'x',
      now: after(60_000),
      leaseUntil: after(90_000),
      expiresAt: null,
    });
    assert.equal(again.outcome, 'answered');
    assert.equal(
      Buffer.from((await stores.sealed.content('acme', 'a'.repeat(64)))!).toString(),
      'sealed bytes',
    );
    assert.equal(await stores.sealed.dataKey('acme'), 'wrapped');
    assert.equal(await stores.clock.offsetMs(), 5000);
    assert.deepEqual(sqlite.all('SELECT * FROM job'), []);
    sqlite.close();
  });

  /** Its store is closed: SQLite has removed the log, unless another process has the store open. */
  const untilEnded = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };

  /** Reads a copy, so that this process does not have the file open. None that does may close it meanwhile. */
  const versionIn = (at: string): unknown => {
    const copy = join(folder.path, 'copy.db');
    for (const part of parts) if (existsSync(at + part)) copyFileSync(at + part, copy + part);
    const db = new Database(copy);
    const rows = db.prepare("SELECT value FROM meta WHERE name = 'schema'").all([]);
    db.close();
    for (const part of parts) rmSync(copy + part, { force: true });
    return rows;
  };
  const version = (number: number) => [{ value: String(number) }];

  it('does not change an older store while another process has it open, reports that, and migrates it afterwards', async () => {
    execute(CURRENT);
    const holder = fork('file-holder.ts', path);
    await once(holder, 'message');
    const opened = () => fork('opener.ts', path, '200');
    const [refused] = (await once(opened(), 'message')) as [{ reason: string; message: string }];
    assert.equal(refused.reason, 'in-use');
    assert.match(
      refused.message,
      /^STORE_URL names \S+, a store of an older version that another process has open; stop that process, .*\.$/,
    );
    assert.deepEqual(versionIn(path), version(MIGRATIONS.length));
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const next = opened();
    const [message] = await once(next, 'message');
    assert.deepEqual(message, { journal: 'wal' });
    await untilEnded(next);
    assert.deepEqual(versionIn(path), version(WITH_NEXT.length));
  });

  it('brings an older store up to date as soon as the other process ends', async () => {
    execute(CURRENT);
    const holder = fork('file-holder.ts', path);
    await once(holder, 'message');
    const opener = fork('opener.ts', path, '60000', 'tell');
    await once(opener, 'message');
    holder.kill('SIGKILL');
    assert.deepEqual((await once(opener, 'message'))[0], { journal: 'wal' });
  });

  it('lets one of several waiting processes bring an older store up to date, and all of them open it', async () => {
    execute(CURRENT);
    const holder = fork('file-holder.ts', path);
    await once(holder, 'message');
    const openers = Array.from({ length: 3 }, () => fork('opener.ts', path, '30000'));
    const message = Promise.all(openers.map(async (opener) => (await once(opener, 'message'))[0] as object));
    await until(() => openers.every(hasPartOpen), 'all wait', 60_000);
    holder.kill('SIGKILL');
    assert.deepEqual(await message, Array(3).fill({ journal: 'wal' }));
    await Promise.all(openers.map(untilEnded));
    assert.deepEqual(versionIn(path), version(WITH_NEXT.length));
    assert.equal(existsSync(`${path}-start`), false);
  });

  /** Whether the process has the store or a file beside it open. */
  const hasPartOpen = ({ pid }: ChildProcess): boolean =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`).startsWith(path));
  function linkOf(file: string): string {
    try {
      return readlinkSync(file);
    } catch {
      // The file was closed meanwhile.
      return '';
    }
  }

  it('waits for another process that brings the store up to date, and reports it if that takes too long', async () => {
    execute(CURRENT);
    const holder = fork('file-holder.ts', path);
    await once(holder, 'message');
    const first = fork('opener.ts', path, '60000');
    await until(() => isLocked(`${path}-start`), 'the first one is about to migrate', 60_000);
    const [refused] = (await once(fork('opener.ts', path, '20'), 'message')) as [{ message: string }];
    assert.match(
      refused.message,
      /another process is bringing up to date; start this one once that is done\.$/,
    );
    holder.kill('SIGKILL');
    assert.deepEqual((await once(first, 'message'))[0], { journal: 'wal' });
  });

  function isLocked(file: string): boolean {
    const db = new Database(file, { timeout: 0 });
    try {
      db.exec('BEGIN EXCLUSIVE; ROLLBACK');
      return false;
    } catch {
      return true;
    } finally {
      db.close();
    }
  }

  it('is done at once beside another process if the store is up to date', async () => {
    openSqlite(path, 'sandbox', undefined, WITH_NEXT).close();
    const holder = fork('file-holder.ts', path);
    await once(holder, 'message');
    const [message] = await once(fork('opener.ts', path, '0'), 'message');
    assert.deepEqual(message, { journal: 'wal' });
  });

  const tablesOf = (at: string, migrations = MIGRATIONS) => {
    const sqlite = openSqlite(at, 'sandbox', undefined, migrations);
    const rows = sqlite.all('SELECT name, type, tbl_name FROM sqlite_schema ORDER BY name');
    sqlite.close();
    return rows;
  };

  for (const older of WITH_NEXT.keys())
    it(`gives the same tables to a new store and to one of version ${older + 1}`, () => {
      execute(storeOfVersion(older + 1));
      assert.deepEqual(tablesOf(path, WITH_NEXT), tablesOf(join(folder.path, 'new.db'), WITH_NEXT));
    });

  it('runs each statement of a migration, those of a trigger as one', () => {
    execute(CURRENT + FIRST_ROWS);
    assert.deepEqual(tablesOf(path, WITH_NEXT), tablesOf(join(folder.path, 'new.db'), WITH_NEXT));
    const sqlite = openSqlite(path, 'sandbox', undefined, WITH_NEXT);
    sqlite.run("UPDATE next_number SET number = 8 WHERE id = 'inv_0123456789abcdef01234567'");
    const numbers = sqlite.all('SELECT id, number, changes FROM next_number');
    assert.deepEqual(numbers, [{ id: 'inv_0123456789abcdef01234567', number: 8, changes: 1 }]);
    sqlite.close();
  });

  it('does not change a store if a migration fails', () => {
    execute(`${CURRENT} CREATE TABLE next_number (in_the_way TEXT) STRICT;`);
    assert.throws(() => openSqlite(path, 'sandbox', undefined, WITH_NEXT), /next_number/);
    assert.deepEqual(versionIn(path), version(MIGRATIONS.length));
  });

  it('never changes a released migration: stores of it exist', () => {
    const hashes = MIGRATIONS.map((migration) => createHash('sha256').update(migration).digest('hex'));
    assert.deepEqual(hashes.slice(0, RELEASED.length), RELEASED);
  });

  it('refuses a store of a newer program and does not touch it', () => {
    openSqlite(path, 'sandbox').close();
    execute("UPDATE meta SET value = '99' WHERE name = 'schema'");
    assertRefused('newer-store');
    const db = new Database(path);
    assert.deepEqual(db.prepare("SELECT value FROM meta WHERE name = 'schema'").all(), [{ value: '99' }]);
    db.close();
  });

  it('refuses a store of a program before the first release, says what to do, and does not touch it', () => {
    execute(`CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      INSERT INTO meta VALUES ('environment', 'sandbox'), ('schema_version', '8')`);
    const rows = readRows();
    assert.match(assertRefused('older-store').message, /name another file, or move this one away/);
    assert.deepEqual(readRows(), rows);
    assert.throws(
      () => copySqlite(path, join(folder.path, 'copy.db')),
      /of a program before release 0\.1\.0/,
    );
  });

  const readRows = (): unknown => {
    const db = new Database(path);
    const rows = db
      .prepare(
        "SELECT name, '' AS value FROM sqlite_schema UNION ALL SELECT name, value FROM meta ORDER BY 1",
      )
      .all([]);
    db.close();
    return rows;
  };

  it('refuses a store of the other environment', () => {
    openSqlite(path, 'sandbox').close();
    assertRefused('other-environment', path, 'production');
    openSqlite(path, 'sandbox').close();
  });

  it('refuses a file that is not a database', () => {
    writeFileSync(path, 'a text file, long enough to be taken for a header. '.repeat(100));
    assertRefused('not-a-store');
  });

  it('refuses a damaged database', () => {
    const sqlite = openSqlite(path, 'sandbox');
    sqlite.all('PRAGMA wal_checkpoint(TRUNCATE)');
    sqlite.close();
    const file = readFileSync(path);
    file.fill(7, PAGE_BYTES);
    writeFileSync(path, file);
    assertRefused('not-a-store');
  });

  it('refuses a database with a damaged page in the middle', async () => {
    const sqlite = openSqlite(path, 'sandbox');
    const { invoices } = sqliteStores(sqlite);
    await Promise.all(Array.from({ length: 200 }, () => invoices.takeIn(anIntake())));
    sqlite.close();
    const file = readFileSync(path);
    const middle = Math.floor(file.length / PAGE_BYTES / 2) * PAGE_BYTES;
    file.fill(7, middle, middle + PAGE_BYTES);
    writeFileSync(path, file);
    assertRefused('not-a-store');
  });

  it('refuses a file that another process keeps locked', async () => {
    openSqlite(path, 'sandbox').close();
    const letGo = await lockedByAnother(path);
    assertRefused('unreachable');
    await letGo();
  });

  it("refuses another program's database", () => {
    execute('CREATE TABLE customer (name TEXT)');
    assertRefused('not-a-store');
  });

  it('refuses a folder that is a file, and a file that is a folder', () => {
    writeFileSync(path, '');
    assertRefused('unreachable', join(path, 'ids.db'));
    assertRefused('unreachable', folder.path);
  });

  it('refuses a read-only folder', () => {
    chmodSync(folder.path, 0o500);
    // root may write everywhere, so the child runs as another user.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid!(NOBODY);
    try {
      assertRefused('unreachable');
    } finally {
      if (isRoot) process.seteuid!(0);
      chmodSync(folder.path, 0o700);
    }
  });

  it('lets many processes create one store at once', async () => {
    const children = [1, 2, 3, 4].map((n) => forkBuilt('support/racer.ts', [String(n)]));
    for (const child of children) child.send({ url: `sqlite:${path}`, race: 'keys' });
    for (const [message] of await Promise.all(children.map((child) => once(child, 'message'))))
      assert.equal(message, 'ready');
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(children.map((child) => once(child, 'exit')));
  });
});
