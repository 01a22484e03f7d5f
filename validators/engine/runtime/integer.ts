import { XPathError } from './errors.ts';

/**
 * An xs:integer, which has no upper bound: a number while it is a safe integer, a bigint beyond. So equal values have one form and `===`
 * compares them. Never −0.
 */
export type Integer = number | bigint;

const LARGEST = Number.MAX_SAFE_INTEGER;
const LARGEST_BIG = BigInt(LARGEST);

export const isSafe = (value: number): boolean => value <= LARGEST && value >= -LARGEST;

/** The one form of a bigint. */
export const integerOf = (value: bigint): Integer =>
  value <= LARGEST_BIG && value >= -LARGEST_BIG ? Number(value) : value;

/** Reads an optional sign and digits that were checked before. */
export function integerFromDigits(digits: string): Integer {
  const value = Number(digits);
  return isSafe(value) ? value + 0 : BigInt(digits.startsWith('+') ? digits.slice(1) : digits);
}

// A sum or product that leaves the safe range as a double also does so exactly, so checking the double is enough.

export function integerAdd(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (isSafe(sum)) return sum;
  }
  return integerOf(BigInt(a) + BigInt(b));
}

export function integerSubtract(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (isSafe(difference)) return difference;
  }
  return integerOf(BigInt(a) - BigInt(b));
}

export function integerMultiply(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (isSafe(product)) return product + 0;
  }
  return integerOf(BigInt(a) * BigInt(b));
}

/** `idiv`: rounds towards zero. @throws XPathError FOAR0001 */
export function integerIdiv(a: Integer, b: Integer): Integer {
  if (b === 0) throw divisionByZero();
  if (typeof a === 'number' && typeof b === 'number') return Math.trunc((a - (a % b)) / b) + 0;
  return integerOf(BigInt(a) / BigInt(b));
}

/** `mod`: has the sign of the first operand. @throws XPathError FOAR0001 */
export function integerMod(a: Integer, b: Integer): Integer {
  if (b === 0) throw divisionByZero();
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
  return integerOf(BigInt(a) % BigInt(b));
}

export const integerNegate = (a: Integer): Integer => (typeof a === 'number' ? 0 - a : -a);

export const integerAbs = (a: Integer): Integer => (a < 0 ? integerNegate(a) : a);

export const integerToString = (a: Integer): string => String(a);

export const integerToDouble = (a: Integer): number => Number(a);

export const divisionByZero = (): XPathError => new XPathError('FOAR0001', 'division by zero');
