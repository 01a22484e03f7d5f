import assert from 'node:assert/strict';
import { join } from 'node:path';
import { LOCK_PATIENCE_MS } from '../../../src/adapters/sqlite/locks.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import type { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
import { emptyFolder } from '../../support/folder.ts';
import { lockedByAnother } from '../../support/locked.ts';
import { leaveTime } from '../../support/until.ts';

const isBusy = (error: unknown): boolean =>
  error instanceof CallFailed && error.failure.kind === 'busy' && error.cause instanceof Error;

describe('a SQLite file that another program keeps locked', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let path: string;
  let sqlite: Sqlite;
  beforeEach(() => {
    folder = emptyFolder();
    path = join(folder.path, 'ids.db');
    writeEmptyStore(path);
    sqlite = openSqlite(path, 'sandbox');
    sqlite.run('CREATE TABLE t (b INTEGER) STRICT');
  });
  afterEach(() => {
    sqlite.close();
    folder.remove();
  });
  const insert = (b: number) => sqlite.run('INSERT INTO t (b) VALUES (@b)', { b });
  const readRows = () => sqlite.read(() => sqlite.all('SELECT b FROM t ORDER BY b').map(({ b }) => b));

  it('stops neither the event loop nor reads', async () => {
    const release = await lockedByAnother(path);
    const written = [sqlite.write(() => insert(1)), sqlite.writeToDisk(() => insert(2))];
    await leaveTime(50);
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 10);
    const late = sqlite.write(() => insert(3));
    // The lock is held until after the read: a read that waits for it is refused as busy.
    assert.deepEqual(await readRows(), []);
    await leaveTime(1000);
    clearInterval(counting);
    // A write that waits in the driver would block the loop for the whole second.
    assert.ok(turns > 2, `the loop had ${turns} turns`);
    await release();
    await Promise.all([...written, late]);
    assert.deepEqual(await readRows(), [1, 2, 3]);
  });

  it('is busy for all writes that have waited for the limit', async () => {
    const release = await lockedByAnother(path);
    const began = performance.now();
    const refused = [1, 2, 3].map((b) =>
      assert.rejects(
        sqlite.writeToDisk(() => insert(b)),
        isBusy,
      ),
    );
    await refused[0];
    const late = sqlite.write(() => insert(4));
    await Promise.all(refused);
    // A timer may be a millisecond early.
    assert.ok(performance.now() - began >= LOCK_PATIENCE_MS - 5);
    await release();
    // Those that were refused did not wait one after the other: it still had its time.
    await late;
    assert.deepEqual(await readRows(), [4]);
  });

  it('lets a read try again without blocking the event loop', async () => {
    let tries = 0;
    const read = sqlite.read(() => {
      tries += 1;
      if (tries < 5) throw Object.assign(new Error('locked'), { code: 'SQLITE_BUSY_RECOVERY' });
      return 'read';
    });
    assert.equal(tries, 1);
    assert.equal(await read, 'read');
    assert.equal(tries, 5);
  });
});
