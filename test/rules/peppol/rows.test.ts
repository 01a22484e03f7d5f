import assert from 'node:assert/strict';
import type { Syntax } from '../../../src/domain/vocabulary/syntax.ts';
import {
  type BuiltInRules,
  type RuledSyntax,
  builtInRules,
  builtInSchemas,
  expanded,
  publishedIds,
  publishedRules,
} from '../../support/built-in-rules.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { type Edit, edited, untouched } from '../edits.ts';
import type { Row } from '../row.ts';
import { BASES } from './base.ts';
import { BILLING_ROWS, SELF_BILLING_ROWS } from './billing-rows.ts';
import { CII_ROWS } from './cii-rows.ts';

type PeppolPack = keyof typeof BASES;
interface Tried {
  readonly syntax: RuledSyntax;
  readonly rows: readonly Row[];
}
const PACKS: Readonly<Record<PeppolPack, Tried>> = {
  peppol: { syntax: 'ubl', rows: BILLING_ROWS },
  'peppol-selfbilling': { syntax: 'ubl', rows: SELF_BILLING_ROWS },
  'peppol-cii': { syntax: 'cii', rows: CII_ROWS },
};
const CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'];

/** National rules have rows of their own. */
const isPeppols = (id: string): boolean => id.startsWith('PEPPOL-');

const bases = new Map<string, string>();
/** Of all rows alike. */
function baseOf(pack: PeppolPack, of: Row['of']): string {
  const key = `${pack} ${JSON.stringify(of)}`;
  const base = bases.get(key) ?? BASES[pack](of);
  bases.set(key, base);
  return base;
}

async function findings(
  rules: BuiltInRules,
  pack: PeppolPack,
  { of, edit }: { readonly of?: Row['of']; readonly edit: Edit },
): Promise<string[]> {
  const run = await rules.run(pack, new TextEncoder().encode(edited(baseOf(pack, of), edit)));
  assert.ok(run.kind === 'verdict' && run.reached, JSON.stringify(run));
  return [...new Set(run.fired.map(({ id }) => id ?? ''))].filter(isPeppols).sort();
}

for (const [pack, { syntax, rows }] of Object.entries(PACKS) as [PeppolPack, Tried][]) {
  describe(`the rules of ${pack}`, () => {
    let rules: BuiltInRules;
    before('compile the pack', async function () {
      this.timeout(60_000);
      rules = await builtInRules(syntax, [pack]);
    });

    for (const category of CATEGORIES)
      it(`accept the base invoice in category ${category}`, async () => {
        assert.deepEqual(await findings(rules, pack, { of: { category }, edit: untouched }), []);
      });

    for (const row of rows)
      it(row.it, async () => assert.deepEqual(await findings(rules, pack, row), [...row.finds].sort()));

    it('are each broken by a row', () => {
      const broken = new Set(rows.flatMap(({ finds }) => finds));
      const text = expanded(pack).files[0]?.text ?? '';
      const checked = [...text.matchAll(/<assert id="([^"]+)"/g)].map(([, id = '']) => id).filter(isPeppols);
      assert.deepEqual(
        checked.filter((id) => !broken.has(id)),
        [],
      );
    });
  });

  describeByReference(`the published rules that ${pack} restates`, () => {
    it('are all of its rules', () => {
      const known = new Set(expanded(pack).catalogue.map(({ code }) => code));
      assert.deepEqual(
        publishedIds(syntax, pack).filter((id) => !known.has(id)),
        [],
      );
    });

    it('find what the rows say', async function () {
      this.timeout(120_000);
      const published = await publishedRules(syntax, [pack]);
      const differing: string[] = [];
      for (const row of rows) {
        const found = await findings(published, pack, row);
        if (found.join() !== [...row.finds].sort().join()) differing.push(`${row.it}: ${found.join(', ')}`);
      }
      assert.deepEqual(differing, []);
    });
  });
}

describe('the base invoices of the rows for Peppol', () => {
  const SCHEMA: Readonly<Record<PeppolPack, Syntax>> = {
    peppol: 'ubl-invoice',
    'peppol-selfbilling': 'ubl-invoice',
    'peppol-cii': 'cii',
  };
  it('are such that their schemas accept', () => {
    const schemas = builtInSchemas();
    for (const [pack, syntax] of Object.entries(SCHEMA) as [PeppolPack, Syntax][]) {
      const run = schemas.get(syntax)?.check(new TextEncoder().encode(BASES[pack]()));
      assert.deepEqual(run, { kind: 'verdict', findings: [] }, pack);
    }
    schemas.forEach((schema) => schema.dispose());
  });
});
