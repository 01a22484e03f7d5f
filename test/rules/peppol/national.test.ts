import assert from 'node:assert/strict';
import {
  type BuiltInRules,
  type RuledSyntax,
  builtInRules,
  expanded,
  publishedRules,
} from '../../support/built-in-rules.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { edited, set, untouched } from '../edits.ts';
import type { Row } from '../row.ts';
import { BASES } from './base.ts';
import { COUNTRIES } from './national/countries.ts';
import type { Country } from './national/country.ts';
import { GREECE } from './national/greece.ts';
import { COUNTRIES_IN_CII } from './national/in-cii.ts';

const PACKS = {
  peppol: { syntax: 'ubl', countries: COUNTRIES },
  'peppol-cii': { syntax: 'cii', countries: COUNTRIES_IN_CII },
} as const satisfies Readonly<
  Record<string, { readonly syntax: RuledSyntax; readonly countries: readonly Country[] }>
>;
type Pack = keyof typeof PACKS;
const isNational = (id: string): boolean => !id.startsWith('PEPPOL-');

async function findings(
  rules: BuiltInRules,
  pack: Pack,
  { home }: Country,
  { of, edit }: Omit<Row, 'it' | 'finds'>,
): Promise<string> {
  const xml = edited(BASES[pack](of), home, edit);
  const run = await rules.run(pack, new TextEncoder().encode(xml));
  assert.ok(run.kind === 'verdict' && run.reached, JSON.stringify(run));
  return [...new Set(run.fired.map(({ id }) => id ?? ''))].sort().join(' ');
}

for (const [pack, { syntax, countries }] of Object.entries(PACKS) as [Pack, (typeof PACKS)[Pack]][]) {
  describe(`the rules of countries in ${pack}`, () => {
    let rules: BuiltInRules;
    before('compile the pack', async () => {
      rules = await builtInRules(syntax, [pack]);
    });

    for (const country of countries)
      describe(country.name, () => {
        it('accepts an invoice of its own', async () => {
          assert.equal(await findings(rules, pack, country, { edit: untouched }), '');
        });
        for (const row of country.rows)
          it(row.it, async () => {
            assert.equal(await findings(rules, pack, country, row), [...row.finds].sort().join(' '));
          });
      });

    it('are each broken by a row', () => {
      const broken = new Set(countries.flatMap(({ rows }) => rows).flatMap(({ finds }) => finds));
      const text = expanded(pack).files[0]?.text ?? '';
      const ids = [...text.matchAll(/<assert id="([^"]+)"/g)].map(([, id = '']) => id).filter(isNational);
      assert.ok(ids.length >= 41);
      assert.deepEqual(
        ids.filter((id) => !broken.has(id)),
        [],
      );
    });
  });

  describeByReference(`the published rules of countries that ${pack} restates`, () => {
    it('have the findings of the rows', async function () {
      const published = await publishedRules(syntax, [pack]);
      const differing: string[] = [];
      for (const country of countries)
        for (const row of country.rows) {
          const found = await findings(published, pack, country, row);
          if (found !== [...row.finds].sort().join(' '))
            differing.push(`${country.name}, ${row.it}: ${found}`);
        }
      assert.deepEqual(differing, []);
    });
  });
}

describe('a Greek invoice of a branch that is not a whole number', () => {
  const xml = edited(BASES.peppol(), GREECE.home, set('cbc:ID', '094019245|20/11/2026|1.5|1.1|A|17'));
  const kindOf = async (rules: BuiltInRules): Promise<string> =>
    (await rules.run('peppol', new TextEncoder().encode(xml))).kind;

  it('gets no verdict', async () => {
    assert.equal(await kindOf(await builtInRules('ubl', ['peppol'])), 'error');
  });
  describeByReference('as published', () => {
    it('gets none either', async () => {
      assert.equal(await kindOf(await publishedRules('ubl', ['peppol'])), 'error');
    });
  });
});
