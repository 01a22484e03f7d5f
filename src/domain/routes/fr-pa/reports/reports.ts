import { say } from 'en16931-rules/vocabulary/message.ts';
import { routeRules, STANDARD } from '../../../checks/early-rules/rule-sets.ts';
import type { CanonicalInvoice } from '../../../invoice/canonical.ts';
import { type StatedDefaults, withMembers } from '../../../invoice/completions/completion.ts';
import { computeAmounts } from '../../../invoice/totals.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { isFrench } from '../../../vocabulary/territory.ts';
import type { DayTotals, RouteReports, ReportWay } from '../../route-reports.ts';
import type { StatedSale } from '../../../vocabulary/stated-sale.ts';
import { REPORT_WAYS } from '../../route-reports.ts';
import { looksLikeSiren, plainNumber } from '../completion.ts';
import { SALE_NOT_REPORTED } from '../doubts.ts';
import { CONSUMER } from '../early-rules.ts';
import { dayInParis, FIRST_DAY, PARIS, periodOf, timesOf, VAT_REGIMES, type VatRegime } from './calendar.ts';
import { consumerSales } from './consumer-sale.ts';
import {
  addRates,
  AMOUNT,
  CATEGORIES,
  type Category,
  type DayPayments,
  type DaySales,
  FRENCH_RATES,
  type FrenchEntry,
  plainRate,
  type Withdrawal,
} from './entries.ts';
import { coversPaidBack } from './join-payments.ts';
import { reportedGroups } from './not-reported.ts';
import { isDueOnPayment, NOT_PAID, paymentEntries, reportsPart, statedIn } from './payments.ts';
import { PURCHASE_SCOPES, purchaseOf } from './purchase.ts';
import { REPORT_RULES } from './report-rules.ts';
import { treatmentOf } from './treatment.ts';
import { unitarySale } from './unitary.ts';
import { writeFrr } from './write-frr.ts';

/** Reports of sales to the French administration (flow 10; `routes/fr-reports`). */
export const FRENCH_REPORTS: RouteReports = {
  timeZone: PARIS,
  isReportable: (invoice) => treatmentOf(invoice) !== 'e-invoice',
  isReportableBetween: (seller, buyer) => isFrench(seller) && !isFrench(buyer),
  notReported: SALE_NOT_REPORTED,
  isReported: (invoice, defaults) => wayOf(defaults) === 'own' && treatmentOf(invoice) !== 'e-invoice',
  isDerived: (invoice, defaults) => wayOf(defaults) === 'platform' && treatmentOf(invoice) !== 'e-invoice',
  rules: routeRules([STANDARD], [CONSUMER, ...REPORT_RULES]),
  way: wayOf,
  saleOf: (invoice) => ({
    declarant: { id: plainNumber(invoice.seller.companyId), name: invoice.seller.name },
    ...(treatmentOf(invoice) === '10.3'
      ? { entries: consumerSales(invoice), processingRule: PROCESSING_RULES['10.3'] }
      : { entries: unitarySales(invoice), processingRule: PROCESSING_RULES['10.1'] }),
  }),
  purchaseOf,
  reportsPurchases: (defaults, scope) => {
    const set = PURCHASE_SCOPES.find((one) => one === defaults?.['purchases']);
    return wayOf(defaults) === 'own' && set !== undefined && (set === 'all' || set === scope);
  },
  withdrawn,
  tooEarly: (day) =>
    day < FIRST_DAY ? say('routes-fr-pa.sales-and-payments-are-reported-from-1-september') : undefined,
  today: dayInParis,
  words: {
    derived: say('routes-fr-pa.client-s-platform-derives-reports-from-invoices-ask'),
    unknownWay: say('routes-fr-pa.who-reports-for-client-is-not-known-ask'),
    refusedHint: say('routes-fr-pa.answer-among-documents-has-whole-reason-once-sale'),
    refusedFor: {
      DOUBLON: say('routes-fr-pa.report-of-this-company-and-period-exists-already'),
      REJ_SEMAN: say('routes-fr-pa.field-of-report-is-invalid'),
      REJ_UNI: say('routes-fr-pa.number-of-report-was-already-used'),
      REJ_COH: say('routes-fr-pa.fields-of-report-contradict-each-other'),
    },
  },
  declarantNumber: (id) => (looksLikeSiren(id) ? plainNumber(id) : undefined),
  dayEntries,
  paymentEntries,
  statedIn,
  reportsPart,
  coversPaidBack: (entries) =>
    coversPaidBack((entries as readonly FrenchEntry[]).filter((one) => one.kind === '10.4')),
  periodOf: (defaults, part, day) => {
    const regime = regimeOf(defaults);
    return regime && periodOf(regime, part, day);
  },
  timesOf: (defaults, part, period) => timesOf(regimeOf(defaults) ?? 'monthly', part, period),
  write: writeFrr,
};

/** XP Z12-013, `processingRule` of a flow. */
const PROCESSING_RULES = { '10.1': 'B2BInt', '10.3': 'B2C' } as const;

function wayOf(defaults: StatedDefaults | undefined): ReportWay | undefined {
  return regimeOf(defaults) && REPORT_WAYS.find((way) => way === defaults?.['reports']);
}

const regimeOf = (defaults: StatedDefaults | undefined): VatRegime | undefined =>
  VAT_REGIMES.find((regime) => regime === defaults?.['vat_regime']);

/** The whole invoice, unless nothing of it is reported. */
const unitarySales = (invoice: CanonicalInvoice): readonly FrenchEntry[] =>
  reportedGroups(invoice, computeAmounts(invoice).vatGroups).length > 0
    ? [unitarySale(withProcess(invoice))]
    : [];

/** As the document of the route has it without one: goods and services. */
const withProcess = (invoice: CanonicalInvoice): CanonicalInvoice =>
  invoice.invoice.businessProcess !== undefined
    ? invoice
    : withMembers(invoice, { invoice: withMembers(invoice.invoice, { businessProcess: 'M1' }) });

const isCategory = (category: string): category is Category => Object.hasOwn(CATEGORIES, category);

function dayEntries(
  { day, category, count = 0, amounts, isPaid }: DayTotals,
  defaults: StatedDefaults | undefined,
): ReturnType<RouteReports['dayEntries']> {
  if (!isCategory(category))
    return {
      member: 'category',
      refused: say('routes-fr-pa.category-is-one-of', { list: Object.keys(CATEGORIES).join(', ') }),
    };
  const rates = amounts.map(({ vatRate, net, vat }) => ({ rate: plainRate(vatRate), net, vat }));
  for (const [index, { rate, net, vat }] of rates.entries()) {
    const at = `amounts[${index}]`;
    if (!FRENCH_RATES.has(rate))
      return {
        member: `${at}.vat_rate`,
        refused: say('routes-fr-pa.france-has-no-vat-rate-of', { value: rate }),
      };
    if (!AMOUNT.test(net) || !AMOUNT.test(vat))
      return { member: at, refused: say('routes-fr-pa.amount-has-at-most-15-digits-and-2') };
    if (category === 'not_taxed' && (rate !== '0' || !new Decimal(vat).isZero()))
      return { member: at, refused: say('routes-fr-pa.sales-that-are-not-taxed-in-france-have') };
  }
  const sums = addRates(rates);
  const sales: DaySales = { kind: '10.3', part: 'sales', day, category, count, amounts: sums };
  if (!isPaid) return [sales];
  if (category !== 'services' || !isDueOnPayment(defaults)) return { member: 'paid', refused: NOT_PAID };
  const paid = sums.map(({ rate, net, vat }) => ({ rate, amount: new Decimal(net).plus(vat).toFixed(2) }));
  const payments: DayPayments = { kind: '10.4', part: 'payments', day, amounts: paid };
  return [sales, payments];
}

/** The report has the period without it. */
function withdrawn({ declarant, entries: [entry] }: StatedSale): StatedSale {
  if (!entry || entry.part === 'sales') throw new Error('a purchase or payment without an entry');
  const withdrawal: Withdrawal = { kind: 'withdrawn', part: entry.part, day: entry.day };
  return { declarant, entries: [withdrawal] };
}
