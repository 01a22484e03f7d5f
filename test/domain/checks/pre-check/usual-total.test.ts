import assert from 'node:assert/strict';
import {
  countAll,
  isUnusual,
  type TotalCounts,
  withTotal,
} from '../../../../src/domain/checks/pre-check/usual-total.ts';

const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const counted = (amounts: readonly number[]): TotalCounts => amounts.map(EUR).reduce(withTotal, {});
const twenty = Array.from({ length: 20 }, (_, n) => 80 + n * 2);

describe('a total beside the usual ones', () => {
  it('is unusual above a hundred times the median', () => {
    const counts = counted(twenty);
    assert.equal(isUnusual(EUR(9_000), counts), false);
    assert.equal(isUnusual(EUR(13_000), counts), true);
    assert.equal(isUnusual(EUR(-13_000), counts), true);
  });

  it('is never found unusual at less than a hundred times', () => {
    for (const median of [0.02, 1, 7.94, 99.99, 100, 125_000])
      assert.equal(isUnusual(EUR(median * 100), counted(Array.from({ length: 99 }, () => median))), false);
  });

  it('is compared with the median, which a few large ones do not move', () => {
    assert.equal(isUnusual(EUR(13_000), counted([...twenty, 1e6, 1e6, 1e6])), true);
  });

  it('is not judged before the twentieth', () => {
    assert.equal(isUnusual(EUR(1e9), counted(twenty.slice(1))), false);
  });

  it('is compared in its own currency', () => {
    assert.equal(isUnusual({ amount: 1e6, currency: 'HUF' }, counted(twenty)), false);
  });

  it('counts the newer ones more, in a few numbers', () => {
    let counts = counted(Array.from({ length: 4_000 }, () => 100));
    for (let n = 0; n < 8_000; n += 1) counts = withTotal(counts, EUR(100_000));
    assert.equal(isUnusual(EUR(200_000), counts), false);
    assert.ok(countAll(counts) <= 4_000);
    assert.equal(Object.keys(counts.EUR ?? {}).length <= 2, true);
  });
});
