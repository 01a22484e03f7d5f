import { withEnglish } from '../../../../support/words.ts';
import assert from 'node:assert/strict';
import { FRENCH_REPORTS } from '../../../../../src/domain/routes/fr-pa/reports/reports.ts';
import type { ReportEntry } from '../../../../../src/domain/vocabulary/stated-sale.ts';
import { frenchInvoice } from '../../../french-sample.ts';
import { type Edit, set } from '../../../sample.ts';
import { abroad, OWN, saleOf, toConsumer, written } from './samples.ts';

const { paymentEntries, dayEntries } = FRENCH_REPORTS;

const [LINE] = frenchInvoice()['lines'] as readonly object[];
/** Each line is 20.00 without VAT. */
const lines = (...own: readonly object[]): Edit =>
  set(
    'lines',
    own.map((one) => ({ ...LINE, ...one })),
  );
const services = lines({ item_kind: 'services' });
const goods = lines({ item_kind: 'goods' });
const mixed = lines({ item_kind: 'goods' }, { item_kind: 'services' });

const amounts = (stated: Readonly<Record<string, string>>) =>
  Object.entries(stated).map(([vatRate, amount]) => ({ vatRate, amount }));
const pay = (
  sale: readonly ReportEntry[],
  stated: Readonly<Record<string, string>>,
  before: readonly ReportEntry[] = [],
  day = '2026-11-02',
): readonly ReportEntry[] => {
  const entries = paymentEntries(sale, { day, amounts: amounts(stated) }, before, OWN);
  assert.ok(!('refused' in entries), JSON.stringify(entries));
  return entries;
};
const refused = (
  sale: readonly ReportEntry[],
  stated: Readonly<Record<string, string>>,
  before: readonly ReportEntry[] = [],
): string =>
  JSON.stringify(
    withEnglish(paymentEntries(sale, { day: '2026-11-02', amounts: amounts(stated) }, before, OWN)),
  );
/** Day, rate and amount in the report. */
const inReport = (entries: readonly ReportEntry[]): readonly string[] =>
  [...written(entries).matchAll(/<Payment><Date>(\d+)<\/Date>(.*?)<\/Payment>/g)].flatMap(
    ([, day, sums = '']) =>
      [...sums.matchAll(/<TaxPercent>([^<]+)<.*?<Amount>([^<]+)</g)].map(
        ([, rate, amount]) => `${day} ${rate} ${amount}`,
      ),
  );

describe('a payment of a reported sale', () => {
  it('names the invoice of a business abroad', () =>
    assert.deepEqual(pay(saleOf(abroad, services).entries, { '20.00': '12.00' }), [
      {
        ...{ kind: '10.2', part: 'payments', day: '2026-11-02', number: 'F-2026-1', issueDate: '2026-10-05' },
        amounts: [{ rate: '20', amount: '12.00' }],
      },
    ]));

  it('of a consumer adds to its day', () =>
    assert.equal(pay(saleOf(toConsumer, services).entries, { 20: '12.00' })[0]?.kind, '10.4'));

  it('is not reported of goods', () => {
    for (const edit of [goods, set('invoice.business_process', 'B1')])
      assert.match(refused(saleOf(abroad, edit).entries, { 20: '12.00' }), /services alone/);
  });

  it('is reported if the sale abroad says that it is of services, or does not say of what', () => {
    for (const process of ['S1', 'M1', undefined]) {
      const { entries } = saleOf(abroad, set('invoice.business_process', process));
      assert.equal(pay(entries, { 20: '12.00' })[0]?.kind, '10.2');
    }
  });
});

/** CGI, article 290 A. */
describe('what is reported of a payment', () => {
  const SALES = { 'a business abroad': abroad, 'a consumer': toConsumer };

  for (const [buyer, edit] of Object.entries(SALES))
    it(`by ${buyer} is the share of the services`, () => {
      const { entries } = saleOf(edit, mixed);
      const half = pay(entries, { 20: '24.00' });
      assert.deepEqual(inReport(half), ['20261102 20 12.00']);
      const rest = pay(entries, { 20: '24.00' }, half);
      assert.deepEqual(inReport([...half, ...rest]), ['20261102 20 24.00']);
    });

  for (const [buyer, edit] of Object.entries(SALES))
    it(`by ${buyer} is at most what is owed, over all payments`, () => {
      const { entries } = saleOf(edit, services);
      const first = pay(entries, { 20: '20.00' });
      const second = pay(entries, { 20: '20.00' }, first);
      const third = pay(entries, { 20: '1.00' }, [...first, ...second]);
      assert.deepEqual(inReport([...first, ...second, ...third]), ['20261102 20 24.00']);
    });

  it('is nothing of services whose VAT the buyer owes, nor of goods abroad', () => {
    for (const category of ['AE', 'K', 'G', 'O']) {
      const free = lines({
        item_kind: 'services',
        vat_category: category,
        vat_rate: category === 'O' ? undefined : 0,
      });
      assert.match(refused(saleOf(abroad, free).entries, { 0: '20.00' }), /the buyer owes/, category);
    }
    const both = lines({ item_kind: 'services' }, { item_kind: 'services', vat_category: 'AE', vat_rate: 0 });
    assert.deepEqual(inReport(pay(saleOf(abroad, both).entries, { 20: '24.00', 0: '20.00' })), [
      '20261102 20 24.00',
    ]);
  });

  it('is stated at the rate 0 by a company that charges no VAT', () => {
    const exempt: Edit = (document) =>
      set('vat_exemption', [{ vat_category: 'E', reason: 'Franchise', reason_code: 'VATEX-FR-FRANCHISE' }])(
        lines({ item_kind: 'services', vat_category: 'E', vat_rate: 0 })(document),
      );
    assert.deepEqual(inReport(pay(saleOf(abroad, exempt).entries, { 0: '20.00' })), ['20261102 0 20.00']);
  });

  it('has no limit in another currency, because payments are in euro', () => {
    const dollars: Edit = (document) =>
      set('invoice', {
        ...(document['invoice'] as object),
        ...{ currency: 'USD', vat_currency: 'EUR', vat_total_in_vat_currency: 3.5 },
      })(services(document));
    assert.deepEqual(inReport(pay(saleOf(abroad, dollars).entries, { 20: '99.00' })), ['20261102 20 99.00']);
  });

  it('is nothing of a credit note: money that goes back is a payment below zero', () => {
    const credit: Edit = (document) =>
      set('preceding_invoices', [{ number: 'F-0', issue_date: '2026-10-01' }])(
        set('invoice.type_code', '381')(services(document)),
      );
    for (const edit of Object.values(SALES))
      assert.match(refused(saleOf(edit, credit).entries, { 20: '24.00' }), /services alone/);
  });

  it('is at most what is due of a final invoice, whose advances have payments of their own', () => {
    const final: Edit = (document) =>
      set('invoice.business_process', 'S4')(set('payment.prepaid_amount', 14)(services(document)));
    assert.deepEqual(inReport(pay(saleOf(abroad, final).entries, { 20: '24.00' })), ['20261102 20 10.00']);
  });

  it('is as before for a sale that was stored without what is owed', () => {
    const [entry] = saleOf(abroad, services).entries as readonly (ReportEntry & { owed?: object })[];
    const { owed: _, ...stored } = entry!;
    assert.deepEqual(inReport(pay([{ ...stored, isService: true } as ReportEntry], { 20: '99.00' })), [
      '20261102 20 99.00',
    ]);
    assert.match(refused([{ ...stored, isService: false } as ReportEntry], { 20: '9.00' }), /services alone/);
  });
});

describe('money that goes back', () => {
  const sale = saleOf(abroad, services).entries;
  const first = pay(sale, { 20: '10.00' }, [], '2026-11-02');
  const second = pay(sale, { 20: '14.00' }, first, '2026-11-09');
  const paid = [...first, ...second];

  it('is taken off the latest day first', () => {
    assert.deepEqual(inReport([...paid, ...pay(sale, { 20: '-5.00' }, paid)]), [
      '20261102 20 10.00',
      '20261109 20 9.00',
    ]);
    assert.deepEqual(inReport([...paid, ...pay(sale, { 20: '-20.00' }, paid)]), ['20261102 20 4.00']);
    assert.deepEqual(inReport([...paid, ...pay(sale, { 20: '-24.00' }, paid)]), []);
  });

  it('is no more than came in', () =>
    assert.match(refused(sale, { 20: '-24.01' }, paid), /More is paid back/));

  it('is first what was paid too much, which no report has', () => {
    const tooMuch = pay(sale, { 20: '6.00' }, paid, '2026-11-20');
    const back = pay(sale, { 20: '-6.00' }, [...paid, ...tooMuch]);
    assert.deepEqual(inReport([...paid, ...tooMuch, ...back]), ['20261102 20 10.00', '20261109 20 14.00']);
  });

  it('of a till is taken off its day, then the days before, then those after', () => {
    const till = (day: string, net: string, vat: string) => {
      const totals = { day, category: 'services', amounts: [{ vatRate: '20', net, vat }], isPaid: true };
      return dayEntries(totals, OWN) as readonly ReportEntry[];
    };
    const days = [...till('2026-11-02', '10.00', '2.00'), ...till('2026-11-09', '20.00', '4.00')];
    const payments = (more: readonly ReportEntry[]) =>
      inReport([...days, ...more].filter(({ part }) => part === 'payments'));
    assert.deepEqual(payments(till('2026-11-09', '-5.00', '-1.00')), [
      '20261102 20 12.00',
      '20261109 20 18.00',
    ]);
    assert.deepEqual(payments(till('2026-11-05', '-15.00', '-3.00')), ['20261109 20 18.00']);
  });
});
