import assert from 'node:assert/strict';
import { isObject } from '../../../src/domain/json/json-object.ts';
import { patternInWords } from '../../../src/adapters/http/call/pattern-in-words.ts';
import { english } from '../../support/words.ts';
import { API } from './bodies.ts';

function patternsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(patternsIn);
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
  );
}

describe('the form of a value', () => {
  const patterns = [...new Set(patternsIn(API.content))];

  it('is said of each id in words', () => {
    const ids = patterns.filter((pattern) => /^\^[a-z]+_\[[^\]]*\]\{[\d,]+\}\$$/.test(pattern));
    assert.ok(ids.length >= 6, `${ids.length}`);
    for (const pattern of ids)
      assert.match(
        english(patternInWords(`must match pattern "${pattern}"`)),
        /^must be [a-z]+_ and \d/,
        pattern,
      );
  });

  it('is said of every pattern of the description, in words or as it is', () => {
    for (const pattern of patterns) {
      const words = english(patternInWords(`must match pattern "${pattern}"`));
      assert.ok(words === `must have the form ${pattern}` || /^must be [\w ]+/.test(words), pattern);
    }
  });
});
