import assert from 'node:assert/strict';
import { EN16931_AND_XRECHNUNG } from '../../../../src/domain/checks/early-rules/rule-sets.ts';
import { joinApart } from '../../../../src/domain/documents/join-apart.ts';
import { XRECHNUNG } from '../../../../src/domain/documents/specifications.ts';
import { completeInvoice } from '../../../../src/domain/invoice/complete-invoice.ts';
import { written } from '../../../support/documents.ts';
import { officialRules, type OfficialRules } from '../../../support/official-rules.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { VARIANTS } from '../../full-sample.ts';
import { parsed } from '../../parsed.ts';
import { germanInvoice, set, type Json } from '../../sample.ts';
import { ACCEPTED, BROKEN } from '../../routes/route-rule-rows.ts';

const EARLY: ReadonlySet<string> = new Set(
  [...EN16931_AND_XRECHNUNG.written.ubl, ...EN16931_AND_XRECHNUNG.coded].map(({ id }) => id),
);

/** The document is written also if our own rules refuse it. */
const xml = (document: Json): string =>
  written('ubl', joinApart(completeInvoice(parsed(document), XRECHNUNG)));

describeByReference('the rows of the early rules, under the official rules', () => {
  let rules: OfficialRules;
  before(async () => {
    rules = await officialRules();
  });

  for (const [edit, ...finds] of BROKEN)
    it(`are refused: ${finds.join(', ')}`, async () => {
      const broken = await rules.broken(xml(edit(germanInvoice())));
      const ids = finds.flatMap((found) => found.split(' ')[0]!.split('+'));
      assert.deepEqual([...new Set(broken)].filter((id) => EARLY.has(id)).sort(), [...new Set(ids)].sort());
    });

  for (const [sentence, edit] of ACCEPTED)
    it(`are accepted: ${sentence}`, async () =>
      assert.deepEqual(await rules.broken(xml(edit(germanInvoice()))), []));

  VARIANTS.slice(0, 8).forEach((document, index) =>
    it(`are accepted with every member present (${index + 1})`, async () => {
      assert.deepEqual(await rules.broken(xml(document)), []);
      assert.deepEqual(await rules.broken(xml(set('invoice.type_code', 381)(document))), []);
    }),
  );
});
