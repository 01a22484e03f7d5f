import type { AllowanceOrCharge, CanonicalInvoice, Line, VatCategory } from './canonical.ts';
import { Decimal, ZERO, round2, sum } from '../vocabulary/decimal.ts';
import type { Totals } from './en16931.ts';
import { type VatBearing, vatGroupKey } from './placed.ts';
import { amountsWithoutVat, hasPricesWithVat, statedPrice } from './prices-with-vat.ts';

const HUNDRED = new Decimal(100);
const ONE = new Decimal(1);

/** One group of the VAT breakdown, before exemption reasons. */
export interface VatGroup {
  readonly category: VatCategory;
  /** Percent; none for category O. */
  readonly rate?: Decimal;
  /** BT-116. */
  readonly taxableAmount: Decimal;
  /** BT-117. */
  readonly taxAmount: Decimal;
}

export interface NetLine {
  readonly line: Line;
  /** BT-131. */
  readonly netAmount: Decimal;
  /** Of a line with a price with VAT. */
  readonly amountWithVat?: Decimal;
}

export interface ComputedAmounts {
  /** The lines in order, each with its BT-131. */
  readonly lines: readonly NetLine[];
  readonly vatGroups: readonly VatGroup[];
  readonly totals: Totals;
}

/** BT-92, 99, 136, 141: as stated, else base × percent ÷ 100, from the base as the document shows it. */
export const adjustmentAmount = ({ amount, base, percent }: AllowanceOrCharge): Decimal =>
  round2(
    amount ??
      round2(base ?? ZERO)
        .times(percent ?? ZERO)
        .div(HUNDRED),
  );

/** BT-131, or the same with VAT. Only the product is rounded: allowances and charges have two decimals already. */
const lineAmount = (line: Line): Decimal =>
  round2(line.quantity.times(statedPrice(line)).div(line.priceBaseQuantity ?? ONE))
    .minus(sum(line.allowances.map(adjustmentAmount)))
    .plus(sum(line.charges.map(adjustmentAmount)));

/** Pre-checks, limits and builder ask for the amounts of one invoice, and an invoice never changes. */
const COMPUTED = new WeakMap<CanonicalInvoice, ComputedAmounts>();

/** All amounts that follow from the lines (EN 16931-1, calculation of BG-22 and BG-23), in exact decimal arithmetic. */
export function computeAmounts(invoice: CanonicalInvoice): ComputedAmounts {
  const computed = COMPUTED.get(invoice) ?? compute(invoice);
  COMPUTED.set(invoice, computed);
  return computed;
}

function compute(invoice: CanonicalInvoice): ComputedAmounts {
  const lines = hasPricesWithVat(invoice)
    ? linesWithVat(invoice.lines)
    : invoice.lines.map((line) => ({ line, netAmount: lineAmount(line) }));
  const allowances = sum(invoice.allowances.map(adjustmentAmount));
  const charges = sum(invoice.charges.map(adjustmentAmount));
  const vatGroups = groupVat(invoice, lines);
  const lineTotal = sum(lines.map(({ netAmount }) => netAmount));
  const withoutVat = lineTotal.minus(allowances).plus(charges);
  const vat = sum(vatGroups.map((group) => group.taxAmount));
  const withVat = withoutVat.plus(vat);
  const prepaid = invoice.payment?.prepaidAmount && round2(invoice.payment.prepaidAmount);
  const rounding = invoice.payment?.roundingAmount && round2(invoice.payment.roundingAmount);
  const { vatExchangeRate: rate, vatTotalInVatCurrency: booked } = invoice.invoice;
  const vatInVatCurrency = booked ?? (rate && vat.times(rate));
  const totals: Totals = {
    lines: lineTotal,
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
  return { lines, vatGroups, totals };
}

/** Amounts without VAT follow from those of all lines of a rate. */
function linesWithVat(lines: readonly Line[]): NetLine[] {
  const amounts = lines.map(lineAmount);
  const groups = new Map<string, number[]>();
  for (const [index, { vatCategory, vatRate }] of lines.entries()) {
    const key = vatGroupKey(vatCategory, vatRate);
    const known = groups.get(key);
    if (known) known.push(index);
    else groups.set(key, [index]);
  }
  const net = new Map<number, Decimal>();
  for (const indices of groups.values()) {
    const rate = lines[indices[0] ?? 0]?.vatRate;
    const without = amountsWithoutVat(
      indices.map((index) => amounts[index] ?? ZERO),
      rate,
    );
    for (const [place, index] of indices.entries()) net.set(index, without[place] ?? ZERO);
  }
  return lines.map((line, index) => {
    const amountWithVat = amounts[index] ?? ZERO;
    return { line, amountWithVat, netAmount: net.get(index) ?? ZERO };
  });
}

/** One group per category and rate, in order of first appearance; 19 and 19.00 are one rate. */
function groupVat(invoice: CanonicalInvoice, lines: readonly NetLine[]): VatGroup[] {
  const groups = new Map<
    string,
    { category: VatCategory; rate?: Decimal; amount: Decimal; within: Decimal }
  >();
  const add = ({ vatCategory, vatRate }: VatBearing, amount: Decimal, within: Decimal = ZERO) => {
    const rate = vatCategory === 'O' ? undefined : vatRate;
    const key = vatGroupKey(vatCategory, rate);
    const group = groups.get(key) ?? {
      category: vatCategory,
      ...(rate && { rate }),
      amount: ZERO,
      within: ZERO,
    };
    groups.set(key, { ...group, amount: group.amount.plus(amount), within: group.within.plus(within) });
  };
  const isWithVat = hasPricesWithVat(invoice);
  for (const { line, netAmount, amountWithVat } of lines)
    add(line, netAmount, amountWithVat?.minus(netAmount));
  for (const allowance of invoice.allowances) add(allowance, adjustmentAmount(allowance).negated());
  for (const charge of invoice.charges) add(charge, adjustmentAmount(charge));
  return [...groups.values()].map(({ category, rate, amount, within }) => ({
    category,
    ...(rate && { rate }),
    taxableAmount: amount,
    // On the sum of the group, never per line: five lines of 0.13 at 19 % are 0.12, not 0.10.
    taxAmount: isWithVat ? within : round2(amount.times(rate ?? ZERO).div(HUNDRED)),
  }));
}
