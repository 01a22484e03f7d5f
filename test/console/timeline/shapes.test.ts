import assert from 'node:assert/strict';
import type { Scale } from '../../../src/console/components/timeline/scale.ts';
import { notePlaceOf, shapesOf } from '../../../src/console/components/timeline/shapes.ts';
import type { Step } from '../../../src/console/components/timeline/steps.ts';

describe('the words beside a shape of the timeline', () => {
  const plot = { left: 92, right: 600 };
  const ROWS = {
    'stand right of it': [
      { x: 100, width: 50 },
      { x: 157, anchor: 'start', isInside: false },
    ],
    'end at the edge of the plot': [
      { x: 413, width: 80 },
      { x: 500, anchor: 'start', isInside: false },
    ],
    'stand left of it where they would leave the plot': [
      { x: 414, width: 80 },
      { x: 407, anchor: 'end', isInside: false },
    ],
    'stand inside its end where neither side has room': [
      { x: 120, width: 470 },
      { x: 583, anchor: 'end', isInside: true },
    ],
    'stay in the plot inside a shape that leaves it': [
      { x: 120, width: 900 },
      { x: 593, anchor: 'end', isInside: true },
    ],
  } as const;
  for (const [what, [shape, place]] of Object.entries(ROWS))
    it(what, () => assert.deepEqual(notePlaceOf(shape, 100, plot), place));
});

describe('the shapes of a lane', () => {
  const scale = { xOf: (at: number) => at } as unknown as Scale;
  const sends = (count: number) =>
    Array.from({ length: count }, (_, no) => {
      const from = 80 + no;
      return { no, from, to: from, lane: 'route', kind: 'send', role: 'bad', calls: [] } as unknown as Step;
    });
  const taken = { no: 0, from: 65, to: 65, lane: 'intake', kind: 'intake', role: 'ok', calls: [] };
  const placesOf = (count: number) =>
    shapesOf([taken as unknown as Step, ...sends(count)], scale, () => 0, 120)
      .slice(1)
      .map(({ x }) => x);

  it('stand before its end, one beside the other', () => assert.deepEqual(placesOf(2), [76, 100]));

  it('stay where they began if the lane has no room for all', () =>
    assert.deepEqual(placesOf(6), [80, 104, 128, 152, 176, 200]));
});
