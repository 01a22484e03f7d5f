import assert from 'node:assert/strict';
import { firingsOf } from './firings.ts';
import type { Visits } from 'en16931-rules/engine/load/schema.ts';
import { schemaOf } from '../../validators/engine/compile/trial.ts';

/** The result of each test of the pattern, by its id. */
async function saidOf(rules: string, visits?: Visits): Promise<Record<string, string>> {
  const schema = schemaOf(`<pattern>${rules}</pattern>`, visits);
  const { pack, found, silent } = await firingsOf('small', schema, 60);
  const reasons = new Map(silent.map(({ assertion, reason }) => [assertion.index, reason.kind]));
  return Object.fromEntries(
    pack.assertions.map(({ index, test }) => [
      test.id,
      found.fired.has(index) ? 'fires' : (reasons.get(index) ?? 'neither'),
    ]),
  );
}

const rule = (context: string, ...tests: readonly string[]): string =>
  `<rule context="${context}">${tests.join('')}</rule>`;
const assertion = (id: string, test: string): string => `<assert id="${id}" test="${test}"/>`;
const report = (id: string, test: string): string => `<report id="${id}" test="${test}"/>`;

describe('a document written for an assert', () => {
  const FIRES: Readonly<Record<string, string>> = {
    'what must not be there': assertion('A', 'not(u:b/u:c/@d)'),
    'what must be there': assertion('A', 'u:b'),
    'a value that must not be empty': assertion('A', "normalize-space(u:b) != ''"),
    'how many there may be': assertion('A', 'count(u:b) &lt;= 1'),
    'how many decimals there may be': assertion('A', "string-length(substring-after(u:b, '.')) &lt;= 2"),
    'a list of codes': assertion('A', "contains(' AB CD ', concat(' ', normalize-space(u:b), ' '))"),
    'a value out of some': assertion('A', "some $code in tokenize('AB CD', ' ') satisfies $code = u:b"),
    'a sum': assertion('A', 'xs:decimal(u:total) = sum(u:line/xs:decimal(u:amount))'),
    'the order of dates': assertion('A', 'xs:date(u:to) >= xs:date(u:from)'),
    'what holds for each': assertion('A', 'every $line in u:line satisfies $line/u:amount > 0'),
    'a condition and what follows from it': assertion('A', "not(u:type = '5') or u:b"),
    'either of two branches': assertion('A', "if (u:type = '5') then u:b else not(u:c)"),
    'a form': assertion('A', "matches(u:b, '^[0-9]{4}$')"),
    'a pair that must not repeat': assertion(
      'A',
      'count(u:b) = count(u:b[not(@n = preceding-sibling::u:b/@n)])',
    ),
    'what holds one way only': assertion('A', 'u:b or (u:c and not(u:c))'),
    'what a report looks for': report('A', "u:b[@d = 'x']/u:c"),
  };
  for (const [what, test] of Object.entries(FIRES))
    it(`fires ${what}`, async () => assert.deepEqual(await saidOf(rule('/u:a', test)), { A: 'fires' }));

  it('meets the predicates of the context, variables included', async () =>
    assert.deepEqual(
      await saidOf(
        rule(
          "u:a[@k = 'x' and u:b]/u:c[u:e = '7']",
          '<let name="v" value="u:d"/>',
          assertion('A', "$v = '1'"),
        ),
      ),
      { A: 'fires' },
    ));
});

describe('an assert that does not fire', () => {
  const CANNOT: readonly (readonly [string, string, Record<string, string>, Visits?])[] = [
    ['is constant when it reads nothing', rule('u:a', assertion('A', 'true()')), { A: 'constant' }],
    [
      'is constant when it asks both ways',
      rule('u:a', assertion('A', 'u:b or not(u:c) or not(u:b)')),
      { A: 'constant' },
    ],
    ['is constant when the context has it', rule('u:a[@b]', assertion('A', '@b')), { A: 'constant' }],
    ['is constant when the name has it', rule('u:a', assertion('A', 'not(self::u:b)')), { A: 'constant' }],
    [
      'is shadowed by a wider rule before it',
      rule('u:a', assertion('A', '@b')) + rule('/u:c/u:a[@d]', assertion('B', '@b')),
      { A: 'fires', B: 'shadowed' },
    ],
    [
      'is shadowed by two rules that share its nodes',
      rule('u:a', assertion('A', '@b')) +
        rule('u:c', assertion('B', '@b')) +
        rule('u:a | u:c', assertion('C', '@b')),
      { A: 'fires', B: 'fires', C: 'shadowed' },
    ],
    [
      'is not visited on an attribute',
      rule('u:a/@b', assertion('A', ". = ''")),
      { A: 'not visited' },
      'elements',
    ],
    [
      'is hidden when another raises wherever it would fire',
      rule('u:a', assertion('A', 'count(u:b) &lt;= 1'), assertion('B', "normalize-space(u:b) != ''")),
      { A: 'raises', B: 'fires' },
    ],
    [
      'is not known when no reason is',
      rule('u:a', assertion('A', "not(u:b != u:b) or u:b = '1' or u:b != '1'")),
      { A: 'unknown' },
    ],
  ];
  for (const [what, rules, said, visits] of CANNOT)
    it(what, async () => assert.deepEqual(await saidOf(rules, visits), said));

  const CAN: readonly (readonly [string, string])[] = [
    ['a narrower rule before it', rule('u:a[@d]', assertion('A', '@b')) + rule('u:a', assertion('B', '@b'))],
    [
      'a rule of deeper nodes before it',
      rule('/u:c/u:a', assertion('A', '@b')) + rule('u:a', assertion('B', '@b')),
    ],
    [
      'a rule of the root before it',
      rule('/u:a', assertion('A', '@b')) + rule('u:c/u:a', assertion('B', '@b')),
    ],
    [
      'a rule of the same name below another',
      rule('u:c/u:a', assertion('A', '@b')) + rule('u:d//u:a', assertion('B', '@b')),
    ],
  ];
  for (const [what, rules] of CAN)
    it(`is not reported as shadowed by ${what}`, async () =>
      assert.deepEqual(await saidOf(rules), { A: 'fires', B: 'fires' }));

  it('is visited on an attribute if the stylesheet visits attributes', async () =>
    assert.deepEqual(await saidOf(rule('u:a/@b', assertion('A', ". = ''"))), { A: 'fires' }));
});
