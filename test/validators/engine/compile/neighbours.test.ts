import assert from 'node:assert/strict';
import { failing, judge, judged, pattern, PLENTY, rule, schemaOf, summary, trialOf } from './trial.ts';

const COUNT = 1_000;
/** Far below one step for each pair. */
const ENOUGH = { ...PLENTY, budget: 60 * COUNT };

const many = (make: (at: number) => string): string =>
  Array.from({ length: COUNT }, (_, at) => make(at)).join('');

/** Each of them compares every `f` with those before or after it. */
const COMPARISONS = {
  'siblings before': 'count(f) = count(f[not(d/@n = preceding-sibling::f/d/@n)])',
  'siblings behind': 'count(f) = count(f[not(d/@n = following-sibling::f/d/@n)])',
  'everything before': 'not(f/d[@n = preceding::d/@n])',
  'everything behind': 'not(f/d[@n = following::d/@n])',
  'what has a kind': "not(f/d[@n = preceding::d[k = 'x']/@n])",
  'elements of any name': 'not(f[d/@n = preceding-sibling::*/d/@n])',
};

describe('a comparison with all nodes before or after', () => {
  for (const [what, test] of Object.entries(COMPARISONS))
    it(`takes a step for each node, not for each pair: ${what}`, async () => {
      const trial = await trialOf(schemaOf(pattern(rule('r', failing('A', test)))));
      const files = many((at) => `<f><d n="${at}"><k>x</k></d></f>`);
      assert.equal(summary(judge(trial, `<r>${files}</r>`, ENOUGH)), '');
      assert.equal(summary(judge(trial, `<r>${files}<f><d n="7"><k>x</k></d></f></r>`, ENOUGH)), 'A');
    });

  for (const [xml, before, behind] of [
    ['<r><a>1</a><a>1</a></r>', 1, 1],
    // Ancestors are neither before nor after a node; descendants end earlier.
    ['<r><a>1<b/><a>1</a></a></r>', 0, 0],
    ['<r><a><a>1</a></a><a>1</a></r>', 1, 2],
    ['<r><p><a>1</a></p><p><a>1</a></p></r>', 1, 1],
    ['<r><a>1</a><a>2</a><a/></r>', 0, 0],
  ] as const)
    it(`finds the nodes before and after in ${xml}`, async () => {
      const counting = (axis: string): string => `count(//a[. = ${axis}::a])`;
      const tests = `<report id="A" test="${counting('preceding')} = ${before}">m</report><report id="B" test="${counting('following')} = ${behind}">m</report>`;
      assert.equal(summary(await judged(pattern(rule('r', tests)), xml)), 'A B');
    });

  it('separates siblings of different parents', async () => {
    const test =
      failing('A', 'not(//a[. = preceding-sibling::a])') + failing('B', 'not(//a[. = following-sibling::a])');
    const pack = pattern(rule('r', test));
    assert.equal(summary(await judged(pack, '<r><p><a>1</a></p><p><a>1</a></p></r>')), '');
    assert.equal(summary(await judged(pack, '<r><p><a>1</a><a>2</a></p><p><a>1</a><a>1</a></p></r>')), 'A B');
  });

  it('still raises the errors of the compared nodes', async () => {
    const test = failing('A', 'not(//a[. = preceding::a[xs:decimal(.) &gt; 0]])');
    assert.match(summary(await judged(pattern(rule('r', test)), '<r><a>x</a><a>1</a></r>')), /^error/);
    assert.equal(summary(await judged(pattern(rule('r', test)), '<r><a>1</a><a>x</a></r>')), '');
  });
});
