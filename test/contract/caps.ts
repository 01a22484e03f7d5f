import assert from 'node:assert/strict';
import type { Caps } from '../../src/ports/caps.ts';
import { ahead, AHEAD } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const WINDOWS = [
  { seconds: 1, limit: 3 },
  { seconds: 60, limit: 5 },
];

/** The time of the next permit, in milliseconds after the start; undefined: the call got one. */
async function waitFor(caps: Caps, ms: number, key = 'PL-KSEF acme send'): Promise<number | undefined> {
  const cap = { key, windows: WINDOWS };
  const taking = await caps.take(cap, ahead(ms));
  if (taking.taken) await caps.end(cap, { countedAt: ahead(ms) }, ahead(ms));
  return taking.taken ? undefined : taking.promised.getTime() - AHEAD.getTime();
}

export function describesCaps(open: Open): void {
  const it = on(open);

  it('count up to the limit, then return how long to wait', async ({ caps, other }) => {
    for (const ms of [100, 200, 300]) assert.equal(await waitFor(caps, ms), undefined);
    assert.equal(await waitFor(other.caps, 900), 1100);
    assert.equal(await waitFor(caps, 1100), undefined);
    assert.equal(await waitFor(caps, 1100), 1200);
  });

  it('give waiting calls different times, and reserve no permit for them', async ({ caps, other }) => {
    for (const ms of [0, 100, 200]) await waitFor(caps, ms);
    const times = [];
    for (const ms of [300, 301, 302, 303]) times.push(await waitFor(ms % 2 ? other.caps : caps, ms));
    // Five in a minute: two permits are left in this minute, the others follow in the next one.
    assert.deepEqual(times, [1000, 1100, 60_000, 60_100]);
    assert.equal(await waitFor(caps, 1150), undefined, 'the call that waits until 1000 was not made');
    assert.equal(await waitFor(caps, 1150), undefined);
  });

  describe('for waiting calls', () => {
    const HOUR = 3_600_000;
    const ask = async (caps: Caps, ms: number, queuePosition?: number) => {
      const hourly = { key: 'hourly', windows: [{ seconds: 3600, limit: 1 }] };
      const taking = await caps.take(
        hourly,
        ahead(ms),
        queuePosition === undefined ? queuePosition : ahead(queuePosition),
      );
      if (taking.taken) await caps.end(hourly, { countedAt: ahead(ms) }, ahead(ms));
      return taking.taken ? undefined : taking.promised.getTime() - AHEAD.getTime();
    };

    it('give each call a time of its own, whatever the length of the queue', async ({ caps, other }) => {
      assert.equal(await ask(caps, 0), undefined);
      const positions = [];
      for (let n = 0; n < 5; n += 1) positions.push(await ask(n % 2 ? caps : other.caps, n));
      assert.deepEqual(positions, [HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 5 * HOUR]);
    });

    it('keep the time of a call that asks early; the queue does not grow', async ({ caps, other }) => {
      for (const ms of [0, 1, 2]) await ask(caps, ms);
      for (const ms of [3, 600_000, HOUR - 1]) assert.equal(await ask(other.caps, ms, 2 * HOUR), 2 * HOUR);
      assert.equal(await ask(caps, HOUR - 1), 3 * HOUR);
    });

    it('give a free permit to a call that asks early', async ({ caps }) => {
      for (const ms of [0, 1, 2]) await ask(caps, ms);
      assert.equal(await ask(caps, HOUR + 60_000, 2 * HOUR), undefined, 'the first was cancelled');
      assert.equal(await ask(caps, HOUR + 60_001), 2 * HOUR + 60_000, 'its time is over');
    });

    it('give the next time to a call that is late', async ({ caps }) => {
      for (const ms of [0, 1, 2]) await ask(caps, ms);
      assert.equal(await ask(caps, HOUR + 500, 2 * HOUR), undefined, 'another one was faster');
      assert.equal(await ask(caps, HOUR + 900, HOUR), 2 * HOUR + 500);
    });

    it('ignore a queue position from before the clock was set back', async ({ caps }) => {
      for (const ms of [100 * HOUR, 100 * HOUR]) await ask(caps, ms);
      assert.equal(await ask(caps, 0, 101 * HOUR), HOUR);
    });
  });

  describe('for calls under way', () => {
    const cap = { key: 'slow', windows: [{ seconds: 1, limit: 2 }] };
    const take = async (caps: Caps, ms: number): Promise<boolean> => (await caps.take(cap, ahead(ms))).taken;

    it('count them as made now, since their arrival is unknown', async ({ caps, other }) => {
      assert.deepEqual([await take(caps, 0), await take(other.caps, 0)], [true, true]);
      assert.equal(await take(caps, 5000), false);
      await other.caps.end(cap, { countedAt: AHEAD }, ahead(5000));
      assert.equal(await take(caps, 5500), false, 'the first call may have arrived at its end');
      assert.equal(await take(caps, 6000), true);
      assert.equal(await take(caps, 7000), false, 'one call is under way, and so is the next');
    });

    it('end them after two minutes if their process died', async ({ caps, other }) => {
      assert.deepEqual([await take(caps, 0), await take(caps, 0)], [true, true]);
      assert.equal(await take(other.caps, 120_000), false);
      assert.equal(await take(other.caps, 121_000), true);
      await caps.end(cap, { countedAt: AHEAD }, ahead(121_500));
      assert.equal(await take(other.caps, 121_600), true, 'a late end changes nothing');
    });
  });

  describe('for a route with a pause', () => {
    const cap = { key: 'blocked', windows: [{ seconds: 1, limit: 2 }] };
    const MINUTE = 60_000;
    const call = async (caps: Caps, ms: number, blockedUntil?: number): Promise<number | undefined> => {
      const taking = await caps.take(cap, ahead(ms));
      if (!taking.taken) return taking.promised.getTime() - AHEAD.getTime();
      const pause = blockedUntil === undefined ? {} : { blockedUntil: ahead(blockedUntil) };
      await caps.end(cap, { countedAt: ahead(ms), ...pause }, ahead(ms));
      return undefined;
    };
    const blockedUntil = async (caps: Caps, ms: number): Promise<number | undefined> => {
      const until = await caps.blockedUntil(cap, ahead(ms));
      return until && until.getTime() - AHEAD.getTime();
    };

    it('stop the calls of all processes until its end', async ({ caps, other }) => {
      assert.equal(await blockedUntil(caps, 0), undefined);
      await call(caps, 0, MINUTE);
      for (const one of [caps, other.caps]) {
        assert.equal(await blockedUntil(one, 30_000), MINUTE);
        assert.equal(await call(one, 30_000), MINUTE);
      }
      assert.equal(await blockedUntil(other.caps, MINUTE), undefined);
      assert.equal(await call(other.caps, MINUTE), undefined);
    });

    it('stop calls until the longest of several pauses ends', async ({ caps, other }) => {
      for (const one of [caps, other.caps]) await one.take(cap, AHEAD);
      await caps.end(cap, { countedAt: AHEAD, blockedUntil: ahead(2 * MINUTE) }, ahead(10));
      await other.caps.end(cap, { countedAt: AHEAD, blockedUntil: ahead(MINUTE) }, ahead(20));
      assert.equal(await blockedUntil(caps, 30), 2 * MINUTE);
    });

    it('count a pause, also if its call was given up', async ({ caps }) => {
      await caps.take(cap, AHEAD);
      await caps.end(cap, { countedAt: ahead(-1), blockedUntil: ahead(10 * MINUTE) }, ahead(5 * MINUTE));
      assert.equal(await blockedUntil(caps, 5 * MINUTE), 10 * MINUTE);
    });

    it('do not block calls until a clock that was set back has caught up', async ({ caps }) => {
      const HOUR = 60 * MINUTE;
      await call(caps, HOUR, HOUR + MINUTE);
      assert.equal(await call(caps, 0), undefined);
      assert.equal(await blockedUntil(caps, 1), undefined);
    });
  });

  it('have windows that begin at any time', async ({ caps }) => {
    for (const ms of [900, 950, 999]) await waitFor(caps, ms);
    assert.equal(await waitFor(caps, 1001), 1900);
  });

  it('count in every window or in none', async ({ caps }) => {
    for (const ms of [0, 1, 2, 2000, 2001]) assert.equal(await waitFor(caps, ms), undefined);
    assert.equal(await waitFor(caps, 2002), 60_000);
    assert.equal(await waitFor(caps, 60_000), undefined);
    assert.equal(await waitFor(caps, 60_000), 60_001);
  });

  it('count different keys separately', async ({ caps, other }) => {
    for (const ms of [0, 0, 0]) await waitFor(caps, ms);
    assert.equal(await waitFor(other.caps, 0, 'PL-KSEF müller send'), undefined);
    assert.equal(await waitFor(caps, 0, 'PL-KSEF acme poll'), undefined);
    assert.equal(await waitFor(caps, 0), 1000);
  });

  it('give exactly the limit of permits to many simultaneous calls', async ({ caps, other }) => {
    const wide = [
      { seconds: 1, limit: 20 },
      { seconds: 3600, limit: 180 },
    ];
    const takings = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 ? caps : other.caps).take({ key: 'at once', windows: wide }, AHEAD),
      ),
    );
    assert.equal(takings.filter(({ taken }) => taken).length, 20);
  });

  it('never give more permits than the limit in any span of time', async ({ caps, other }) => {
    const taken: number[] = [];
    let at = 0;
    for (let n = 0; n < 150; n += 1) {
      at += (n * 7919) % 400;
      const free = await waitFor(n % 3 ? caps : other.caps, at);
      if (free === undefined) taken.push(at);
      else assert.ok(free > at);
    }
    for (const { seconds, limit } of WINDOWS)
      for (const from of taken)
        assert.ok(taken.filter((time) => time >= from && time < from + seconds * 1000).length <= limit);
  });

  it('do not wait for a clock that was set back, and give no permit early', async ({ caps }) => {
    const HOUR = 3_600_000;
    for (const ms of [HOUR, HOUR + 1, HOUR + 2]) await waitFor(caps, ms);
    assert.equal(await waitFor(caps, 0), 1000);
    assert.equal(await waitFor(caps, 1000), undefined);
  });

  it('accept the times of a clock that is a little ahead', async ({ caps }) => {
    for (const ms of [3000, 3001, 3002]) await waitFor(caps, ms);
    assert.equal(await waitFor(caps, 0), 4000);
    assert.equal(await waitFor(caps, 4000), undefined);
  });
}
