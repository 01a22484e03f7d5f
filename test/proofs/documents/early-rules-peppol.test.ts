import assert from 'node:assert/strict';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import { EN16931_AND_PEPPOL } from '../../../src/domain/routes/peppol/early-rules.ts';
import type { CanonicalInvoice } from '../../../src/domain/invoice/canonical.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { type BuiltInRules, publishedIds, publishedRules } from '../../support/built-in-rules.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { NATIONAL_ROWS, SALES } from '../../domain/routes/peppol/national-rows.ts';
import { places, withoutPlace } from '../../domain/places.ts';
import { set, type Json } from '../../domain/sample.ts';

const TYPES = [380, 381, 389];

/** Every edit that breaks a rule of one country, applied to the sales of all countries; and each sale without each member. */
function* documents(): Generator<Json> {
  for (const sale of Object.values(SALES))
    for (const type of TYPES) {
      const base = set('invoice.type_code', type)(sale());
      for (const { edit } of NATIONAL_ROWS) yield edit(base);
      for (const path of places(base)) yield withoutPlace(path)(base);
    }
}

const packOf = ({ invoice }: CanonicalInvoice) =>
  invoice.typeCode === '389' ? ('peppol-selfbilling' as const) : ('peppol' as const);

describeByReference('the rules of Peppol that are seen in the canonical form', () => {
  let rules: BuiltInRules;
  const early = new Set([...EN16931_AND_PEPPOL.written.ubl, ...EN16931_AND_PEPPOL.coded].map(({ id }) => id));
  const published = new Set(
    [...publishedIds('ubl', 'peppol'), ...publishedIds('ubl', 'peppol-selfbilling')].filter((id) =>
      early.has(id),
    ),
  );
  before(async function () {
    this.timeout(120_000);
    rules = await publishedRules('ubl', ['peppol', 'peppol-selfbilling']);
  });

  const earlyIds = (invoice: CanonicalInvoice): string[] => {
    const related = checkRoute(invoice, 'PEPPOL', 'ubl').flatMap((finding) => finding.related ?? []);
    return [...new Set(related.map(({ code }) => code))].filter((id) => published.has(id)).sort();
  };

  it('report exactly what the published rules report in the document', async function () {
    this.timeout(600_000);
    const counts = { compared: 0, refused: 0, late: 0, unjudged: 0 };
    for (const document of documents()) {
      const read = parseCanonical(document);
      if (!read.ok) continue;
      const built = await DOCUMENTS.build(read.invoice, 'PEPPOL', 'ubl');
      if (!built.ok) continue;
      const run = await rules.run(packOf(read.invoice), built.document.bytes);
      const found = earlyIds(read.invoice);
      if (run.kind !== 'verdict') {
        counts.unjudged += 1;
        continue;
      }
      const fatal = run.fired.flatMap(({ id = '', flag }) => (flag === 'fatal' ? [id] : []));
      const official = [...new Set(fatal)].filter((id) => published.has(id)).sort();
      assert.deepEqual(found, official, JSON.stringify(document));
      counts.compared += 1;
      if (fatal.length > 0) counts.refused += 1;
      if (fatal.length > 0 && found.length === 0) counts.late += 1;
    }
    console.log(`      ${JSON.stringify(counts)}`);
    assert.ok(counts.compared > 3_000 && counts.refused > 1_000, JSON.stringify(counts));
    assert.equal(counts.late, 0);
  });
});
