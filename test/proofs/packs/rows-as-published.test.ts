import assert from 'node:assert/strict';
import { builtInRules, publishedRules } from '../../support/built-in-rules.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { LONG_TABLES } from '../../rules/all-rows.ts';
import { baseInvoice } from '../../rules/base.ts';
import * as cii from '../../rules/cii/all-rows.ts';
import { edited } from '../../rules/edits.ts';
import * as peppol from '../../rules/peppol/all-rows.ts';

describe('each element that is not in the standard', function () {
  this.timeout(300_000);

  it('is the only finding in UBL', async () => {
    const rules = await builtInRules();
    for (const { it: what, of, edit, finds } of LONG_TABLES.en16931) {
      const run = await rules.run('en16931', new TextEncoder().encode(edited(baseInvoice(of), edit)));
      assert.ok(run.kind === 'verdict' && run.reached, JSON.stringify(run));
      assert.deepEqual([...new Set(run.fired.map(({ id }) => id ?? ''))].sort(), [...finds].sort(), what);
    }
  });

  it('is the only finding in CII', async () => {
    const rules = await builtInRules('cii');
    for (const row of cii.TABLES.en16931) {
      const [what, , id] = row;
      if (cii.UNREACHABLE.includes(id)) continue;
      const found = await cii.findings(rules, 'en16931', row);
      assert.ok(found.split(' ').includes(id), `${what}: ${found}`);
    }
  });
});

describeByReference('the published packs', () => {
  for (const pack of ['en16931', 'xrechnung'] as const)
    it(`report in CII what the rows of ${pack} expect`, async () => {
      const [ours, theirs] = [await builtInRules('cii'), await publishedRules('cii')];
      const differing: string[] = [];
      for (const row of [...cii.ROWS[pack], ...cii.TABLES[pack]]) {
        const found = await cii.findings(theirs, pack, row);
        if (found !== (await cii.findings(ours, pack, row))) differing.push(`${row[0]}: ${found}`);
      }
      assert.deepEqual(differing, []);
    }).timeout(300_000);

  for (const [pack, { syntax, rows }] of Object.entries(peppol.PACKS) as [peppol.PeppolPack, peppol.Tried][])
    it(`report what the rows of ${pack} expect`, async () => {
      const published = await publishedRules(syntax, [pack]);
      const differing: string[] = [];
      for (const row of rows) {
        const found = await peppol.findings(published, pack, row);
        if (found.join() !== [...row.finds].sort().join()) differing.push(`${row.it}: ${found.join(', ')}`);
      }
      assert.deepEqual(differing, []);
    }).timeout(300_000);
});
