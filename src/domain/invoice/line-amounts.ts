import { Decimal, ZERO, round2, sum } from 'en16931-rules/vocabulary/decimal.ts';
import { advanceFacts, advanceRole } from './advances.ts';
import type { AllowanceOrCharge, CanonicalInvoice, Line } from './canonical.ts';
import type { LineState } from './en16931.ts';
import { countsNegative, lineStates } from './line-states.ts';
import { type CountedLine, groupAmounts, isCounted } from './line-types.ts';
import { vatGroupKey } from './placed.ts';
import { amountsWithoutVat, hasPricesWithVat, statedPrice } from './prices-with-vat.ts';

const HUNDRED = new Decimal(100);
const ONE = new Decimal(1);

export interface NetLine<L extends Line = Line> {
  readonly line: L;
  /** BT-131. */
  readonly netAmount: Decimal;
  /** For a line with a price with VAT. */
  readonly amountWithVat?: Decimal;
  /** For a line of a correction. */
  readonly state?: LineState | undefined;
  /** The sums subtract it. */
  readonly isNegative: boolean;
}

/** BT-92, 99, 136, 141: as stated, else base × percent ÷ 100, with the base as the document shows it. */
export const adjustmentAmount = ({ amount, base, percent }: AllowanceOrCharge): Decimal =>
  round2(
    amount ??
      round2(base ?? ZERO)
        .times(percent ?? ZERO)
        .div(HUNDRED),
  );

/** BT-131, or the same with VAT. Only the product is rounded: allowances and charges have two decimals already. */
const lineAmount = (line: CountedLine): Decimal =>
  round2(line.quantity.times(statedPrice(line)).div(line.priceBaseQuantity ?? ONE))
    .minus(sum(line.allowances.map(adjustmentAmount)))
    .plus(sum(line.charges.map(adjustmentAmount)));

/** What is stated of a line that does not count: UBL demands an amount of each. */
const uncountedAmount = ({ quantity, unitPrice, ...line }: Line): Decimal =>
  quantity && unitPrice ? lineAmount({ ...line, quantity, unitPrice } as CountedLine) : ZERO;

/** The lines in order, each with its amounts. */
export function netLines(invoice: CanonicalInvoice): readonly NetLine[] {
  const { typeCode } = invoice.invoice;
  const states = lineStates(invoice.lines, advanceRole(advanceFacts(invoice)) === 'advance-correction');
  const lines = invoice.lines.map((line, index): NetLine => {
    const state = states[index];
    const netAmount = isCounted(line) ? lineAmount(line) : uncountedAmount(line);
    return { line, netAmount, state, isNegative: countsNegative(state, typeCode) };
  });
  return hasPricesWithVat(invoice) ? withoutVat(lines) : withGroups(lines);
}

function withGroups(lines: readonly NetLine[]): readonly NetLine[] {
  if (lines.every(({ line }) => line.lineType === undefined)) return lines;
  const sums = groupAmounts(
    lines.map(({ line }) => line),
    lines.map(({ netAmount }) => netAmount),
  );
  return lines.map((one, index) =>
    one.line.lineType === 'GROUP' ? { ...one, netAmount: sums.get(index) ?? ZERO } : one,
  );
}

/** Those whose amounts are in the sums. */
export const countedOf = (lines: readonly NetLine[]): readonly NetLine<Line & CountedLine>[] =>
  lines.filter((one): one is NetLine<Line & CountedLine> => isCounted(one.line));

export const sign = (amount: Decimal, isNegative: boolean): Decimal =>
  isNegative ? amount.negated() : amount;

/**
 * The amount without VAT follows from all lines of a rate.
 * @param lines with amounts with VAT.
 */
function withoutVat(lines: readonly NetLine[]): readonly NetLine[] {
  const groups = new Map<string, number[]>();
  for (const [index, { line }] of lines.entries()) {
    if (!isCounted(line)) continue;
    const key = vatGroupKey(line.vatCategory, line.vatRate);
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  const net: Decimal[] = [];
  for (const indices of groups.values()) {
    const amounts = indices.map((index) => {
      const { netAmount = ZERO, isNegative = false } = lines[index] ?? {};
      return sign(netAmount, isNegative);
    });
    const without = amountsWithoutVat(amounts, lines[indices[0] ?? 0]?.line.vatRate);
    for (const [position, index] of indices.entries()) net[index] = without[position] ?? ZERO;
  }
  return lines.map((line, index) => ({
    ...line,
    amountWithVat: line.netAmount,
    netAmount: sign(net[index] ?? ZERO, line.isNegative),
  }));
}
