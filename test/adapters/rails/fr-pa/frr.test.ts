import assert from 'node:assert/strict';
import { readFrr } from '../../../../src/adapters/rails/fr-pa/frr.ts';
import { abroad, saleOf, toConsumer, written } from '../../../domain/routes/fr-pa/reports/samples.ts';

const read = (xml: string) => readFrr(new TextEncoder().encode(xml));
const sales = written([...saleOf(toConsumer).entries, ...saleOf(abroad).entries]);

/** The element of the schema (AIFE, XSD of flow 10) with the figures of section 15 of the facts. */
const BY_HAND = `<Report><ReportDocument><Id>R-1</Id><Issuer><Id schemeId="0002">100000009</Id>
  <RoleCode>SE</RoleCode></Issuer></ReportDocument>
  <TransactionsReport><ReportPeriod><StartDate>20261001</StartDate><EndDate>20261010</EndDate></ReportPeriod>
  <Invoice><MonetaryTotal><TaxExclusiveAmount>1000.00</TaxExclusiveAmount><TaxAmount CurrencyCode="EUR">0.00</TaxAmount></MonetaryTotal></Invoice>
  <Transactions><Date>20261002</Date><TaxExclusiveAmount>1250.00</TaxExclusiveAmount><TaxTotal>222.50</TaxTotal>
  <TransactionsCount>41</TransactionsCount><TaxSubtotal><TaxPercent>20</TaxPercent><TaxableAmount>1050.00</TaxableAmount>
  <TaxTotal>210.00</TaxTotal></TaxSubtotal></Transactions></TransactionsReport></Report>`;

describe('a report of flow 10 that a platform has derived', () => {
  it('is read with declarant, period, count and sums', () => {
    const { bytes: _, ...report } = read(BY_HAND)!;
    assert.deepEqual(report, {
      ...{ id: 'R-1', declarant: '100000009', part: 'sales' },
      period: { first: '2026-10-01', last: '2026-10-10' },
      figures: { count: 42, net: '2250.00', vat: '222.50' },
    });
  });

  it('of purchases is no report of sales, and one of an unknown role is none', () => {
    assert.equal(read(BY_HAND.replace('>SE<', '>BY<'))?.part, 'purchases');
    assert.equal(read(BY_HAND.replace('>SE<', '>WK<')), undefined);
  });

  it('has no count if it leaves out that of a day', () =>
    assert.deepEqual(read(BY_HAND.replace('<TransactionsCount>41</TransactionsCount>', ''))?.figures, {
      net: '2250.00',
      vat: '222.50',
    }));

  it('has the figures of the sales that were written', () => assert.equal(read(sales)?.figures.count, 2));

  for (const [what, xml] of [
    ['another document', '<Invoice/>'],
    ['a report without a period', sales.replace(/<ReportPeriod>.*<\/ReportPeriod>/, '')],
    ['a report that is cut', sales.slice(0, -20)],
    ['a report with entities', `<!DOCTYPE Report [<!ENTITY a "b">]>${sales.replace(/^<\?.*\?>/, '')}`],
  ] as const)
    it(`is not ${what}`, () => assert.equal(read(xml), undefined));
});
