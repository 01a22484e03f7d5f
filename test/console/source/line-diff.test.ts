import assert from 'node:assert/strict';
import { changesBetween } from '../../../src/console/app/source/line-diff.ts';

const lines = (text: string): string => [...text].join('\n');

/** The old text with the changes is the new one. */
function rebuild(before: string, changes: ReturnType<typeof changesBetween>): string {
  const old = before.split('\n');
  for (const { oldFrom, oldLines, newLines } of changes.toReversed())
    old.splice(oldFrom - 1, oldLines.length, ...newLines);
  return old.join('\n');
}

describe('the changed lines of two texts', () => {
  for (const [before, after, count] of [
    ['abcdef', 'abcdef', 0],
    ['abcdef', 'abXdef', 1],
    ['abcdef', 'aXcdYf', 2],
    ['abcdef', 'abdef', 1],
    ['abcdef', 'abcXYdef', 1],
    ['abc', 'xyz', 1],
    ['aaaa', 'aa', 1],
    ['abcabc', 'cabab', 3],
  ] as const)
    it(`are few and complete: ${before} to ${after}`, () => {
      const changes = changesBetween(lines(before), lines(after));
      assert.equal(changes.length, count);
      assert.equal(rebuild(lines(before), changes), lines(after));
    });

  it('are found fast in texts that have nothing in common', () => {
    const many = (letter: string): string =>
      Array.from({ length: 30_000 }, (_, index) => letter + index).join('\n');
    const [change] = changesBetween(many('a'), many('b'));
    assert.equal(change?.newLines.length, 30_000);
  });
});
