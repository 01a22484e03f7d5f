import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { forkBuilt } from '../support/built.ts';
import { anIntake } from '../support/records.ts';
import { until } from '../support/until.ts';
import type { Kept, Open } from './kept.ts';

const newRacer = (name: string): ChildProcess => forkBuilt('support/racer.ts', [name]);

/** Lets a process open the store and wait for the start. */
async function enter(child: ChildProcess, kept: Kept, race: string): Promise<void> {
  child.send({ url: kept.url, race });
  const [result] = await once(child, 'message');
  assert.equal(result, 'ready');
}

async function ended(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}

/** The guarantees between processes, each with its own connection and event loop. */
export function describesRaces(open: Open): void {
  /** They run all races but the last one, each with a connection of its own: a start takes longer than most races. */
  let racers: readonly ChildProcess[];
  before(() => (racers = ['a', 'b'].map(newRacer)));
  after(() => Promise.all(racers.map(ended)));

  /** The results of two processes that run the race at the same time. */
  async function between<T>(kept: Kept, race: string): Promise<[T[], T[]]> {
    await Promise.all(racers.map((child) => enter(child, kept, race)));
    const results = racers.map(async (child) => {
      const [message] = (await once(child, 'message')) as [{ results: T[] }];
      return message.results;
    });
    for (const child of racers) child.send('go');
    return Promise.all(results) as Promise<[T[], T[]]>;
  }

  const race = (title: string, test: (kept: Kept) => Promise<void>) =>
    it(title, async () => {
      const kept = await open();
      try {
        await test(kept);
      } finally {
        await kept.close();
      }
    });

  race('store each document once', async (kept) => {
    const [a, b] = await between<{ taken?: string; holder?: string }>(kept, 'documents');
    for (const [n, one] of a.entries()) {
      const other = b[n]!;
      assert.equal([one.taken, other.taken].filter((id) => id !== undefined).length, 1);
      assert.equal(one.taken ?? one.holder, other.taken ?? other.holder);
    }
    assert.equal((await kept.invoices.list({ sort: 'newest', page: 1, pageSize: 25 })).total, 60);
    assert.equal((await kept.eventFeed.outbox(undefined, 1000)).length, 60);
  });

  race('lease each invoice once', async (kept) => {
    for (let n = 0; n < 40; n += 1) await kept.invoices.takeIn(anIntake({ id: `inv_${n}` }));
    const [a, b] = await between<number>(kept, 'leases');
    const leased = [...a, ...b].filter((n) => n >= 0).sort((x, y) => x - y);
    assert.deepEqual(
      leased,
      Array.from({ length: 40 }, (_, n) => n),
    );
  });

  race('leave no gap in a sequence', async (kept) => {
    await kept.invoices.takeIn(anIntake({ id: 'inv_0' }));
    const [a, b] = await between<number>(kept, 'commits');
    const expected = Array.from({ length: 51 }, (_, n) => n + 1);
    assert.deepEqual(
      [1, ...a, ...b].sort((x, y) => x - y),
      expected,
    );
    const outbox = await kept.eventFeed.outbox(undefined, 1000);
    assert.deepEqual(
      outbox.map(({ event }) => event.sequence),
      expected,
    );
  });

  race('limit a client to 20 valid keys', async (kept) => {
    const [a, b] = await between<string>(kept, 'keys');
    assert.equal([...a, ...b].filter((result) => result === 'added').length, 20);
  });

  race('give each Idempotency-Key to one request', async (kept) => {
    const [a, b] = await between<string>(kept, 'claims');
    for (const [n, one] of a.entries()) assert.deepEqual([one, b[n]].sort(), ['claimed', 'in-progress']);
  });

  race('count requests together', async (kept) => {
    const [a, b] = await between<number>(kept, 'rates');
    assert.equal([...a, ...b].filter((wait) => wait === 0).length, 50);
  });

  race('limit calls to a route to their cap together', async (kept) => {
    const [a, b] = await between<boolean>(kept, 'caps');
    assert.equal([...a, ...b].filter((taken) => taken).length, 50);
  });

  race('keep each acknowledged invoice if one is killed', async (kept) => {
    const acknowledged: string[] = [];
    for (const count of [1, 5, 20]) {
      const child = newRacer('a');
      await enter(child, kept, 'intake');
      const before = acknowledged.length;
      child.on('message', ({ acknowledged: id }: { acknowledged: string }) => acknowledged.push(id));
      child.send('go');
      await until(() => acknowledged.length >= before + count, `${count} invoices are taken in`);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    for (const id of acknowledged) {
      assert.equal((await kept.invoices.find(id))?.version, 1);
      assert.equal((await kept.eventFeed.events(id)).length, 1);
    }
    const { total } = await kept.invoices.list({ sort: 'newest', page: 1, pageSize: 25 });
    assert.equal((await kept.eventFeed.outbox(undefined, 1_000_000)).length, total);
  });
}
