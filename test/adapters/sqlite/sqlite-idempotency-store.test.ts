import assert from 'node:assert/strict';
import { join } from 'node:path';
import Database from 'libsql';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import {
  SqliteIdempotencyStore,
  writeAnswer,
} from '../../../src/adapters/sqlite/sqlite-idempotency-store.ts';
import { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import { emptyFolder } from '../../support/folder.ts';
import { aClaim } from '../../support/records.ts';

const ANSWER = { status: 202, headers: {}, body: '{}', invoiceId: 'inv_1' };
const ORDER = aClaim();

describe('answers kept in SQLite', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let sqlite: Sqlite;
  let store: SqliteIdempotencyStore;
  let flushes: number;
  let isBroken: boolean;
  beforeEach(() => {
    folder = emptyFolder();
    const path = join(folder.path, 'ids.db');
    openSqlite(path, 'sandbox').close();
    flushes = 0;
    isBroken = false;
    const flush = (): void => {
      if (isBroken) throw new Error('EIO');
      flushes += 1;
    };
    sqlite = new Sqlite(new Database(path), {
      flush,
      onDisk: async () => flush(),
      whenQuiet: () => undefined,
      close: () => undefined,
    });
    store = new SqliteIdempotencyStore(sqlite);
  });
  afterEach(() => {
    sqlite.close();
    folder.remove();
  });

  async function claim() {
    const claimed = await store.claim(ORDER);
    assert.ok(claimed.outcome === 'claimed');
    return claimed.claim;
  }

  it('are on disk before the caller gets them', async () => {
    const held = await claim();
    assert.equal(flushes, 0);
    await store.keep(held, ANSWER);
    assert.equal(flushes, 1);
  });

  it('are repeated only from the disk: another process may commit before it flushes', async () => {
    const held = await claim();
    await sqlite.write(() => writeAnswer(sqlite, { claim: held, answer: ANSWER }));
    assert.deepEqual(await store.claim(ORDER), { outcome: 'answered', answer: ANSWER });
    assert.equal(flushes, 1);
    isBroken = true;
    await assert.rejects(store.claim(ORDER), /the disk failed to keep/);
  });
});
