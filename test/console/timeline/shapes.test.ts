import assert from 'node:assert/strict';
import { notePlaceOf } from '../../../src/console/components/timeline/shapes.ts';

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
