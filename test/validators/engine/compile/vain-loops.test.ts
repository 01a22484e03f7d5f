import assert from 'node:assert/strict';
import { PLENTY, judge, pattern, rule, schemaOf, summary, trialOf } from './trial.ts';

const LINES = 1_000;
/** Far below one step for each pair of lines. */
const ENOUGH = { ...PLENTY, budget: 50 * LINES };

const linesOf = (count: number, line: (at: number) => string): string =>
  `<r>${Array.from({ length: count }, (_, at) => line(at)).join('')}</r>`;

const reading = (test: string): string => `<report id="A" test="${test}">m</report>`;
const PARENT = `<let name="parent" value="parent[@in = $all]/id"/>`;
const ALL = `<let name="all" value="/r/all"/>`;

/** Each of them compares every line with all lines. */
const SEARCHES = {
  'a let that is read at once': `${PARENT}<let name="name" value="normalize-space(../line[id = $parent]/name)"/>${reading(`exists(none) and $name = 'a'`)}${reading(`exists(none) and $name = 'b'`)}`,
  'lines of two kinds': PARENT + reading('count((../line | ../other)[id = $parent]) &gt; 0'),
  'a comparison without predicate': PARENT + reading('../line/id = $parent'),
  'an attribute': `<let name="parent" value="@parent"/>${reading('exists(../line[id = $parent])')}`,
  'every line': PARENT + reading('some $l in ../line satisfies ($l/name and $l/id = $parent)'),
};

describe('a search for values equal to an empty variable', () => {
  for (const [what, content] of Object.entries(SEARCHES))
    it(`visits nothing: ${what}`, async () => {
      const trial = await trialOf(schemaOf(ALL + pattern(rule('line', content))));
      const xml = linesOf(LINES, (at) => `<line><id>${at}</id><name>n</name></line>`);
      assert.equal(summary(judge(trial, xml, ENOUGH)), '');
    });

  it('runs if the variable has a value', async () => {
    const content = PARENT + reading(`../line[id = $parent]/name = 'b'`);
    const xml = `<r><all>x</all>${[1, 2, 3].map((at) => `<line><id>${at}</id><name>${at === 1 ? 'a' : 'b'}</name><parent in="${at === 3 ? 'y' : 'x'}"><id>${at === 1 ? 2 : 1}</id></parent></line>`).join('')}</r>`;
    const trial = await trialOf(schemaOf(ALL + pattern(rule('line', content))));
    assert.equal(summary(judge(trial, xml)), 'A');
  });

  it('still raises the errors of the searched nodes', async () => {
    const content = PARENT + reading('exists(../line[xs:decimal(name) = 1 and id = $parent])');
    const trial = await trialOf(schemaOf(ALL + pattern(rule('line', content))));
    assert.match(summary(judge(trial, '<r><line><id>1</id><name>n</name></line></r>')), /^error/);
  });

  it('is not skipped if another condition suffices', async () => {
    const content = PARENT + reading(`exists(../line[id = $parent or name = 'a'])`);
    const trial = await trialOf(schemaOf(ALL + pattern(rule('line', content))));
    assert.equal(summary(judge(trial, '<r><line><id>1</id><name>a</name></line></r>')), 'A');
  });

  it('does not read a distant variable if there is nothing to compare it with', async () => {
    const content = `<let name="far" value="../line[name = 'b']/id"/>${reading(`exists(name[. = 'b'][. = $far])`)}`;
    const trial = await trialOf(schemaOf(pattern(rule('line', content))));
    const xml = linesOf(LINES, (at) => `<line><id>${at}</id><name>a</name></line>`);
    assert.equal(summary(judge(trial, xml, ENOUGH)), '');
  });
});
