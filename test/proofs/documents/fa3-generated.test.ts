import assert from 'node:assert/strict';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import { computeAmounts } from '../../../src/domain/invoice/totals.ts';
import { Decimal, sum } from '../../../src/domain/vocabulary/decimal.ts';
import type { XsdSchema } from '../../../validators/xsd.ts';
import { fa3Schema } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { textOf } from '../../support/text-of.ts';
import { PolishGenerator } from '../../domain/generated-polish.ts';
import { parsed } from '../../domain/parsed.ts';
import { documentOf, Fa3 } from '../../domain/documents/fa3/built.ts';

const COUNT = 300;

/** All amounts at a path. */
const total = (document: Fa3, path: string): Decimal =>
  sum((document.said(path) ?? '0').split(' | ').map((amount) => new Decimal(amount)));

describeByReference('generated invoices as FA(3)', () => {
  let schema: XsdSchema;
  before(() => (schema = fa3Schema()));
  after(() => schema.dispose());

  it(`are valid under the schema and have the content of the canonical invoice: ${COUNT}`, async function () {
    this.timeout(120_000);
    const generator = new PolishGenerator(2026);
    const kinds = new Map<string, number>();
    for (let count = 0; count < COUNT; count += 1) {
      const canonical = generator.next();
      const invoice = parsed(canonical);
      assert.deepEqual(checkRoute(invoice, 'PL-KSEF', 'fa3'), []);
      const built = await documentOf(canonical);
      assert.deepEqual(schema.check(built.bytes), { kind: 'verdict', findings: [] }, textOf(built));
      const document = new Fa3(textOf(built));
      const { totals } = computeAmounts(invoice);
      const turned = invoice.invoice.typeCode === '381' ? totals.withVat.negated() : totals.withVat;
      assert.equal(document.said('Fa/P_15'), turned.toFixed(2).replace(/^-(?=0\.00$)/, ''));
      const isWithVat = invoice.lines.some(({ unitPriceWithVat }) => unitPriceWithVat !== undefined);
      const summed = isWithVat ? turned : netOf(document);
      assert.equal(summed.toFixed(), linesOf(document).toFixed(), textOf(built));
      for (const said of [...document.within('Fa'), ...document.within('Fa/FaWiersz')]) {
        const kind = /^(P_1[234]\w*|RodzajFaktury .*|P_12 .*)/
          .exec(said)?.[0]
          .replace(/^(P_1[34]\w*) .*/, '$1');
        if (kind !== undefined) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    }
    const met = [...kinds.keys()];
    for (const place of [
      'P_13_6_1',
      'P_13_6_2',
      'P_13_6_3',
      'P_13_7',
      'P_13_8',
      'P_13_9',
      'P_13_10',
      'P_13_11',
    ])
      assert.ok(met.includes(place), `${place} in none of them`);
    for (const number of [1, 2, 3, 4])
      assert.ok(met.includes(`P_14_${number}W`), `P_14_${number}W in none of them`);
  });
});

const netOf = (document: Fa3): Decimal =>
  sum(
    document
      .within('Fa')
      .filter((said) => said.startsWith('P_13_'))
      .map((said) => new Decimal(said.split(' ')[1] ?? '0')),
  );

const linesOf = (document: Fa3): Decimal =>
  total(document, 'Fa/FaWiersz/P_11').plus(total(document, 'Fa/FaWiersz/P_11A'));
