import assert from 'node:assert/strict';
import { WindowCounter } from '../../../src/application/access/window-counter.ts';

const WINDOWS = [
  { seconds: 1, limit: 3 },
  { seconds: 60, limit: 5 },
];
const at = (ms: number): Date => new Date(Date.UTC(2026, 9, 5) + ms);

describe('a count in memory', () => {
  it('counts up to the limit of each window, then returns how long to wait', () => {
    const counter = new WindowCounter(WINDOWS);
    for (let n = 0; n < 3; n += 1) assert.equal(counter.take('a', at(100)), 0);
    assert.equal(counter.take('a', at(200)), 1);
    assert.equal(counter.take('b', at(200)), 0, 'each name has its own count');
    for (let n = 0; n < 2; n += 1) assert.equal(counter.take('a', at(1000)), 0);
    assert.equal(counter.take('a', at(2000)), 58, 'refused calls do not count');
    assert.equal(counter.take('a', at(60_000)), 0);
  });

  it('stays small: above ten thousand names the others share a count until the minute ends', () => {
    const counter = new WindowCounter(WINDOWS);
    for (let n = 0; n < 10_000; n += 1) assert.equal(counter.take(`name ${n}`, at(0)), 0);
    const late = Array.from({ length: 5 }, (_, n) => counter.take(`late ${n}`, at(0)));
    assert.deepEqual(late, [0, 0, 0, 1, 1]);
    assert.equal(counter.take('name 1', at(0)), 0, 'earlier names keep their own count');
    assert.equal(counter.take('late 4', at(60_000)), 0);
  });
});
