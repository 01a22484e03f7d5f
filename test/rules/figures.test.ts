import assert from 'node:assert/strict';
import { type BuiltInRules, builtInRules, expanded, RULE_PACKS } from '../support/built-in-rules.ts';
import { baseInvoice } from './base.ts';
import { edited } from './edits.ts';
import { ROWS } from './all-rows.ts';

interface Assert {
  readonly id: string;
  readonly test: string;
  readonly message: string;
}

const ASSERT = /<assert id="([^"]+)" flag="[^"]+" test="([^"]*)">(.*?)<\/assert>/g;

const assertsOf = (text: string): readonly Assert[] =>
  [...text.matchAll(ASSERT)].map(([, id = '', test = '', message = '']) => ({ id, test, message }));

/** Tests with a sum, a percentage or a difference. */
const computes = ({ test }: Assert): boolean => /\b(?:sum|round|abs)\(|\bdiv\b| [-+*] /.test(test);

/** Rules whose test computes, but not an amount that the invoice has to state. */
const NO_AMOUNT: readonly (readonly [ids: RegExp, why: string])[] = [
  [/^BR-DEC-/, 'it rounds to require at most two decimals'],
  [/^BR-(?:S|AF|AG|Z|E|AE|IC|G)-01$/, 'it counts places of a category'],
  [/^PEPPOL-COMMON-R0(?:4|5)\d$/, 'it computes check digits'],
  [/^(?:DE|NO|SE|GR)-[RS]-/, 'it computes check digits'],
  [/^BR-DE-(?:19|20)$/, 'it computes check digits'],
  [/^BR-FR-03(?:_|$)/, 'it reads year and month of a day'],
  [/^BR-FR-(?:06|30)_/, 'it counts notes'],
];

const known = (id: string): boolean => NO_AMOUNT.some(([ids]) => ids.test(id));

describe('the figures of rules about amounts', () => {
  const files = RULE_PACKS.flatMap((pack) =>
    expanded(pack).files.map(({ path, text }) => ({ name: `${pack}/${path}`, asserts: assertsOf(text) })),
  );

  it('are tested for enough rules', () => {
    const told = new Set(
      files.flatMap(({ asserts }) => asserts.filter(computes)).flatMap(({ id }) => (known(id) ? [] : [id])),
    );
    for (const id of ['BR-CO-10', 'BR-CO-17', 'BR-S-09', 'PEPPOL-EN16931-R120', 'BR-DEX-09'])
      assert.ok(told.has(id), `${id} is not among ${[...told].join(' ')}`);
  });

  for (const { name, asserts } of files)
    it(`are in the message of each rule of ${name} that computes one`, () => {
      const silent = asserts.filter(
        (one) => computes(one) && !known(one.id) && !one.message.includes('<value-of'),
      );
      assert.deepEqual(
        silent.map(({ id, test }) => `${id}: ${test}`),
        [],
      );
    });

  it('exclude only rules that exist and compute no amount', () => {
    const ids = files.flatMap(({ asserts }) => asserts.filter(computes)).map(({ id }) => id);
    for (const [pattern, why] of NO_AMOUNT)
      assert.ok(
        ids.some((id) => pattern.test(id)),
        `${pattern}: ${why}`,
      );
  });
});

/** The text for a clerk: an amount with at least two decimals, and the text in the file. */
const FIGURES = / \(-?\d+\.\d{2,} expected, (?:-?\d+(?:\.\d+)?|nothing) stated\)\. /;

describe('the message of a rule about amounts', () => {
  let rules: BuiltInRules;
  before('compile the packs', async () => {
    rules = await builtInRules();
  });

  for (const pack of ['en16931', 'xrechnung'] as const) {
    const text = expanded(pack).files.find(({ path }) => path === 'ubl.sch')?.text ?? '';
    const withFigures = new Set(
      assertsOf(text)
        .filter((one) => one.message.includes(' expected, '))
        .map(({ id }) => id),
    );
    it(`names the expected amount with its cents, and the stated one, in ${pack}`, async () => {
      const seen = new Set<string>();
      for (const { of, edit, finds } of ROWS[pack]) {
        if (!finds.some((id) => withFigures.has(id))) continue;
        const run = await rules.run(pack, new TextEncoder().encode(edited(baseInvoice(of), edit)));
        assert.ok(run.kind === 'verdict');
        for (const { id = '', firings } of run.fired) {
          if (!withFigures.has(id) || !firings.some((each) => FIGURES.test(each.text))) continue;
          seen.add(id);
        }
      }
      assert.deepEqual(
        [...withFigures].filter((id) => !seen.has(id)),
        [],
      );
    });
  }
});
