import { type Decimal, decimalOfFiniteDouble } from './decimal.ts';
import { XPathError } from './errors.ts';
import { type Integer, divisionByZero, integerOf, isSafe } from './integer.ts';

/** `string($double)` (F&O 17.1.2): as a decimal from 10^−6 up to 10^6, else in scientific form; the shortest digits that read back. */
export function doubleToString(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Infinity) return 'INF';
  if (value === -Infinity) return '-INF';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const size = Math.abs(value);
  // JavaScript writes 1e-6 as 0.000001 and everything up to 1e21 in full, so this range needs no work.
  if (size >= 1e-6 && size < 1e6) return String(value);
  const [digits, exponent] = value.toExponential().split('e') as [string, string];
  return `${digits.includes('.') ? digits : `${digits}.0`}E${String(Number(exponent))}`;
}

/** `round($double)`: floor(x + 0.5); a zero keeps the sign of its operand. */
export function doubleRound(value: number): number {
  return Math.round(value);
}

/** `$a idiv $b`. @throws XPathError FOAR0001 division by zero, FOAR0002 not a finite result */
export function doubleIdiv(a: number, b: number): Integer {
  if (b === 0) throw divisionByZero();
  const quotient = Number.isFinite(a) ? a / b : NaN;
  if (!Number.isFinite(quotient)) throw new XPathError('FOAR0002', 'idiv of a number that is not finite');
  return integerOfDouble(quotient);
}

/** `xs:integer($double)`: cuts off after the point. @throws XPathError FOCA0002 */
export function integerOfDouble(value: number): Integer {
  if (!Number.isFinite(value)) throw notFinite(value, 'xs:integer');
  const cut = Math.trunc(value) + 0;
  return isSafe(cut) ? cut : integerOf(BigInt(cut));
}

/** `xs:decimal($double)`: the exact value. @throws XPathError FOCA0002 */
export function decimalOfDouble(value: number): Decimal {
  if (!Number.isFinite(value)) throw notFinite(value, 'xs:decimal');
  return decimalOfFiniteDouble(value);
}

const notFinite = (value: number, type: string): XPathError =>
  new XPathError('FOCA0002', `${doubleToString(value)} cannot be cast to ${type}`);
