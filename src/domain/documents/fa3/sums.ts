import type { CompleteInvoice, VatBreakdown } from '../../invoice/en16931.ts';
import { type Decimal, ZERO, round2 } from 'en16931-rules/vocabulary/decimal.ts';
import { amount, type Fa3Element, leaf } from './element.ts';
import type { SignFlip } from './kinds.ts';
import { sign } from '../../invoice/line-amounts.ts';
import { countsNegative } from '../../invoice/line-states.ts';
import { rateOfPayments } from '../../invoice/advances.ts';
import { linesOf } from './lines.ts';
import { regionOf } from './tax-ids.ts';
import { VAT_RATES, type VatRate, vatRateOf } from './vat-rates.ts';

/** The sums of one P_13 and its P_14. */
interface Sum {
  readonly row: VatRate;
  readonly net: Decimal;
  readonly tax: Decimal;
}

/** P_13_1 to P_13_11, each with its P_14: two rates with one element (23 and 22 %) are added up. */
export function sums(invoice: CompleteInvoice, flip: SignFlip): readonly (Fa3Element | undefined)[] {
  const all = sum(invoice);
  const inPln = taxesInPln(invoice, all);
  return all.flatMap(({ row, net, tax }, index) => [
    leaf(row.net, amount(flip(net)), { term: 'BT-116' }),
    row.tax === undefined ? undefined : leaf(row.tax, amount(flip(tax)), { term: 'BT-117' }),
    row.taxInPln === undefined
      ? undefined
      : leaf(row.taxInPln, amount(flip(inPln[index])), { term: 'BT-111' }),
  ]);
}

/** P_14_xW by their names, with the signs of the model. */
export function taxesInPlnByName(invoice: CompleteInvoice): ReadonlyMap<string, Decimal> {
  const all = sum(invoice);
  const inPln = taxesInPln(invoice, all);
  return new Map(
    all.flatMap(({ row: { taxInPln } }, index) => {
      const tax = inPln[index];
      return taxInPln === undefined || tax === undefined ? [] : [[taxInPln, tax] as const];
    }),
  );
}

function sum(invoice: CompleteInvoice): readonly Sum[] {
  const sums = new Map<string, Sum>();
  for (const part of invoice.vatBreakdown.flatMap((group) => partsOf(group, invoice))) {
    const { net, tax } = sums.get(part.row.net) ?? { net: ZERO, tax: ZERO };
    sums.set(part.row.net, { row: part.row, net: net.plus(part.net), tax: tax.plus(part.tax) });
  }
  return SUMS.flatMap((net) => sums.get(net) ?? []);
}

/**
 * Category K has two sums: goods (`0 WDT`) and services (`np II`). So has AE of a triangular transaction (`np I`, `np II`).
 * Only the lines tell them apart.
 */
function partsOf(group: VatBreakdown, invoice: CompleteInvoice): readonly Sum[] {
  const { category } = group;
  if (category !== 'K' && !(category === 'AE' && isTriangular(invoice))) {
    const row = rowOf(group, invoice);
    return row ? [{ row, net: group.taxableAmount, tax: group.taxAmount }] : [];
  }
  return linesOf(invoice).flatMap(({ rate, amount, state }) =>
    rate?.category === category
      ? [{ row: rate, net: sign(amount, countsNegative(state, invoice.typeCode)), tax: ZERO }]
      : [],
  );
}

const isTriangular = ({ extensions }: CompleteInvoice): boolean =>
  extensions.poland?.triangularSimplification === true;

const rowOf = (
  { category, rate, exemptionReasonCode: reasonCode }: VatBreakdown,
  invoice: CompleteInvoice,
): VatRate | undefined =>
  vatRateOf(
    {
      category,
      rate,
      reasonCode,
      isTriangular: isTriangular(invoice),
      isOneStopShop: invoice.extensions.poland?.oneStopShop,
    },
    regionOf(invoice.buyer),
  );

/** In the order of the schema: `P_13_6_2` before `P_13_10`. */
const SUMS = [...new Set(VAT_RATES.map(({ net }) => net))].sort((left, right) =>
  left.localeCompare(right, 'en', { numeric: true }),
);

/** The breakdown in the order of FA(3)'s sums. */
export const inOrderOfSums = (invoice: CompleteInvoice): readonly VatBreakdown[] => {
  const rank = (group: VatBreakdown): number => SUMS.indexOf(rowOf(group, invoice)?.net ?? '');
  return [...invoice.vatBreakdown].sort((left, right) => rank(left) - rank(right));
};

/**
 * P_14_xW, each tax by the exchange rate. A booked total other than that of the rate wins: the difference belongs to the largest tax.
 * @returns nothing for an invoice in zlotys.
 */
function taxesInPln(invoice: CompleteInvoice, all: readonly Sum[]): readonly (Decimal | undefined)[] {
  const { currency, vatCurrency, totals, extensions } = invoice;
  if (currency === 'PLN' || vatCurrency !== 'PLN') return [];
  const rate = rateOfPayments(extensions.poland?.paymentsReceived ?? [], extensions.vatExchangeRate) ?? ZERO;
  const byRate = round2(totals.vat.times(rate));
  const booked = totals.vatInVatCurrency?.eq(byRate) ? undefined : totals.vatInVatCurrency;
  const taxes = all.map(({ row, tax }) => (row.taxInPln === undefined ? undefined : round2(tax.times(rate))));
  const largest = largestOf(all);
  if (largest === -1 || booked === undefined) return taxes;
  const others = taxes.reduce<Decimal>(
    (sum, one, index) => (index === largest ? sum : sum.plus(one ?? ZERO)),
    ZERO,
  );
  return taxes.map((tax, index) => (index === largest ? booked.minus(others) : tax));
}

function largestOf(all: readonly Sum[]): number {
  let largest = -1;
  for (const [index, { row, tax }] of all.entries()) {
    const known = all[largest];
    if (row.taxInPln !== undefined && (!known || tax.abs().gt(known.tax.abs()))) largest = index;
  }
  return largest;
}
