import { Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { JsonNumber } from '../json/json-number.ts';
import { LIMITS } from './limits.ts';

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d\d*)?(?:[eE][+-]?\d\d*)?$/;
const DECIMAL_STRING = /^-?\d\d*(?:\.\d\d*)?$/;

/** Longer than any number within the limits; a megabyte of digits is not computed with. */
const MAX_LITERAL_LENGTH = 100;

const MAGNITUDE = new Decimal(10).pow(LIMITS.digitsBeforePoint);

/**
 * Reads a JSON number or a decimal string (decisions, "numbers").
 * @returns `not-a-number`: another value. `past-limit`: more than 15 digits before or 8 after the point; zeros at the end of a fraction do
 * not count.
 */
export function readNumber(value: unknown): Decimal | 'not-a-number' | 'past-limit' {
  const literal = literalOf(value);
  if (literal === undefined) return 'not-a-number';
  if (literal.length > MAX_LITERAL_LENGTH) return 'past-limit';
  const read = new Decimal(literal);
  // An exponent below decimal.js's range reads as zero; only a mantissa of zeros is zero.
  if (read.isZero()) return /[1-9]/.test(literal.replace(/[eE].*/, '')) ? 'past-limit' : ZERO;
  const within =
    read.isFinite() && read.abs().lt(MAGNITUDE) && read.decimalPlaces() <= LIMITS.digitsAfterPoint;
  return within ? read : 'past-limit';
}

function literalOf(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return JSON_NUMBER.test(value.text) ? value.text : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const trimmed = value.trim();
  return DECIMAL_STRING.test(trimmed) ? trimmed : undefined;
}

/** A double keeps this many digits through any computation. */
const SURE_DIGITS = 14;

/**
 * The decimal behind a number such as 0.30000000000000004, which a program computed.
 * @param value past the limits of `readNumber`.
 */
export function readBinary(value: unknown): string | undefined {
  const literal = literalOf(value);
  if (literal === undefined || literal.length > MAX_LITERAL_LENGTH) return undefined;
  const read = new Decimal(literal);
  if (!read.isFinite() || read.precision() < SURE_DIGITS + 1 || read.precision() > SURE_DIGITS + 4)
    return undefined;
  const meant = read.toSignificantDigits(SURE_DIGITS);
  const within = meant.abs().lt(MAGNITUDE) && meant.decimalPlaces() <= LIMITS.digitsAfterPoint;
  return within ? meant.toFixed() : undefined;
}
