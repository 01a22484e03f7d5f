import assert from 'node:assert/strict';
import { endingIn, type Played } from '../../src/sandbox/endings.ts';

describe('the ending of a number at a simulated network', () => {
  const REJECT: Played = {};
  const LATER_REJECT: Played = {};
  const LOST: Played = { once: true };
  const ENDINGS = { '-REJECT': REJECT, '-LATER-REJECT': LATER_REJECT, '-LOST': LOST };

  for (const [number, time, ending] of [
    ['RE-1-REJECT', 1, REJECT],
    ['RE-1-REJECT', 2, REJECT],
    ['RE-1-LATER-REJECT', 1, LATER_REJECT],
    ['RE-1-LOST', 1, LOST],
    ['RE-1-LOST', 2, undefined],
    ['RE-1-reject', 1, undefined],
    ['RE-1-REJECT-2', 1, undefined],
    ['RE-1', 1, undefined],
  ] as const) {
    const name = Object.entries(ENDINGS).find(([, each]) => each === ending)?.[0] ?? 'none';
    it(`is ${name} of ${number}, sent ${time === 1 ? 'for the first time' : 'again'}`, () =>
      assert.equal(endingIn(ENDINGS, number, time), ending));
  }
});
