import assert from 'node:assert/strict';
import { ATTACKS } from './attacks.ts';
import { openTarget, type Target } from './target.ts';
import { Watch } from './watch.ts';

/** A minute of it; `npm run test:hostile` goes on for longer, and with other seeds. */
const SEED = 11;

describe('a service under attack', function () {
  this.timeout(180_000);
  let target: Target;
  let watch: Watch;
  before(async () => {
    target = await openTarget();
    watch = new Watch(target.service);
  });
  after(() => target?.stop());

  for (const { name, few, run } of ATTACKS)
    it(`answers ${name} as described, and shows nobody what is another's`, async () => {
      const { wrong } = await run(target, { seed: SEED, from: 0, ...few });
      assert.deepEqual(wrong, []);
    });

  it('tells its health all the while, and ends in good order', async () => {
    const { wrong } = await watch.stop();
    assert.deepEqual([...wrong, ...(await target.stop())], []);
  });
});
