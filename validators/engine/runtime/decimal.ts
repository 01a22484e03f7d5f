import {
  type Integer,
  divisionByZero,
  integerAdd,
  integerMultiply,
  integerOf,
  integerSubtract,
  isSafe,
} from './integer.ts';

/**
 * An xs:decimal: `mantissa` × 10^−`scale`. Any number of trailing zeros may be kept (12.50 keeps scale 2): sums of amounts then need no
 * alignment. Immutable. The mantissa has the one form of an `Integer`.
 */
export class Decimal {
  constructor(
    readonly mantissa: Integer,
    /** Digits after the point, 0 or more. */
    readonly scale: number,
  ) {}
}

/** Exact powers of ten that are safe integers. */
const POWERS = Array.from({ length: 16 }, (_, i) => 10 ** i);
const power = (exponent: number): Integer => POWERS[exponent] ?? 10n ** BigInt(exponent);

export const decimalOfInteger = (value: Integer): Decimal => new Decimal(value, 0);

/** Reads a lexical xs:decimal (`-12.50`, `.5`, `5.`) that was checked before. */
export function decimalFromLexical(text: string): Decimal {
  const point = text.indexOf('.');
  const digits = point === -1 ? text : text.slice(0, point) + text.slice(point + 1);
  const scale = point === -1 ? 0 : text.length - point - 1;
  const mantissa = Number(digits);
  if (isSafe(mantissa)) return new Decimal(mantissa + 0, scale);
  return new Decimal(integerOf(BigInt(digits.startsWith('+') ? digits.slice(1) : digits)), scale);
}

const mantissaAt = (value: Decimal, scale: number): Integer =>
  value.scale === scale ? value.mantissa : integerMultiply(value.mantissa, power(scale - value.scale));

export function decimalAdd(a: Decimal, b: Decimal): Decimal {
  const scale = a.scale > b.scale ? a.scale : b.scale;
  return new Decimal(integerAdd(mantissaAt(a, scale), mantissaAt(b, scale)), scale);
}

export function decimalSubtract(a: Decimal, b: Decimal): Decimal {
  const scale = a.scale > b.scale ? a.scale : b.scale;
  return new Decimal(integerSubtract(mantissaAt(a, scale), mantissaAt(b, scale)), scale);
}

export function decimalMultiply(a: Decimal, b: Decimal): Decimal {
  return new Decimal(integerMultiply(a.mantissa, b.mantissa), a.scale + b.scale);
}

/** Significant digits after the point of a quotient, as in Saxon (XPath leaves it to the implementation). */
const DIVISION_SCALE = 18;

/**
 * `div`, as Saxon 9.9 does it: to max(18, scale of a − scale of b + 18) digits, a half rounded towards zero. Trailing zeros
 * of a decimal count as negative scale (3000.0 is 3 × 10³, scale −3), an integer has scale 0: pass integers as they are.
 * @throws XPathError FOAR0001
 */
export function decimalDivide(a: Decimal | Integer, b: Decimal | Integer): Decimal {
  const left = a instanceof Decimal ? a : decimalOfInteger(a);
  const right = b instanceof Decimal ? b : decimalOfInteger(b);
  if (right.mantissa === 0) throw divisionByZero();
  // Dividing by 1, 10, 100 … only moves the point.
  const shift = right.scale === 0 ? POWERS.indexOf(right.mantissa as number) : -1;
  if (shift >= 0) return new Decimal(left.mantissa, left.scale + shift);
  const leftScale = a instanceof Decimal ? significantScale(a) : 0;
  const rightScale = b instanceof Decimal ? significantScale(b) : 0;
  const scale = Math.max(DIVISION_SCALE, leftScale - rightScale + DIVISION_SCALE);
  // Both mantissas as written, so their own scales count here; the digits that are cut off at the front are zeros.
  const exponent = scale - left.scale + right.scale;
  const [dividend, divisor] = [BigInt(left.mantissa), BigInt(right.mantissa)];
  const quotient =
    exponent >= 0
      ? quotientHalfDown(dividend * 10n ** BigInt(exponent), divisor)
      : quotientHalfDown(dividend, divisor * 10n ** BigInt(-exponent));
  return strip(new Decimal(integerOf(quotient), scale));
}

/** The scale without trailing zeros, negative for tens, hundreds …; 0 for zero. */
function significantScale({ mantissa, scale }: Decimal): number {
  if (mantissa === 0) return 0;
  const digits = String(mantissa);
  return scale - (digits.length - digits.replace(/(?<!0)0+$/, '').length);
}

function quotientHalfDown(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  const twice = 2n * (rest < 0n ? -rest : rest);
  if (twice <= (divisor < 0n ? -divisor : divisor)) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}

/** `idiv`. @throws XPathError FOAR0001 */
export function decimalIdiv(a: Decimal, b: Decimal): Integer {
  if (b.mantissa === 0) throw divisionByZero();
  const scale = Math.max(a.scale, b.scale);
  return integerOf(BigInt(mantissaAt(a, scale)) / BigInt(mantissaAt(b, scale)));
}

/** `mod`: has the sign of the first operand. @throws XPathError FOAR0001 */
export function decimalMod(a: Decimal, b: Decimal): Decimal {
  if (b.mantissa === 0) throw divisionByZero();
  const scale = Math.max(a.scale, b.scale);
  return new Decimal(integerOf(BigInt(mantissaAt(a, scale)) % BigInt(mantissaAt(b, scale))), scale);
}

export const decimalNegate = (a: Decimal): Decimal => new Decimal(integerSubtract(0, a.mantissa), a.scale);

export const decimalAbs = (a: Decimal): Decimal => (a.mantissa < 0 ? decimalNegate(a) : a);

/** Largest integer not above. */
export function decimalFloor(a: Decimal): Decimal {
  if (a.scale === 0) return a;
  const unit = power(a.scale);
  if (typeof a.mantissa === 'number' && typeof unit === 'number')
    return new Decimal(Math.floor((a.mantissa - positiveRest(a.mantissa, unit)) / unit) + 0, 0);
  const whole = BigInt(a.mantissa);
  const quotient = whole / BigInt(unit);
  return new Decimal(
    integerOf(whole < 0n && quotient * BigInt(unit) !== whole ? quotient - 1n : quotient),
    0,
  );
}

/** The rest makes the division exact: a double quotient of large mantissas could round up to the next integer. */
const positiveRest = (mantissa: number, unit: number): number => ((mantissa % unit) + unit) % unit;

export const decimalCeiling = (a: Decimal): Decimal => decimalNegate(decimalFloor(decimalNegate(a)));

const HALF = new Decimal(5, 1);

/** `round`: floor(x + 0.5), so −2.5 becomes −2. */
export const decimalRound = (a: Decimal): Decimal => (a.scale === 0 ? a : decimalFloor(decimalAdd(a, HALF)));

/** @returns less than, equal to or greater than 0. */
export function decimalCompare(a: Decimal, b: Decimal): number {
  const scale = a.scale > b.scale ? a.scale : b.scale;
  const left = mantissaAt(a, scale);
  const right = mantissaAt(b, scale);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Canonical form: no point for integers, no trailing zeros. */
export function decimalToString(value: Decimal): string {
  const { mantissa, scale } = strip(value);
  if (scale === 0) return String(mantissa);
  const sign = mantissa < 0 ? '-' : '';
  const digits = String(mantissa < 0 ? -mantissa : mantissa).padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The nearest double. */
export function decimalToDouble({ mantissa, scale }: Decimal): number {
  if (scale === 0) return Number(mantissa);
  // Both operands are exact doubles up to here, so the one division rounds correctly.
  if (typeof mantissa === 'number' && scale <= 22) return mantissa / 10 ** scale;
  return Number(`${String(mantissa)}e-${String(scale)}`);
}

/** Without trailing zeros after the point. */
function strip(value: Decimal): Decimal {
  let { mantissa, scale } = value;
  while (scale > 0 && typeof mantissa === 'number' && mantissa % 10 === 0) {
    mantissa = mantissa / 10;
    scale--;
  }
  if (typeof mantissa === 'number') return new Decimal(mantissa, scale);
  while (scale > 0 && mantissa % 10n === 0n) {
    mantissa /= 10n;
    scale--;
  }
  return new Decimal(integerOf(mantissa), scale);
}

/** `xs:integer($decimal)`: cuts off after the point. */
export function integerOfDecimal(a: Decimal): Integer {
  const cut = a.mantissa < 0 ? decimalCeiling(a) : decimalFloor(a);
  return cut.mantissa;
}

/** The exact value of a finite double, as `xs:decimal($double)` gives it. */
export function decimalOfFiniteDouble(value: number): Decimal {
  if (Number.isInteger(value)) return new Decimal(isSafe(value) ? value + 0 : integerOf(BigInt(value)), 0);
  // A finite double is an integer over a power of two, and 2^−k has k decimal digits.
  let scaled = value;
  let scale = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    scale++;
  }
  return strip(new Decimal(integerOf(BigInt(scaled) * 5n ** BigInt(scale)), scale));
}
