import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import {
  type BuiltInRules,
  builtInRules,
  builtInSchemas,
  expanded,
  publishedIds,
} from '../../support/built-in-rules.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { untouched } from '../edits.ts';
import { findings, isPeppols, PACKS, type PeppolPack, type Tried } from './all-rows.ts';
import { BASES } from './base.ts';

const CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'];

for (const [pack, { syntax, rows }] of Object.entries(PACKS) as [PeppolPack, Tried][]) {
  describe(`the rules of ${pack}`, () => {
    let rules: BuiltInRules;
    before('compile the pack', async () => {
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
    it('are all in the pack', () => {
      const known = new Set(expanded(pack).catalogue.map(({ code }) => code));
      assert.deepEqual(
        publishedIds(syntax, pack).filter((id) => !known.has(id)),
        [],
      );
    });
  });
}

describe('the base invoices of the rows for Peppol', () => {
  const SCHEMA: Readonly<Record<PeppolPack, Syntax>> = {
    peppol: 'ubl-invoice',
    'peppol-selfbilling': 'ubl-invoice',
    'peppol-cii': 'cii',
  };
  it('are accepted by their schemas', () => {
    const schemas = builtInSchemas();
    for (const [pack, syntax] of Object.entries(SCHEMA) as [PeppolPack, Syntax][]) {
      const run = schemas.get(syntax)?.check(new TextEncoder().encode(BASES[pack]()));
      assert.deepEqual(withEnglish(run), { kind: 'verdict', findings: [] }, pack);
    }
    schemas.forEach((schema) => schema.dispose());
  });
});
