import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bind } from '../../../src/adapters/sqlite/bind.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import type { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { emptyFolder } from '../../support/folder.ts';

describe('what is bound to SQL', () => {
  for (const value of ['', 'ä\n', 0, -1.5, 2 ** 53, 1n, Buffer.from('x'), null])
    it(`lets ${typeof value} ${String(value)} through`, () => assert.equal(bind(value), value));

  const refused: [string, unknown][] = [
    ['true', true],
    ['false', false],
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a date', new Date()],
    ['a plain object', {}],
    ['an array', ['x']],
    ['bytes that are no Buffer', new Uint8Array(2)],
    ['text with a NUL character', 'cut\u0000here'],
  ];
  for (const [what, value] of refused)
    it(`refuses ${what}`, () => assert.throws(() => bind(value), /cannot be bound to SQL/));

  it('does not tell the text that it refuses', () =>
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
    sqlite = openSqlite(join(folder.path, 'ids.db'), 'sandbox');
    sqlite.run('CREATE TABLE t (a TEXT, b INTEGER UNIQUE) STRICT');
  });
  afterEach(() => {
    sqlite.close();
    folder.remove();
  });

  it('never shows the row of the call before', () => {
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

  it('undoes a whole transaction that throws, and goes on', () => {
    for (const durability of ['full', 'normal'] as const) {
      assert.throws(() =>
        sqlite.write(durability, () => {
          sqlite.run("INSERT INTO t (a, b) VALUES ('x', 1)");
          sqlite.run("INSERT INTO t (a, b) VALUES ('y', 1)");
        }),
      );
      assert.deepEqual(sqlite.all('SELECT * FROM t'), []);
    }
    sqlite.write('full', () => sqlite.run("INSERT INTO t (a, b) VALUES ('x', 1)"));
    assert.equal(sqlite.all('SELECT * FROM t').length, 1);
  });

  it('waits for the disk in full transactions only', () => {
    const level = () => sqlite.one('PRAGMA synchronous')?.['synchronous'];
    sqlite.write('normal', () => assert.equal(level(), 1));
    sqlite.write('full', () => assert.equal(level(), 2));
    sqlite.write('normal', () => assert.equal(level(), 1));
    assert.equal(sqlite.one('PRAGMA journal_mode')?.['journal_mode'], 'wal');
  });

  it('lets each of those that wait for the disk together stand or fall by itself', async () => {
    const insert = (b: number) => sqlite.run("INSERT INTO t (a, b) VALUES ('x', @b)", { b });
    const results = await Promise.allSettled([
      sqlite.writeTogether(() => insert(1)),
      sqlite.writeTogether(() => [insert(2), insert(1)]),
      sqlite.writeTogether(() => insert(3)),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(sqlite.all('SELECT b FROM t ORDER BY b'), [{ b: 1 }, { b: 3 }]);
  });

  it('tells nobody of a group that it is written before all of it is', async () => {
    const seen: boolean[] = [];
    const reader = openSqlite(join(folder.path, 'ids.db'), 'sandbox');
    const writes = [1, 2].map(async (b) => {
      await sqlite.writeTogether(() => sqlite.run("INSERT INTO t (a, b) VALUES ('x', @b)", { b }));
      seen.push(reader.all('SELECT * FROM t').length === 2);
    });
    await Promise.all(writes);
    reader.close();
    assert.deepEqual(seen, [true, true]);
  });

  it('refuses all of a group whose transaction cannot be had', async () => {
    const writes = [1, 2].map((b) =>
      sqlite.writeTogether(() => sqlite.run('DELETE FROM t WHERE b = @b', { b })),
    );
    sqlite.close();
    for (const write of writes)
      await assert.rejects(write, (error) => error instanceof CallFailed && error.failure.kind === 'busy');
  });

  it('says busy once it is closed', () => {
    const isBusy = (error: unknown) => error instanceof CallFailed && error.failure.kind === 'busy';
    sqlite.all('SELECT * FROM t');
    sqlite.close();
    assert.throws(() => sqlite.all('SELECT * FROM t'), isBusy);
    assert.throws(() => sqlite.write('normal', () => sqlite.run('DELETE FROM t')), isBusy);
  });

  it('says busy when another process keeps the lock', async () => {
    const script = new URL('../../support/lock-holder.ts', import.meta.url);
    const child = fork(script, [join(folder.path, 'ids.db')], { execArgv: ['--import', 'tsx'] });
    await once(child, 'message');
    assert.throws(
      () => sqlite.write('normal', () => sqlite.run("INSERT INTO t (a, b) VALUES ('x', 1)")),
      (error) => error instanceof CallFailed && error.failure.kind === 'busy' && error.cause instanceof Error,
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    sqlite.write('normal', () => sqlite.run("INSERT INTO t (a, b) VALUES ('x', 1)"));
  });
});
