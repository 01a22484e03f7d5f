import assert from 'node:assert/strict';
import { join } from 'node:path';
import Database from 'libsql';
import { bind } from '../../../src/adapters/sqlite/bind.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { codeOf } from '../../../src/adapters/sqlite/driver-errors.ts';
import { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import { WriteAheadLog } from '../../../src/adapters/sqlite/write-ahead-log.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
import { emptyFolder } from '../../support/folder.ts';

describe('the binding of values to SQL', () => {
  for (const value of ['', 'ä\n', 0, -1.5, 2 ** 53, 1n, Buffer.from('x'), null])
    it(`accepts ${typeof value} ${String(value)}`, () => assert.equal(bind(value), value));

  const refused: [string, unknown][] = [
    ['true', true],
    ['false', false],
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a date', new Date()],
    ['a plain object', {}],
    ['an array', ['x']],
    ['bytes that are not a Buffer', new Uint8Array(2)],
    ['text with a NUL character', 'cut\u0000here'],
  ];
  for (const [what, value] of refused)
    it(`refuses ${what}`, () => assert.throws(() => bind(value), /cannot be bound to SQL/));

  it('does not reveal the refused text', () =>
    assert.throws(
      () => bind('secret\u0000'),
      (error) => error instanceof TypeError && !error.message.includes('secret'),
    ));
});

describe('the SQLite connection', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let sqlite: Sqlite;
  beforeEach(() => {
    folder = emptyFolder();
    const path = join(folder.path, 'ids.db');
    writeEmptyStore(path);
    sqlite = openSqlite(path, 'sandbox');
    sqlite.run('CREATE TABLE t (a TEXT, b INTEGER UNIQUE) STRICT');
  });
  afterEach(() => {
    sqlite.close();
    folder.remove();
  });

  it('never returns the row of an earlier call', () => {
    const select = 'SELECT b FROM t WHERE b = @b';
    sqlite.run("INSERT INTO t (a, b) VALUES ('x', 1), ('y', 2)");
    assert.deepEqual(sqlite.all(select, { b: 2 }), [{ b: 2 }]);
    assert.equal(sqlite.one(select, { b: 77 }), undefined);
    assert.deepEqual(sqlite.one(select, { b: 1 }), { b: 1 });
    assert.deepEqual(sqlite.all(select, { b: 77 }), []);
  });

  it('refuses a call that leaves a parameter out', () => {
    const insert = 'INSERT INTO t (a, b) VALUES (@a, @b)';
    sqlite.run(insert, { a: 'x', b: 1 });
    assert.throws(() => sqlite.run(insert, { a: 'y' }), /cannot be bound/);
    assert.throws(() => sqlite.all('SELECT @b AS b'), /cannot be bound/);
  });

  it('rolls back a transaction that throws, and continues', async () => {
    await assert.rejects(
      sqlite.write(() => {
        sqlite.run("INSERT INTO t (a, b) VALUES ('x', 1)");
        sqlite.run("INSERT INTO t (a, b) VALUES ('y', 1)");
      }),
    );
    assert.deepEqual(sqlite.all('SELECT * FROM t'), []);
    await sqlite.write(() => sqlite.run("INSERT INTO t (a, b) VALUES ('x', 1)"));
    assert.equal(sqlite.all('SELECT * FROM t').length, 1);
  });

  it('lets each write of a group succeed or fail by itself', async () => {
    const insert = (b: number) => sqlite.run("INSERT INTO t (a, b) VALUES ('x', @b)", { b });
    const results = await Promise.allSettled([
      sqlite.writeToDisk(() => insert(1)),
      sqlite.writeToDisk(() => [insert(2), insert(1)]),
      sqlite.writeToDisk(() => insert(3)),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(sqlite.all('SELECT b FROM t ORDER BY b'), [{ b: 1 }, { b: 3 }]);
  });

  it('refuses the whole group if its transaction cannot begin', async () => {
    const writes = [1, 2].map((b) =>
      sqlite.writeToDisk(() => sqlite.run('DELETE FROM t WHERE b = @b', { b })),
    );
    sqlite.close();
    for (const write of writes)
      await assert.rejects(write, (error) => error instanceof CallFailed && error.failure.kind === 'busy');
  });

  it('flushes its log to the disk', async () => {
    const level = () => sqlite.one('PRAGMA synchronous')?.['synchronous'];
    assert.equal(sqlite.one('PRAGMA journal_mode')?.['journal_mode'], 'wal');
    assert.equal(level(), 1);
    await sqlite.writeToDisk(() => sqlite.run("INSERT INTO t (a, b) VALUES ('x', 1)"));
    assert.equal(sqlite.all('SELECT * FROM t').length, 1);
  });

  it('answers busy after it is closed', async () => {
    const isBusy = (error: unknown) => error instanceof CallFailed && error.failure.kind === 'busy';
    sqlite.all('SELECT * FROM t');
    sqlite.close();
    assert.throws(() => sqlite.all('SELECT * FROM t'), isBusy);
    await assert.rejects(
      sqlite.write(() => sqlite.run('DELETE FROM t')),
      isBusy,
    );
  });

  it('answers busy if the disk is full, and continues after there is room', async () => {
    const isBusy = (error: unknown) => error instanceof CallFailed && error.failure.kind === 'busy';
    const fill = () => sqlite.write(() => sqlite.run('INSERT INTO room VALUES (zeroblob(1000000))'));
    sqlite.run('CREATE TABLE room (bytes BLOB)');
    sqlite.run('PRAGMA max_page_count=20');
    await assert.rejects(fill(), isBusy);
    sqlite.run('PRAGMA max_page_count=100000');
    await fill();
  });
});

describe('a SQLite connection whose disk is slow', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let sqlite: Sqlite;
  let isBroken: boolean;
  let flushes: { readonly end: () => void; readonly fail: (error: Error) => void }[];
  beforeEach(() => {
    folder = emptyFolder();
    flushes = [];
    isBroken = false;
    const log = {
      flush: () => {
        if (isBroken) throw new Error('EIO');
        flushes.push({ end: () => undefined, fail: () => undefined });
      },
      onDisk: () => new Promise<void>((end, fail) => flushes.push({ end, fail })),
      whenQuiet: () => undefined,
      close: () => undefined,
    };
    sqlite = new Sqlite(new Database(join(folder.path, 'ids.db')), log);
    sqlite.run('CREATE TABLE t (b INTEGER) STRICT');
  });
  afterEach(() => {
    sqlite.close();
    folder.remove();
  });
  const insert = () => sqlite.run('INSERT INTO t (b) VALUES (1)');
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('resolves only after a write is on disk, with one flush for a group', async () => {
    const resolved: number[] = [];
    for (const b of [1, 2]) void sqlite.writeToDisk(insert).then(() => resolved.push(b));
    await turn();
    await turn();
    assert.equal(sqlite.all('SELECT b FROM t').length, 2);
    assert.deepEqual([resolved, flushes.length], [[], 1]);
    flushes[0]!.end();
    await turn();
    assert.deepEqual(resolved, [1, 2]);
  });

  it('continues other work while several wait', async () => {
    const written = [sqlite.writeToDisk(insert), sqlite.writeToDisk(insert)];
    await turn();
    await sqlite.write(insert);
    flushes[0]!.end();
    await Promise.all(written);
  });

  it('flushes for a single write, too, but not for writes that need not be on disk', async () => {
    await sqlite.writeToDisk(insert);
    assert.equal(flushes.length, 1);
    await sqlite.write(insert);
    assert.equal(flushes.length, 1);
    assert.equal(sqlite.all('SELECT b FROM t').length, 2);
  });

  for (const waiting of [1, 2])
    it(`fails for good after a flush for ${waiting} has failed`, async () => {
      isBroken = true;
      const written = Array.from({ length: waiting }, () => sqlite.writeToDisk(insert));
      const refused = written.map((one) => assert.rejects(one, /the disk failed to keep/));
      await turn();
      flushes[0]?.fail(new Error('EIO'));
      await Promise.all(refused);
      assert.throws(() => sqlite.all('SELECT b FROM t'), /the disk failed to keep/);
      await assert.rejects(sqlite.writeToDisk(insert), /the disk failed to keep/);
    });
});

describe('a SQLite connection whose disk fails', () => {
  const CODES: Readonly<Record<string, boolean>> = {
    SQLITE_IOERR_READ: true,
    SQLITE_IOERR_SHORT_READ: true,
    SQLITE_IOERR_WRITE: true,
    SQLITE_IOERR_FSYNC: true,
    SQLITE_IOERR_TRUNCATE: true,
    SQLITE_IOERR_CORRUPTFS: true,
    SQLITE_IOERR_NOMEM: false,
    SQLITE_IOERR_SHMSIZE: false,
    SQLITE_IOERR_LOCK: false,
    SQLITE_FULL: false,
    SQLITE_BUSY: false,
    SQLITE_CORRUPT: false,
  };
  const failing = (code: string): Database.Database => {
    const fail = (): never => {
      throw Object.assign(new Error(code), { code });
    };
    return {
      prepare: () => ({ all: fail, run: fail }),
      inTransaction: false,
    } as unknown as Database.Database;
  };
  const log = {
    flush: () => undefined,
    onDisk: async () => undefined,
    whenQuiet: () => undefined,
    close: () => undefined,
  };

  for (const [code, isLost] of Object.entries(CODES))
    it(`${isLost ? 'is lost with' : 'goes on after'} ${code}`, () => {
      const sqlite = new Sqlite(failing(code), log);
      const causes: unknown[] = [];
      sqlite.whenLost((cause) => causes.push(codeOf(cause)));
      for (let times = 0; times < 2; times += 1) assert.throws(() => sqlite.all('SELECT 1'));
      assert.deepEqual(causes, isLost ? [code] : []);
      assert.throws(
        () => sqlite.run('SELECT 2'),
        isLost ? /the disk failed to keep/ : (error) => !/disk failed/.test(String(error)),
      );
    });
});

describe('the write-ahead log', () => {
  it('flushes again for writes that arrive during a flush', async () => {
    const folder = emptyFolder();
    const path = join(folder.path, 'ids.db');
    const sqlite = openSqlite(path, 'sandbox');
    const log = new WriteAheadLog(path);
    const first = log.onDisk();
    assert.equal(log.onDisk(), first);
    await Promise.resolve();
    const second = log.onDisk();
    assert.notEqual(second, first);
    await Promise.all([first, second]);
    log.close();
    sqlite.close();
    folder.remove();
  });
});
