/** A decimal or integer number in its parts, without zeros that do not count. */
interface Digits {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

const NUMBER = /^([+-]?)0*(?!0)(\d*)(?:\.(\d*))?$/;

/** @param value that was checked. */
function digitsOf(value: string): Digits {
  const [, sign = '', whole = '', fraction = ''] = NUMBER.exec(value) ?? [];
  const end = lengthWithoutZeros(fraction);
  return { isNegative: sign === '-' && (whole !== '' || end > 0), whole, fraction: fraction.slice(0, end) };
}

/** By a loop: a regular expression would try each zero of a long text. */
export function lengthWithoutZeros(fraction: string): number {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end -= 1;
  return end;
}

/** Below, at or above 0. */
export function compareDecimals(one: string, other: string): number {
  const [a, b] = [digitsOf(one), digitsOf(other)];
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1;
  const size = sizeOf(a, b);
  return a.isNegative ? -size : size;
}

function sizeOf(a: Digits, b: Digits): number {
  if (a.whole.length !== b.whole.length) return a.whole.length - b.whole.length;
  if (a.whole !== b.whole) return a.whole < b.whole ? -1 : 1;
  return a.fraction < b.fraction ? -1 : Number(a.fraction > b.fraction);
}

/** Equal for equal numbers. */
export function canonicalDecimal(value: string): string {
  const { isNegative, whole, fraction } = digitsOf(value);
  return `${isNegative ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
}

/** 4.3.11: digits of the value, so without zeros in front of a whole number or behind a fraction. */
export function totalDigits(value: string): number {
  const { whole, fraction } = digitsOf(value);
  return whole.length + (whole === '' ? fraction.replace(/^0*/, '').length : fraction.length) || 1;
}

/** 4.3.12. */
export const fractionDigits = (value: string): number => digitsOf(value).fraction.length;
