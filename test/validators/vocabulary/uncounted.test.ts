import assert from 'node:assert/strict';
import { uncounted } from 'en16931-rules/vocabulary/uncounted.ts';

const WRITTEN: readonly (readonly [pattern: string, written: string])[] = [
  ['^[0-9]+$', '^[0-9][0-9]*$'],
  ['a{2,}b', 'aaa*b'],
  ['\\d+?', '\\d\\d*?'],
  ['[\\]+]+', '[\\]+][\\]+]*'],
  ['\\p{Lu}+', '\\p{Lu}\\p{Lu}*'],
  ['\\x2d+\\u00a0+', '\\x2d\\x2d*\\u00a0\\u00a0*'],
  ['\\++\\\\+', '\\+\\+*\\\\\\\\*'],
  ['(ab)+[x{2,}]{1,3}c*', '(ab)+[x{2,}]{1,3}c*'],
];

describe('an expression without counted rounds', () => {
  for (const [pattern, written] of WRITTEN)
    it(`is for ${pattern}`, () => assert.equal(uncounted(pattern), written));
});
