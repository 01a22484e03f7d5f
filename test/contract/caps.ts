import assert from 'node:assert/strict';
import type { Caps } from '../../src/ports/caps.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const WINDOWS = [
  { seconds: 1, limit: 3 },
  { seconds: 60, limit: 5 },
];

/** When it is free again, in milliseconds after the start; undefined when the call was counted. */
async function freeAfter(caps: Caps, ms: number, key = 'PL-KSEF acme send'): Promise<number | undefined> {
  const cap = { key, windows: WINDOWS };
  const taking = await caps.take(cap, after(ms));
  if (taking.taken) await caps.end(cap, { countedAt: after(ms) }, after(ms));
  return taking.taken ? undefined : taking.promised.getTime() - START.getTime();
}

export function describesCaps(open: Open): void {
  const it = on(open);

  it('counts up to the limit, then returns the wait', async ({ caps, other }) => {
    for (const ms of [100, 200, 300]) assert.equal(await freeAfter(caps, ms), undefined);
    assert.equal(await freeAfter(other.caps, 900), 1100);
    assert.equal(await freeAfter(caps, 1100), undefined);
    assert.equal(await freeAfter(caps, 1100), 1200);
  });

  it('gives waiting calls different times, and reserves no permit for them', async ({ caps, other }) => {
    for (const ms of [0, 100, 200]) await freeAfter(caps, ms);
    const told = [];
    for (const ms of [300, 301, 302, 303]) told.push(await freeAfter(ms % 2 ? other.caps : caps, ms));
    // Five in a minute: two places are left of the first, the others come with the next one.
    assert.deepEqual(told, [1000, 1100, 60_000, 60_100]);
    assert.equal(await freeAfter(caps, 1150), undefined, 'the call that was told 1000 did not come');
    assert.equal(await freeAfter(caps, 1150), undefined);
  });

  describe('of those who wait', () => {
    const HOUR = 3_600_000;
    const ask = async (caps: Caps, ms: number, turn?: number) => {
      const hourly = { key: 'hourly', windows: [{ seconds: 3600, limit: 1 }] };
      const taking = await caps.take(hourly, after(ms), turn === undefined ? turn : after(turn));
      if (taking.taken) await caps.end(hourly, { countedAt: after(ms) }, after(ms));
      return taking.taken ? undefined : taking.promised.getTime() - START.getTime();
    };

    it('each waiting call has a time of its own, however long the queue is', async ({ caps, other }) => {
      assert.equal(await ask(caps, 0), undefined);
      const turns = [];
      for (let n = 0; n < 5; n += 1) turns.push(await ask(n % 2 ? caps : other.caps, n));
      assert.deepEqual(turns, [HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 5 * HOUR]);
    });

    it('a call that looks in between keeps its time, and the queue grows no longer', async ({
      caps,
      other,
    }) => {
      for (const ms of [0, 1, 2]) await ask(caps, ms);
      for (const ms of [3, 600_000, HOUR - 1]) assert.equal(await ask(other.caps, ms, 2 * HOUR), 2 * HOUR);
      assert.equal(await ask(caps, HOUR - 1), 3 * HOUR);
    });

    it('a call that looks in between takes a permit that is free', async ({ caps }) => {
      for (const ms of [0, 1, 2]) await ask(caps, ms);
      assert.equal(await ask(caps, HOUR + 60_000, 2 * HOUR), undefined, 'the first was cancelled');
      assert.equal(await ask(caps, HOUR + 60_001), 2 * HOUR + 60_000, 'its time is past');
    });

    it('a call that is late for its time is the next', async ({ caps }) => {
      for (const ms of [0, 1, 2]) await ask(caps, ms);
      assert.equal(await ask(caps, HOUR + 500, 2 * HOUR), undefined, 'another one was faster');
      assert.equal(await ask(caps, HOUR + 900, HOUR), 2 * HOUR + 500);
    });

    it('a queue position given before the clock was set back is not waited for', async ({ caps }) => {
      for (const ms of [100 * HOUR, 100 * HOUR]) await ask(caps, ms);
      assert.equal(await ask(caps, 0, 101 * HOUR), HOUR);
    });
  });

  describe('calls on their way', () => {
    const cap = { key: 'slow', windows: [{ seconds: 1, limit: 2 }] };
    const took = async (caps: Caps, ms: number): Promise<boolean> => (await caps.take(cap, after(ms))).taken;

    it('count as made now, as their arrival time is unknown', async ({ caps, other }) => {
      assert.deepEqual([await took(caps, 0), await took(other.caps, 0)], [true, true]);
      assert.equal(await took(caps, 5000), false);
      await other.caps.end(cap, { countedAt: START }, after(5000));
      assert.equal(await took(caps, 5500), false, 'it may have arrived at its end');
      assert.equal(await took(caps, 6000), true);
      assert.equal(await took(caps, 7000), false, 'one is on its way still, and so is the next');
    });

    it('end by themselves after minutes, when their process has died', async ({ caps, other }) => {
      assert.deepEqual([await took(caps, 0), await took(caps, 0)], [true, true]);
      assert.equal(await took(other.caps, 120_000), false);
      assert.equal(await took(other.caps, 121_000), true);
      await caps.end(cap, { countedAt: START }, after(121_500));
      assert.equal(await took(other.caps, 121_600), true, 'who comes back late changes nothing');
    });
  });

  describe('a route that wants no calls for some time', () => {
    const cap = { key: 'blocked', windows: [{ seconds: 1, limit: 2 }] };
    const MINUTE = 60_000;
    const call = async (caps: Caps, ms: number, blockedUntil?: number): Promise<number | undefined> => {
      const taking = await caps.take(cap, after(ms));
      if (!taking.taken) return taking.promised.getTime() - START.getTime();
      const told = blockedUntil === undefined ? {} : { blockedUntil: after(blockedUntil) };
      await caps.end(cap, { countedAt: after(ms), ...told }, after(ms));
      return undefined;
    };
    const blockedUntil = async (caps: Caps, ms: number): Promise<number | undefined> => {
      const until = await caps.blockedUntil(cap, after(ms));
      return until && until.getTime() - START.getTime();
    };

    it('gets none of any process until then', async ({ caps, other }) => {
      assert.equal(await blockedUntil(caps, 0), undefined);
      await call(caps, 0, MINUTE);
      for (const one of [caps, other.caps]) {
        assert.equal(await blockedUntil(one, 30_000), MINUTE);
        assert.equal(await call(one, 30_000), MINUTE);
      }
      assert.equal(await blockedUntil(other.caps, MINUTE), undefined);
      assert.equal(await call(other.caps, MINUTE), undefined);
    });

    it('gets no call until the longest of several pauses ends', async ({ caps, other }) => {
      for (const one of [caps, other.caps]) await one.take(cap, START);
      await caps.end(cap, { countedAt: START, blockedUntil: after(2 * MINUTE) }, after(10));
      await other.caps.end(cap, { countedAt: START, blockedUntil: after(MINUTE) }, after(20));
      assert.equal(await blockedUntil(caps, 30), 2 * MINUTE);
    });

    it('takes a pause into account although its call had been given up', async ({ caps }) => {
      await caps.take(cap, START);
      await caps.end(cap, { countedAt: after(-1), blockedUntil: after(10 * MINUTE) }, after(5 * MINUTE));
      assert.equal(await blockedUntil(caps, 5 * MINUTE), 10 * MINUTE);
    });

    it('blocks no call until a clock that was set back has caught up', async ({ caps }) => {
      const HOUR = 60 * MINUTE;
      await call(caps, HOUR, HOUR + MINUTE);
      assert.equal(await call(caps, 0), undefined);
      assert.equal(await blockedUntil(caps, 1), undefined);
    });
  });

  it('lets windows begin anywhere', async ({ caps }) => {
    for (const ms of [900, 950, 999]) await freeAfter(caps, ms);
    assert.equal(await freeAfter(caps, 1001), 1900);
  });

  it('counts in every window or in none', async ({ caps }) => {
    for (const ms of [0, 1, 2, 2000, 2001]) assert.equal(await freeAfter(caps, ms), undefined);
    assert.equal(await freeAfter(caps, 2002), 60_000);
    assert.equal(await freeAfter(caps, 60_000), undefined);
    assert.equal(await freeAfter(caps, 60_000), 60_001);
  });

  it('counts different keys separately', async ({ caps, other }) => {
    for (const ms of [0, 0, 0]) await freeAfter(caps, ms);
    assert.equal(await freeAfter(other.caps, 0, 'PL-KSEF müller send'), undefined);
    assert.equal(await freeAfter(caps, 0, 'PL-KSEF acme poll'), undefined);
    assert.equal(await freeAfter(caps, 0), 1000);
  });

  it('lets exactly the limit through when many ask at once', async ({ caps, other }) => {
    const wide = [
      { seconds: 1, limit: 20 },
      { seconds: 3600, limit: 180 },
    ];
    const takings = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 ? caps : other.caps).take({ key: 'at once', windows: wide }, START),
      ),
    );
    assert.equal(takings.filter(({ taken }) => taken).length, 20);
  });

  it('never holds more than the limit in any span, however calls come', async ({ caps, other }) => {
    const taken: number[] = [];
    let at = 0;
    for (let n = 0; n < 150; n += 1) {
      at += (n * 7919) % 400;
      const free = await freeAfter(n % 3 ? caps : other.caps, at);
      if (free === undefined) taken.push(at);
      else assert.ok(free > at);
    }
    for (const { seconds, limit } of WINDOWS)
      for (const from of taken)
        assert.ok(taken.filter((time) => time >= from && time < from + seconds * 1000).length <= limit);
  });

  it('waits for no clock that was set back, and lets nothing through before its time', async ({ caps }) => {
    const HOUR = 3_600_000;
    for (const ms of [HOUR, HOUR + 1, HOUR + 2]) await freeAfter(caps, ms);
    assert.equal(await freeAfter(caps, 0), 1000);
    assert.equal(await freeAfter(caps, 1000), undefined);
  });

  it('takes the times of a clock that is a little ahead as they are', async ({ caps }) => {
    for (const ms of [3000, 3001, 3002]) await freeAfter(caps, ms);
    assert.equal(await freeAfter(caps, 0), 4000);
    assert.equal(await freeAfter(caps, 4000), undefined);
  });
}
