import assert from 'node:assert/strict';
import { lanesOf } from '../../src/processes/lanes.ts';

describe('the lanes of a process', () => {
  it('leave half of the slots of each network and receiver to the other clients, whose do not hang', () => {
    const { concurrency, maxPerClient } = lanesOf(2);
    const hanging = Object.keys(maxPerClient).filter((lane) => lane !== 'check');
    assert.deepEqual(
      Object.keys(concurrency)
        .filter((lane) => !/^(check|check-large|radar)$/.test(lane))
        .toSorted(),
      hanging.toSorted(),
    );
    for (const lane of hanging) assert.equal(maxPerClient[lane], concurrency[lane]! / 2, lane);
  });
});
