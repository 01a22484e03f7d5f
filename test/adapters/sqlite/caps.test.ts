import assert from 'node:assert/strict';
import sinon from 'sinon';
import { SqliteCaps } from '../../../src/adapters/sqlite/sqlite-caps.ts';
import { memorySqlite } from '../../support/memory-stores.ts';
import { after } from '../../support/records.ts';

describe('caps in SQLite', () => {
  const cap = { key: 'PL-KSEF acme send', windows: [{ seconds: 60, limit: 3 }] };

  /** Two processes on one store, and the statements that both of them make. */
  function open() {
    const sqlite = memorySqlite();
    const spies = [sinon.spy(sqlite, 'all'), sinon.spy(sqlite, 'run')];
    const statements = (): number =>
      spies.flatMap((spy) => spy.args).filter(([sql]) => / cap /.test(sql)).length;
    return { caps: new SqliteCaps(sqlite), other: new SqliteCaps(sqlite), statements };
  }

  it('take one statement for a permit and one for its end', async () => {
    const { caps, statements } = open();
    await caps.take(cap, after(0));
    await caps.end(cap, { countedAt: after(0) }, after(1));
    const first = statements();
    assert.deepEqual(await caps.take(cap, after(2)), { taken: true });
    await caps.end(cap, { countedAt: after(2) }, after(3));
    assert.equal(statements() - first, 2);
  });

  it('count the calls of another process, also after their own change', async () => {
    const { caps, other } = open();
    for (const [n, one] of [caps, other, caps].entries()) {
      assert.deepEqual(await one.take(cap, after(n)), { taken: true });
      await one.end(cap, { countedAt: after(n) }, after(n));
    }
    for (const one of [other, caps]) assert.equal((await one.take(cap, after(10))).taken, false);
    assert.deepEqual(await other.take(cap, after(60_000)), { taken: true });
    assert.equal((await caps.take(cap, after(60_000))).taken, false);
  });

  it('begin again after the rows of a client were removed', async () => {
    const sqlite = memorySqlite();
    const [caps, other] = [new SqliteCaps(sqlite), new SqliteCaps(sqlite)];
    await caps.take(cap, after(0));
    sqlite.run('DELETE FROM cap');
    for (const n of [1, 2, 3]) assert.deepEqual(await other.take(cap, after(n)), { taken: true });
    assert.equal((await caps.take(cap, after(4))).taken, false);
  });
});
