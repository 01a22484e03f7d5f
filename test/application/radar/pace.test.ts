import assert from 'node:assert/strict';
import { Pace } from '../../../src/application/radar/pace.ts';

/** A pool whose threads others use as `busy` says, and a clock that only waiting and work move. */
function world(busy: () => boolean) {
  let now = 0;
  const stats = () => ({
    threads: 1,
    busyThreads: Number(busy()),
    waiting: 0,
    waitingLimit: 1,
    failures: {} as never,
  });
  const wait = async (ms: number): Promise<void> => void (now += ms);
  const pace = new Pace({ pool: { stats }, monotonicMs: () => now, wait });
  const piece = () => pace.run(async () => void (now += 10));
  return { piece, now: () => now };
}

async function piecesWithin(ms: number, busy: () => boolean): Promise<number> {
  const { piece, now } = world(busy);
  let pieces = 0;
  for (; now() < ms; pieces += 1) await piece();
  return pieces;
}

describe('work that gives way', () => {
  it('goes on without a rest while no one else needs the threads', async () => {
    assert.equal(await piecesWithin(11_000, () => false), 1_100);
  });

  it('takes a tenth of the time that is left to others, so that these take at most 1.1 times as long', async () => {
    const pieces = await piecesWithin(11_000, () => true);
    const [taken, left] = [pieces * 10, 11_000 - pieces * 10];
    assert.ok(pieces >= 95 && (taken + left) / left <= 1.105, `${pieces} pieces`);
  });

  it('ends its rest once the others have ended', async () => {
    let looks = 0;
    const { piece, now } = world(() => (looks += 1) <= 2);
    await piece();
    await piece();
    assert.equal(now(), 10 + 2 * 20 + 10);
  });
});
