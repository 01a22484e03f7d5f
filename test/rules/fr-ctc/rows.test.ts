import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { nameInFamily } from 'en16931-rules/packs/expand/expand.ts';
import {
  type BuiltInRules,
  type RuledSyntax,
  builtInRules,
  builtInSchemas,
  packFolder,
  publishedRules,
} from '../../support/built-in-rules.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { set } from '../../domain/sample.ts';
import { frenchDocument } from './base.ts';
import { FRENCH_ROWS, type FrenchRow } from './rows.ts';

const inFamily = nameInFamily(packFolder('fr-ctc'));

async function idsOf(rules: BuiltInRules, xml: string): Promise<readonly string[]> {
  const run = await rules.run('fr-ctc', new TextEncoder().encode(xml));
  if (run.kind === 'error') return ['no verdict'];
  assert.ok(run.kind === 'verdict' && run.reached, JSON.stringify(run));
  return [...new Set(run.fired.map(({ id }) => id ?? ''))].sort();
}

function changed(base: string, swaps: FrenchRow[RuledSyntax]): string {
  return swaps.reduce((xml, [from, to]) => {
    assert.ok(xml.includes(from), `the base has no ${from}`);
    return xml.replaceAll(from, to);
  }, base);
}

for (const syntax of ['ubl', 'cii'] as const) {
  describe(`the rules of France in ${syntax.toUpperCase()}`, () => {
    let rules: BuiltInRules;
    let base: string;
    before('compile the pack', async () => {
      rules = await builtInRules(syntax, ['en16931', 'fr-ctc']);
      base = await frenchDocument(syntax);
    });

    for (const { it: name, finds, alsoInUbl, ...swaps } of FRENCH_ROWS)
      it(name, async () => {
        const ids = await idsOf(rules, changed(base, swaps[syntax]));
        const all = syntax === 'ubl' && alsoInUbl ? [...finds, alsoInUbl] : finds;
        assert.deepEqual([...new Set(ids.map(inFamily))].sort(), [...all].sort());
      });

    it('accept only a credit note that names the credited invoice', async () => {
      const credit = (...dates: readonly object[]) =>
        frenchDocument(
          syntax,
          set('invoice.type_code', '381'),
          set('preceding_invoices', [{ number: 'F-0', ...dates[0] }]),
        );
      assert.deepEqual(await idsOf(rules, await credit({ issue_date: '2026-09-01' })), []);
      assert.deepEqual(await idsOf(rules, await credit()), ['BR-FR-CO-05_BT-3']);
    });

    it('accept the base, as the schema and EN 16931 do', async () => {
      const bytes = new TextEncoder().encode(base);
      const en16931 = await rules.run('en16931', bytes);
      assert.ok(en16931.kind === 'verdict');
      assert.deepEqual(en16931.fired, []);
      const schemas = builtInSchemas();
      const run = schemas.get(syntax === 'ubl' ? 'ubl-invoice' : 'cii')?.check(bytes);
      schemas.forEach((schema) => schema.dispose());
      assert.deepEqual(withEnglish(run), { kind: 'verdict', findings: [] });
    });
  });

  describeByReference(`the published rules of France in ${syntax.toUpperCase()}`, () => {
    it('find the same in every row', async function () {
      const [ours, theirs] = [
        await builtInRules(syntax, ['fr-ctc']),
        await publishedRules(syntax, ['fr-ctc']),
      ];
      const base = await frenchDocument(syntax);
      for (const { it: name, [syntax]: swaps } of FRENCH_ROWS) {
        const xml = changed(base, swaps);
        assert.deepEqual(await idsOf(ours, xml), await idsOf(theirs, xml), name);
      }
    });
  });
}
