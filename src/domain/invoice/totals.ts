import {
  advanceFacts,
  advanceRole,
  chargedBefore,
  join,
  type OrderPart,
  orderParts,
  orderTotal,
  splitOver,
  rateOfPayments,
  receivedWith,
} from './advances.ts';
import type { CanonicalInvoice } from './canonical.ts';
import { Decimal, ZERO, round2, sum } from 'en16931-rules/vocabulary/decimal.ts';
import type { Totals } from './en16931.ts';
import { adjustmentAmount, countedOf, type NetLine, netLines, sign } from './line-amounts.ts';
import { type VatBearing, vatGroupKey } from './placed.ts';
import { hasPricesWithVat } from './prices-with-vat.ts';
import { hasSeveralSellers } from './sub-invoices.ts';
import type { VatGroup } from './vat-group.ts';

const HUNDRED = new Decimal(100);

export interface ComputedAmounts {
  /** The lines in order, each with its BT-131. */
  readonly lines: readonly NetLine[];
  readonly vatGroups: readonly VatGroup[];
  readonly totals: Totals;
}

/** Pre-checks, limits and builder read the amounts of one invoice, and an invoice never changes. */
const COMPUTED = new WeakMap<CanonicalInvoice, ComputedAmounts>();

/** All amounts that follow from the lines (EN 16931-1, calculation of BG-22 and BG-23), in exact decimal arithmetic. */
export function computeAmounts(invoice: CanonicalInvoice): ComputedAmounts {
  const computed = COMPUTED.get(invoice) ?? compute(invoice);
  COMPUTED.set(invoice, computed);
  return computed;
}

function compute(invoice: CanonicalInvoice): ComputedAmounts {
  const lines = netLines(invoice);
  const vatGroups = bill(invoice, lines);
  return { lines, vatGroups, totals: totalsOf(invoice, lines, vatGroups) };
}

function totalsOf(
  invoice: CanonicalInvoice,
  lines: readonly NetLine[],
  vatGroups: readonly VatGroup[],
): Totals {
  const allowances = sum(invoice.allowances.map(adjustmentAmount));
  const charges = sum(invoice.charges.map(adjustmentAmount));
  const withoutVat = sum(vatGroups.map((group) => group.taxableAmount));
  const vat = sum(vatGroups.map((group) => group.taxAmount));
  const withVat = withoutVat.plus(vat);
  const prepaid = invoice.payment?.prepaidAmount && round2(invoice.payment.prepaidAmount);
  const rounding = invoice.payment?.roundingAmount && round2(invoice.payment.roundingAmount);
  const vatInVatCurrency = inVatCurrency(invoice, vat);
  return {
    lines: sum(countedOf(lines).map(({ netAmount, isNegative }) => sign(netAmount, isNegative))),
    ...(invoice.allowances.length > 0 && { allowances }),
    ...(invoice.charges.length > 0 && { charges }),
    withoutVat,
    vat,
    ...(vatInVatCurrency && { vatInVatCurrency: round2(vatInVatCurrency) }),
    withVat,
    ...(prepaid && { prepaid }),
    ...(rounding && { rounding }),
    due: withVat.minus(prepaid ?? ZERO).plus(rounding ?? ZERO),
  };
}

/** As booked, else by the rate. */
function inVatCurrency({ invoice, pl }: CanonicalInvoice, vat: Decimal): Decimal | undefined {
  const rate = rateOfPayments(pl?.paymentsReceived ?? [], invoice.vatExchangeRate);
  return invoice.vatTotalInVatCurrency ?? (rate && vat.times(rate));
}

const taxOf = (amount: Decimal, rate: Decimal | undefined): Decimal =>
  round2(amount.times(rate ?? ZERO).div(HUNDRED));

/**
 * The billed amounts: of an advance the paid part of the order, of a final invoice the rest after the advances, else the sum of the lines.
 * Their members are refused if a document has no place for them.
 */
function bill(invoice: CanonicalInvoice, lines: readonly NetLine[]): readonly VatGroup[] {
  const role = advanceRole(advanceFacts(invoice));
  const before = invoice.correction?.amountBefore;
  if (role === 'advance' && (invoice.pl?.paymentsReceived ?? []).length > 0)
    return splitOver(orderOf(invoice, lines), receivedWith(invoice));
  if (role === 'advance-correction' && before !== undefined) return advanceDifference(invoice, lines, before);
  return invoice.advanceInvoices.length > 0 && role !== 'advance'
    ? join(groupVat(invoice, lines), chargedBefore(invoice), -1)
    : groupVat(invoice, lines, exemptionIn(invoice));
}

/** Among several sellers each stated reason has a group of its own (BR-FR-MV-09, BR-FREXT-E-08). BT-23, which may be refused, is read for a reason only. */
const exemptionIn =
  ({ invoice: header }: CanonicalInvoice) =>
  ({ vatExemptionReason: reason, vatExemptionCode: code }: VatBearing): VatGroup['exemption'] =>
    (reason ?? code) !== undefined && hasSeveralSellers(header)
      ? { ...(reason && { reason }), ...(code && { code }) }
      : undefined;

/**
 * With VAT, computed for each line, as the order states it.
 * @param lines of one state.
 */
function orderOf(invoice: CanonicalInvoice, lines: readonly NetLine[]): readonly OrderPart[] {
  const part = ({ vatCategory, vatRate }: VatBearing, amount: Decimal): OrderPart => {
    const rate = vatCategory === 'O' ? undefined : vatRate;
    return {
      group: { category: vatCategory, ...(rate && { rate }) },
      withVat: amount.plus(taxOf(amount, rate)),
    };
  };
  return orderParts([
    ...countedOf(lines).map(({ line, netAmount }) => part(line, netAmount)),
    ...invoice.allowances.map((one) => part(one, adjustmentAmount(one).negated())),
    ...invoice.charges.map((one) => part(one, adjustmentAmount(one))),
  ]);
}

/** The sum of the lines, before advances are deducted. */
export const groupVatOf = (invoice: CanonicalInvoice): readonly VatGroup[] =>
  groupVat(invoice, computeAmounts(invoice).lines);

/** The order of an advance, with VAT. */
export const orderValue = (invoice: CanonicalInvoice): Decimal =>
  orderTotal(orderOf(invoice, computeAmounts(invoice).lines));

/** The VAT in the paid amount by the present order, minus the VAT by the order before the correction. */
function advanceDifference(
  invoice: CanonicalInvoice,
  lines: readonly NetLine[],
  before: Decimal,
): readonly VatGroup[] {
  const isCredit = invoice.invoice.typeCode === '381';
  const was = orderOf(
    invoice,
    lines.filter(({ state }) => state === 'before'),
  );
  const is = orderOf(
    invoice,
    lines.filter(({ state }) => state !== 'before'),
  );
  const after = before.plus(sign(receivedWith(invoice), isCredit));
  const difference = join(splitOver(is, after), splitOver(was, before), -1);
  return difference.map((group) => ({
    ...group,
    taxableAmount: sign(group.taxableAmount, isCredit),
    taxAmount: sign(group.taxAmount, isCredit),
  }));
}

/** One group per category, rate and exemption, in order of first appearance; 19 and 19.00 are one rate. */
function groupVat(
  invoice: CanonicalInvoice,
  lines: readonly NetLine[],
  apartBy: (item: VatBearing) => VatGroup['exemption'] = () => undefined,
): VatGroup[] {
  const groups = new Map<
    string,
    Pick<VatGroup, 'category' | 'rate' | 'exemption'> & { amount: Decimal; within: Decimal }
  >();
  const add = (item: VatBearing, amount: Decimal, within: Decimal = ZERO) => {
    const { vatCategory, vatRate } = item;
    const rate = vatCategory === 'O' ? undefined : vatRate;
    const exemption = apartBy(item);
    const key = [vatGroupKey(vatCategory, rate), exemption?.reason, exemption?.code].join(' ');
    const group = groups.get(key) ?? {
      category: vatCategory,
      ...(rate && { rate }),
      ...(exemption && { exemption }),
      amount: ZERO,
      within: ZERO,
    };
    groups.set(key, { ...group, amount: group.amount.plus(amount), within: group.within.plus(within) });
  };
  const isWithVat = hasPricesWithVat(invoice);
  for (const { line, netAmount, amountWithVat, isNegative } of countedOf(lines)) {
    const within = amountWithVat?.minus(netAmount);
    add(line, sign(netAmount, isNegative), within && sign(within, isNegative));
  }
  for (const allowance of invoice.allowances) add(allowance, adjustmentAmount(allowance).negated());
  for (const charge of invoice.charges) add(charge, adjustmentAmount(charge));
  return [...groups.values()].map(({ category, rate, exemption, amount, within }) => ({
    category,
    ...(rate && { rate }),
    ...(exemption && { exemption }),
    taxableAmount: amount,
    // On the sum of the group, never per line: five lines of 0.13 at 19 % are 0.12, not 0.10.
    taxAmount: isWithVat ? within : taxOf(amount, rate),
  }));
}
