import assert from 'node:assert/strict';
import { wordsBetween } from '../../../src/console/app/source/word-diff.ts';

/** What is changed stands in brackets. */
const marked = (stretches: ReturnType<typeof wordsBetween>['before']): string =>
  stretches.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(' ');

describe('the changed words of two texts', () => {
  for (const [before, after, old, fresh] of [
    ['shall equal the sum', 'shall be within one unit of the sum', 'shall [equal] the sum', 'shall [be within one unit of] the sum'], // prettier-ignore
    ['a b c', 'a c', 'a [b] c', 'a c'],
    ['a c', 'a b c d', 'a c', 'a [b] c [d]'],
    ['same', 'same', 'same', 'same'],
    ['', 'new rule', '', '[new rule]'],
    ['one', 'other', '[one]', '[other]'],
  ] as const)
    it(`are whole words: ${before || 'nothing'} to ${after}`, () => {
      const compared = wordsBetween(before, after);
      assert.deepEqual([marked(compared.before), marked(compared.after)], [old, fresh]);
    });
});
