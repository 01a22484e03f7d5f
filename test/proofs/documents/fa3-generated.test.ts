import assert from 'node:assert/strict';
import { computeAmounts } from '../../../src/domain/invoice/totals.ts';
import { Decimal, sum } from 'en16931-rules/vocabulary/decimal.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { fa3Schema } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { textOf } from '../../support/text-of.ts';
import { PolishGenerator } from '../../domain/generated-polish.ts';
import { parsed } from '../../domain/parsed.ts';
import { documentOf, Fa3 } from '../../domain/documents/fa3/built.ts';
import type { Json } from '../../domain/sample.ts';
import { canonicalInvoices } from '../verdicts/corpora.ts';
import { accepts, earlyFindings } from '../verdicts/engines.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { schemaFindings } from '../verdicts/readings.ts';

const COUNT = 300;

/** All amounts at a path. */
const total = (document: Fa3, path: string): Decimal =>
  sum((document.said(path) ?? '0').split(' | ').map((amount) => new Decimal(amount)));

/** With the kinds of tax, units and documents that a generator of Poland draws. */
function* documents(): Generator<Json> {
  const generator = new PolishGenerator(2026);
  for (let count = 0; count < COUNT; count += 1) yield generator.next();
}

describeByReference('generated invoices as FA(3)', () => {
  itAgrees('are valid under the schema', { compared: COUNT }, () => {
    const schema = fa3Schema();
    return {
      corpus: canonicalInvoices(documents()),
      engines: { 'the builder': accepts, 'early rules': earlyFindings('PL-KSEF', 'fa3') },
      judge: async (invoice) => {
        const built = await DOCUMENTS.build(invoice, 'PL-KSEF', 'fa3');
        return built.ok
          ? schemaFindings(schema.check(built.document.bytes))
          : built.findings.map(({ code }) => code);
      },
    };
  });

  it(`have the content of the canonical invoice: ${COUNT}`, async function () {
    const kinds = new Set<string>();
    for (const canonical of documents()) {
      const invoice = parsed(canonical);
      const built = await documentOf(canonical);
      const document = new Fa3(textOf(built));
      const { totals } = computeAmounts(invoice);
      const turned = invoice.invoice.typeCode === '381' ? totals.withVat.negated() : totals.withVat;
      assert.equal(document.said('Fa/P_15'), turned.toFixed(2).replace(/^-(?=0\.00$)/, ''));
      const isWithVat = invoice.lines.some(({ unitPriceWithVat }) => unitPriceWithVat !== undefined);
      const summed = isWithVat ? turned : netOf(document);
      assert.equal(summed.toFixed(), linesOf(document).toFixed(), textOf(built));
      for (const stated of document.within('Fa')) {
        const kind = /^P_1[34]\w*/.exec(stated)?.[0];
        if (kind !== undefined) kinds.add(kind);
      }
    }
    for (const place of PLACES) assert.ok(kinds.has(place), `${place} in none of them`);
  });
});

/** Each has to occur. */
const PLACES = [
  ...['P_13_6_1', 'P_13_6_2', 'P_13_6_3', 'P_13_7', 'P_13_8', 'P_13_9', 'P_13_10', 'P_13_11'],
  ...['P_14_1W', 'P_14_2W', 'P_14_3W', 'P_14_4W'],
];

const netOf = (document: Fa3): Decimal =>
  sum(
    document
      .within('Fa')
      .filter((said) => said.startsWith('P_13_'))
      .map((said) => new Decimal(said.split(' ')[1] ?? '0')),
  );

const linesOf = (document: Fa3): Decimal =>
  total(document, 'Fa/FaWiersz/P_11').plus(total(document, 'Fa/FaWiersz/P_11A'));
