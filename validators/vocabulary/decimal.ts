import { Decimal } from 'decimal.js';

// 64 digits: the exact product of two numbers at the limits (15 + 8 digits each) has 46, and rounding it twice would be
// wrong by a cent. Numbers up to the limits print without an exponent.
Decimal.set({ precision: 64, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -40, toExpPos: 64 });

export { Decimal };

export const ZERO = new Decimal(0);

/** Two decimals, half away from zero: 1.005 → 1.01, -0.805 → -0.81 (decisions, "numbers"). */
export const round2 = (value: Decimal): Decimal => value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);

export const sum = (values: Iterable<Decimal>): Decimal => {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
};
