import assert from 'node:assert/strict';
import { compileToClosures } from '../../../support/closures/compile.ts';
import type { PackModule } from 'en16931-rules/engine/engine.ts';
import { PackRefused } from 'en16931-rules/engine/load/pack-refused.ts';
import { RandomXPath } from './random-xpath.ts';
import { failing, pattern, rule, runModule, schemaOf, summary } from './trial.ts';

const RANDOM_PACKS = 300;

/** Each uses one of the ways in which guards are combined. */
const EXPRESSIONS = [
  'not(b or c)',
  'not(b and c)',
  '. = 1 or not(b)',
  'not(b) or . = 1',
  '. = 1 and not(b)',
  'not(. = 1 and b)',
  'not(b[. = 1]/c)',
  'not(c) and not(b)',
  'if (@x) then not(b) else not(c)',
  'not(xs:integer(b) = 1)',
  "every $n in b satisfies $n = 'z'",
  'not(some $n in (b | c) satisfies $n = 1)',
  "not(contains(' 1 2 ', concat(' ', string(@x), ' ')))",
  "not(@x = '1')",
  'not(//b or ../s/c)',
];
/** Each lacks most of the names in the expressions. */
const DOCUMENTS = [
  '<r><s/></r>',
  '<r><s>x</s></r>',
  '<r><s>1</s></r>',
  '<r><s x="1"/></r>',
  '<r><s y="x"/></r>',
  '<r><s><b>1</b></s></r>',
  '<r><s><b>x</b></s></r>',
  '<r><s><c>1</c></s></r>',
  '<r><s><d>x</d></s></r>',
  '<r><s><b><c>x</c></b></s></r>',
  '<r><s><c><b>1</b></c></s></r>',
  '<r x=""><s><b x="x"/></s><s/></r>',
];

function compiled(expression: string): PackModule | undefined {
  const test = expression.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  try {
    return compileToClosures(schemaOf(pattern(rule('r/s', failing('A', test)))));
  } catch (error) {
    if (error instanceof PackRefused) return undefined;
    throw error;
  }
}

function withoutGuards({ tables, link }: PackModule): PackModule {
  const patterns = tables.patterns.map(({ rules }) => ({
    rules: rules.map((each) => ({
      ...each,
      tests: each.tests.map((test) => ({ ...test, guard: undefined })),
    })),
  }));
  return { tables: { ...tables, patterns }, link };
}

describe('a guard', () => {
  it('never leaves out a test that fires or raises', () => {
    const random = new RandomXPath(7);
    const differences: string[] = [];
    let guarded = 0;
    const randomOnes = Array.from({ length: RANDOM_PACKS }, () => random.condition());
    for (const expression of [...EXPRESSIONS, ...randomOnes]) {
      const module = compiled(expression);
      if (!module) continue;
      if (module.tables.patterns[0]?.rules[0]?.tests[0]?.guard) guarded++;
      for (const xml of DOCUMENTS) {
        const [quick, full] = [module, withoutGuards(module)].map((each) => summary(runModule(each, xml)));
        if (quick !== full) differences.push(`${expression} on ${xml}: "${quick}", not "${full}"`);
      }
    }
    assert.deepEqual(differences, []);
    assert.ok(guarded > RANDOM_PACKS / 20, `only ${guarded} tests had a guard`);
  });
});
