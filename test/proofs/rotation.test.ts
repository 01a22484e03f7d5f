import assert from 'node:assert/strict';
import { readArguments } from './arguments.ts';
import { milliseconds, type Played, rotate, seedOf } from './rotation.ts';

const PASSED: Played = { end: 'ran', passed: 2, failed: 0, skipped: 0 };
const PROOFS = ['a', 'b', 'c', 'd'];

/** Each proof takes the time stated with it; the budget cuts off the rest. */
async function rotated(budgetMs: number, takesMs: Readonly<Record<string, number>>, start?: string) {
  let used = 0;
  const order: string[] = [];
  const rotation = await rotate(PROOFS, {
    start,
    left: () => budgetMs - used,
    play: (proof, withinMs) => {
      order.push(proof);
      const takes = takesMs[proof] ?? 1;
      used += Math.min(takes, withinMs);
      return Promise.resolve(takes > withinMs ? { end: 'cut off', failed: 1 } : PASSED);
    },
  });
  return { ...rotation, ran: [...rotation.ran.keys()], order };
}

describe('the rotation of proofs', () => {
  it('goes round once if the budget allows it, and starts at the given proof', async () => {
    const { ran, notRun, next } = await rotated(Infinity, {}, 'c');
    assert.deepEqual([ran, notRun, next], [['c', 'd', 'a', 'b'], [], 'c']);
  });

  it('starts nothing once the budget is used, and names the next proof', async () => {
    const { ran, notRun, next } = await rotated(2, {}, 'd');
    assert.deepEqual([ran, notRun, next], [['d', 'a'], ['b', 'c'], 'b']);
  });

  it('counts a proof that is cut off as not run, reports its failures, and starts with it in the next run', async () => {
    const { ran, notRun, next, failedInCut } = await rotated(2, { b: 5 });
    assert.deepEqual([ran, notRun, next, failedInCut], [['a'], ['b', 'c', 'd'], 'b', 1]);
  });

  it('gives half of the budget to the first proof, and goes on with the next one if that was not enough', async () => {
    const { ran, notRun, next, failedInCut } = await rotated(4, { b: 5 }, 'b');
    assert.deepEqual([ran, notRun, next, failedInCut], [['c', 'd'], ['b', 'a'], 'a', 1]);
  });

  it('starts with the first proof if the given one does not exist', async () => {
    assert.equal((await rotated(1, {}, 'gone')).order[0], 'a');
  });
});

describe('the arguments of proofs', () => {
  it('are names, a budget, a seed, and options of the suite', () =>
    assert.deepEqual(readArguments(['delivery', '--budget', '90s', '--kills', '20', '--seed=7', '--batch']), {
      names: ['delivery'],
      budgetMs: 90_000,
      seed: 7,
      options: ['--kills', '20', '--batch'],
    }));

  it('have the same seed each time if none is given', () =>
    assert.deepEqual([readArguments([]).seed, readArguments(['--seed', '']).seed], [1, 1]));

  it('refuse a budget without a unit, and options without a suite', () => {
    assert.throws(() => readArguments(['--budget', '10']), /--budget 10 is no time/);
    assert.throws(() => readArguments(['delivery', '--changed', 'HEAD']), /--changed chooses proofs/);
    assert.throws(() => readArguments(['--kills', '10']), /--kills is an option of a suite/);
  });

  it('accept minutes and hours, and any text as a seed', () => {
    assert.deepEqual(['1.5m', '1h'].map(milliseconds), [90_000, 3_600_000]);
    const seeds = ['a8fc97a0', 'a8fc97a1', 'a8fc97a2', 'a8fc97a3'].map(seedOf);
    assert.equal(new Set(seeds).size, seeds.length);
    for (const seed of seeds) {
      assert.ok(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31);
      assert.equal(seedOf(String(seed)), seed, 'the printed seed repeats the run');
    }
  });
});
