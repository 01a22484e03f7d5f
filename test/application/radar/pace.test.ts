import assert from 'node:assert/strict';
import { OTHERS_WORK_MS, Pace } from '../../../src/application/radar/pace.ts';

interface Others {
  readonly busy?: () => boolean;
  /** Documents of others that have come until a moment. */
  readonly arrivals?: (ms: number) => number;
}

/** A pool that others use, and a clock that only waiting and work move. */
function world({ busy = () => false, arrivals = () => 0 }: Others) {
  let now = 0;
  const stats = () => ({
    threads: 1,
    busyThreads: Number(busy()),
    waiting: 0,
    waitingLimit: 1,
    arrivals: arrivals(now),
    failures: {} as never,
  });
  const wait = async (ms: number): Promise<void> => void (now += ms);
  const pace = new Pace({ pool: { stats }, monotonicMs: () => now, wait });
  const piece = () => pace.run(async () => void (now += 10));
  return { piece, now: () => now };
}

async function piecesWithin(ms: number, others: Others): Promise<number> {
  const { piece, now } = world(others);
  let pieces = 0;
  for (; now() < ms; pieces += 1) await piece();
  return pieces;
}

/** A tenth of the time that is left to others, so that these take at most 1.1 times as long. */
function assertSmallShare(pieces: number, ms: number): void {
  const [taken, left] = [pieces * 10, ms - pieces * 10];
  assert.ok(pieces >= 95 && (taken + left) / left <= 1.105, `${pieces} pieces`);
}

describe('work that gives way', () => {
  it('goes on without a rest while no one else needs the threads', async () => {
    assert.equal(await piecesWithin(11_000, {}), 1_100);
  });

  it('takes a small share while others keep a thread busy', async () => {
    assertSmallShare(await piecesWithin(11_000, { busy: () => true }), 11_000);
  });

  it('takes a small share while others come one after the other, also where no look meets one of them at work', async () => {
    assertSmallShare(await piecesWithin(11_000, { arrivals: (ms) => 1 + Math.floor(ms / 300) }), 11_000);
  });

  it('ends its rest a second after the last document of others', async () => {
    const { piece, now } = world({ arrivals: (ms) => Number(ms >= 5) });
    let pieces = 0;
    for (; now() < OTHERS_WORK_MS + 200; pieces += 1) await piece();
    assert.ok(pieces >= 20 && pieces <= 30, `${pieces} pieces`);
  });
});
