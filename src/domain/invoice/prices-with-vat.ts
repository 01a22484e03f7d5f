import { Decimal, ZERO, round2, sum } from 'en16931-rules/vocabulary/decimal.ts';
import type { CanonicalInvoice, Line } from './canonical.ts';
import { leaveUnjudged } from './unjudged.ts';

const HUNDRED = new Decimal(100);

/** Whether prices are with VAT: they are so on every line or on none. */
export const hasPricesWithVat = ({ lines }: Pick<CanonicalInvoice, 'lines'>): boolean =>
  lines.some(({ unitPriceWithVat }) => unitPriceWithVat !== undefined);

/** As stated, with VAT or without. */
export const statedPrice = ({ unitPrice, unitPriceWithVat }: Line): Decimal =>
  unitPrice ?? unitPriceWithVat ?? leaveUnjudged();

const factorOf = (rate: Decimal | undefined): Decimal => HUNDRED.plus(rate ?? ZERO);

/** The VAT in an amount with VAT (art. 106e (7) no. 2 of the Polish VAT act). */
export const vatWithin = (amount: Decimal, rate: Decimal | undefined): Decimal =>
  round2(amount.times(rate ?? ZERO).div(factorOf(rate)));

/** BT-146 of a price with VAT, to eight decimals: documents that state prices with VAT do not write it. */
export const priceWithoutVat = (price: Decimal, rate: Decimal | undefined): Decimal =>
  price.times(HUNDRED).div(factorOf(rate)).toDecimalPlaces(8);

/**
 * Amounts without VAT of lines of one rate. VAT is computed on their sum, so the last line takes the difference from rounding.
 * @param amounts with VAT.
 */
export function amountsWithoutVat(
  amounts: readonly Decimal[],
  rate: Decimal | undefined,
): readonly Decimal[] {
  const total = sum(amounts);
  const before = amounts.slice(0, -1).map((amount) => amount.minus(vatWithin(amount, rate)));
  return amounts.length === 0 ? [] : [...before, total.minus(vatWithin(total, rate)).minus(sum(before))];
}
