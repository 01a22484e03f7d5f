import assert from 'node:assert/strict';
import { SEED } from '../seed.ts';
import { ATTACKS } from './attacks.ts';
import { attackWithHeavyBodies } from './heavy-attack.ts';
import { playAll, SCENARIOS } from './scenarios.ts';
import type { Outcome } from './tally.ts';
import { openTarget, type Target } from './target.ts';
import { Watch } from './watch.ts';

/** One minute; `npm run proofs -- hostile` runs longer. */
const SHORT = SCENARIOS.filter(({ long }) => !long);

describe('a service under attack', function () {
  let target: Target;
  let watch: Watch;
  before(async () => {
    target = await openTarget();
    watch = new Watch(target.service);
  });
  after(() => target?.stop());

  for (const { name, few, run } of ATTACKS)
    it(`answers ${name} as described, and shows no client the data of another client`, async () => {
      const { wrong } = await run(target, { seed: SEED, from: 0, ...few });
      assert.deepEqual(wrong, []);
    });

  it('reports its health all the time, and stops in order', async () => {
    const { wrong } = await watch.stop();
    assert.deepEqual([...wrong, ...(await target.stop())], []);
  });
});

describe('a service under load from one client', function () {
  it('reports its health, bounds its memory and serves another client', async () => {
    const { wrong } = await attackWithHeavyBodies(0.05);
    assert.deepEqual(wrong, []);
  });
});

describe('around a service', function () {
  let played: readonly Promise<Outcome>[];
  before(() => (played = playAll(SHORT)));

  for (const [index, { name, holds }] of SHORT.entries())
    it(`when ${name}: ${holds}`, async function () {
      const { wrong, skipped } = await played[index]!;
      assert.deepEqual(wrong, []);
      if (skipped === undefined) return;
      this.test!.title += ` (${skipped})`;
      this.skip();
    });
});
