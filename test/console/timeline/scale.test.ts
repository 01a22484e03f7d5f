import assert from 'node:assert/strict';
import { scaleOf } from '../../../src/console/components/timeline/scale.ts';

const FRAME = { left: 100, right: 700 };

/** Two short stretches with half a minute between them. */
const BUSY = [
  { from: 0, to: 1000 },
  { from: 500, to: 2000 },
  { from: 32_000, to: 33_000 },
];

describe('the scale of the timeline', () => {
  it('folds a stretch in which nothing happened, and says how long it was', () => {
    const { folds } = scaleOf(BUSY, FRAME, true);
    assert.deepEqual(
      folds.map(({ width, ms }) => [width, ms]),
      [[48, 30_000]],
    );
  });

  it('draws a part of the whole around its middle, as far as a millisecond is wide, and never beyond the ends', () => {
    const at = (view: Parameters<typeof scaleOf>[3]) => scaleOf(BUSY, FRAME, true, view);
    const larger = at({ zoom: 4, middle: 1000 });
    assert.equal(larger.xOf(1000), 400);
    assert.ok(Math.abs(larger.at(larger.xOf(1500)) - 1500) < 1e-6);
    assert.equal(at({ zoom: 4, middle: 0 }).xOf(0), 100);
    const call = at({ zoom: { fits: { from: 500, to: 2000 }, times: 1 }, middle: 1250 });
    assert.deepEqual([call.xOf(500), call.xOf(2000)].map(Math.round), [100, 700]);
    const most = at({ zoom: Infinity, middle: 1000 });
    assert.ok(most.isLargest && most.ticks.length < 20);
  });

  it('folds nothing at the true scale', () => assert.deepEqual(scaleOf(BUSY, FRAME, false).folds, []));

  it('folds no wait that is short, or short beside the whole', () => {
    assert.deepEqual(
      scaleOf(
        [
          { from: 0, to: 1 },
          { from: 4000, to: 4001 },
        ],
        FRAME,
        true,
      ).folds,
      [],
    );
    const long = [
      { from: 0, to: 100_000 },
      { from: 106_000, to: 200_000 },
    ];
    assert.deepEqual(scaleOf(long, FRAME, true).folds, []);
  });

  for (const isFolded of [true, false])
    it(`never goes back, and stays in its frame (${isFolded ? 'folded' : 'true'})`, () => {
      const { xOf } = scaleOf(BUSY, FRAME, isFolded);
      const places = Array.from({ length: 331 }, (_, index) => xOf(index * 100));
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
      );
      assert.equal(places[0], FRAME.left);
      assert.ok(places.at(-1)! <= FRAME.right);
    });

  it('has ticks at round times, far enough from each other to read', () => {
    const { ticks } = scaleOf([{ from: 0, to: 10_000 }], FRAME, true);
    assert.ok(ticks.length > 3);
    for (const [index, { x, at }] of ticks.entries()) {
      assert.equal(at % 1000, 0);
      if (index > 0) assert.ok(x - ticks[index - 1]!.x >= 60);
    }
  });

  it('takes one moment, and none', () => {
    assert.equal(scaleOf([{ from: 5, to: 5 }], FRAME, true).xOf(5), FRAME.left);
    assert.equal(scaleOf([], FRAME, true).xOf(5), FRAME.left);
  });
});
