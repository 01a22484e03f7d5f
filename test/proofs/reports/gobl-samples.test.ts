import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FRENCH_REPORTS } from '../../../src/domain/routes/fr-pa/reports/reports.ts';
import { treatmentOf } from '../../../src/domain/routes/fr-pa/reports/treatment.ts';
import type { ReportEntry } from '../../../src/domain/vocabulary/stated-sale.ts';
import { completed, OWN, saleOf, toConsumer, written } from '../../domain/routes/fr-pa/reports/samples.ts';
import { all, type Edit, set } from '../../domain/sample.ts';
import { emptyFolder } from '../../support/folder.ts';
import { brokenRules, judgedByPyfrctc, missingJudge, missingSaxon } from './frr-judges.ts';

// The facts of the samples of flow 10 in invopop/gobl.fr.ctc (0507c301, `examples/`), a model of French reports by others.

const DECLARANT = { id: '732829320', name: 'Fournisseur France SARL' };
const seller = (name: string): Edit =>
  all(
    set('seller.name', name),
    set('seller.vat_id', 'FR44732829320'),
    set('seller.company_id', DECLARANT.id),
  );
const REASON = 'Reverse charge: services to a business of the EU (CGI art. 283-2)';

/** `invoice-fr-de-ctc-b2bint`: consulting for a German business, exempt. */
const toGermany = all(
  seller(DECLARANT.name),
  set('invoice.number', 'FAC-2024-INT-001'),
  set('invoice.issue_date', '2024-06-15'),
  set('invoice.due_date', undefined),
  set('invoice.notes', ['#PMT#40 EUR', '#PMD#Penalties', '#AAB#No discount']),
  set('buyer', {
    name: 'Kunde Deutschland GmbH',
    vat_id: 'DE111111125',
    address: { street: 'Berliner Strasse 10', city: 'Berlin', postcode: '10117', country: 'DE' },
  }),
  set('lines', [
    {
      ...{ name: 'Consulting services', quantity: 5, unit: 'HUR', unit_price: 200 },
      ...{ vat_category: 'E', vat_rate: 0 },
    },
  ]),
  set('vat_exemption', [{ vat_category: 'E', reason: REASON, reason_code: 'VATEX-EU-IC' }]),
);
/** The sample has B7, which we read as reported already by the till: the report is tried with S1. */
const asService = set('invoice.business_process', 'S1');

/** `invoice-fr-fr-ctc-flow10-b2c`: goods in a shop. */
const inShop = all(
  toConsumer,
  seller('Boutique Reporting SARL'),
  set('invoice.issue_date', '2026-04-15'),
  set('invoice.due_date', undefined),
  set('lines[0].quantity', 1),
  set('lines[0].unit_price', 59),
);

/** `payment-fr-de-ctc-b2bint`: of an invoice at 20 %. */
const paidFromGermany: Edit = all(
  toGermany,
  asService,
  set('invoice.number', '2026-INT-001'),
  set('invoice.issue_date', '2026-04-15'),
  set('lines[0].vat_category', 'S'),
  set('lines[0].vat_rate', 20),
  set('vat_exemption', undefined),
);
const PAID = { day: '2026-05-02', amounts: [{ vatRate: '20', amount: '1200.00' }] };

const reportOf = (entries: readonly ReportEntry[], part: 'sales' | 'payments', day: string): string =>
  written(entries, {
    part,
    declarant: DECLARANT,
    period: FRENCH_REPORTS.periodOf(OWN, part, day)!,
  });

const REPORTS = {
  '10.1': () => reportOf(saleOf(toGermany, asService).entries, 'sales', '2024-06-15'),
  '10.3': () => reportOf(saleOf(inShop).entries, 'sales', '2026-04-15'),
  '10.2': () => {
    const paid = FRENCH_REPORTS.paymentEntries(saleOf(paidFromGermany).entries, PAID, [], OWN);
    assert.ok(!('refused' in paid));
    return reportOf(paid, 'payments', PAID.day);
  },
} as const;

const stated = (xml: string, ...names: readonly string[]): readonly (string | undefined)[] =>
  names.map((name) => new RegExp(`<${name}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1]);

describe('the samples of flow 10 of gobl.fr.ctc, as our reports', () => {
  it('10.1 names both businesses as the sample does, and what is exempt', () => {
    const xml = REPORTS['10.1']();
    assert.match(xml, /<Seller><CompanyId schemeId="0002">732829320</);
    assert.match(xml, /<Buyer><CompanyId schemeId="0223">DE111111125</);
    assert.deepEqual(stated(xml, 'ID', 'IssueDate', 'TaxExclusiveAmount', 'TaxableAmount', 'TaxAmount'), [
      ...['FAC-2024-INT-001', '20240615', '1000.00', '1000.00', '0.00'],
    ]);
    assert.deepEqual(stated(xml, 'Code', 'Percent', 'TaxExemptionReasonCode'), ['E', '0', 'VATEX-EU-IC']);
    const invoiced = /<Invoice>.*<\/Invoice>/.exec(xml)?.[0] ?? '';
    assert.deepEqual(stated(invoiced, 'TypeCode', 'CurrencyCode', 'Subject'), ['380', 'EUR', 'AAB']);
  });

  it('10.3 has the category, the sums and the count of the sample', () =>
    assert.deepEqual(
      stated(
        REPORTS['10.3'](),
        ...['Date', 'CategoryCode', 'TaxExclusiveAmount', 'TaxTotal', 'TaxPercent', 'TransactionsCount'],
      ),
      ['20260415', 'TLB1', '59.00', '11.80', '20', '1'],
    ));

  it('10.2 names the invoice, its day, the day of the payment and the amount with VAT', () => {
    const xml = REPORTS['10.2']();
    assert.deepEqual(stated(xml, 'InvoiceID', 'IssueDate', 'Date', 'TaxPercent', 'Amount'), [
      ...['2026-INT-001', '20260415', '20260502', '20', '1200.00'],
    ]);
  });

  it('10.1 with B7 is the one that we do not report: the till has reported it', () =>
    assert.equal(treatmentOf(completed(toGermany, set('invoice.business_process', 'B7'))), 'e-invoice'));

  it('keep the schema and every rule of the administration', async function () {
    if (missingJudge || missingSaxon) return this.skip();
    const { path, remove } = emptyFolder();
    try {
      for (const [kind, write] of Object.entries(REPORTS)) writeFileSync(join(path, `${kind}.xml`), write());
      assert.deepEqual(await brokenRules(path, 3), []);
      writeFileSync(join(path, 'periods.json'), '[]');
      assert.deepEqual((await judgedByPyfrctc(path)).complaints, {});
    } finally {
      remove();
    }
  });
});
