import assert from 'node:assert/strict';
import { failing, judged, pattern, rule, summary } from './trial.ts';

/** Each expression must hold at the root element of this document. */
const DOCUMENT = '<a><b><c/></b><b><c n="1"/><c n="2"/></b><d><b><c n="3"/></b></d></a>';
const HOLDS = [
  'count(/a/b/c[1]) = 2',
  'count(b/c[1]/@n) = 1',
  'normalize-space(/a/b/c[1]/@n) = "1"',
  'normalize-space(b/c[last()]/@n) = "2"',
  'count(/a/b[2]/c) = 2',
  'count((/a/b/c)[1]) = 1',
  'count(//c[1]) = 3',
  'count((//c)[1]) = 1',
  '(//c)[last()]/@n = "3"',
];

describe('a position in a path', () => {
  for (const expression of HOLDS)
    it(`counts at its step of the path: ${expression}`, async () => {
      const pack = pattern(rule('/a', failing('A', expression.replaceAll('"', '&quot;'))));
      assert.equal(summary(await judged(pack, DOCUMENT)), '');
    });
});
