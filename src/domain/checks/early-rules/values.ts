import { Decimal, ZERO } from '../../vocabulary/decimal.ts';
import { xmlSingleSpaced } from '../../vocabulary/text.ts';
import type { Calculation, Comparison, FunctionName } from './written-rule.ts';

/** One value of XPath, as far as rules meet them. */
export type Item = string | Decimal | boolean;

/** A group has no value of its own, but an identifier that is stated with its scheme. */
export function itemOf(value: unknown): Item {
  if (typeof value === 'string' || value instanceof Decimal) return value;
  return isIdentifier(value) ? value.id : '';
}

const isIdentifier = (value: unknown): value is { readonly id: string; readonly scheme: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'scheme' in value &&
  'id' in value &&
  typeof value.id === 'string';

export const textOf = (value: Item | undefined): string =>
  value instanceof Decimal ? value.toFixed() : String(value ?? '');

/** Most values hold no blank at all. */
export const normalized = (value: string): string =>
  /[ \t\r\n]/.test(value) ? xmlSingleSpaced(value) : value;

const isNumber = (value: string): boolean => /^\s*[-+]?(?:\d\d*\.?\d*|\.\d\d*)\s*$/.test(value);

export function decimalOf(value: Item | undefined): Decimal | undefined {
  if (value instanceof Decimal) return value;
  return typeof value === 'string' && isNumber(value) ? new Decimal(value.trim()) : undefined;
}

const BY_ORDER: Readonly<Record<Comparison, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** As numbers when one of them is. */
export function compared(comparison: Comparison, one: Item, other: Item): boolean {
  if (one instanceof Decimal || other instanceof Decimal) {
    const [left, right] = [decimalOf(one), decimalOf(other)];
    return left !== undefined && right !== undefined && BY_ORDER[comparison](left.cmp(right));
  }
  return BY_ORDER[comparison](one < other ? -1 : Number(one > other));
}

export const CALCULATIONS: Readonly<Record<Calculation, (one: Decimal, other: Decimal) => Decimal>> = {
  '+': (one, other) => one.plus(other),
  '-': (one, other) => one.minus(other),
  '*': (one, other) => one.times(other),
  div: (one, other) => one.div(other),
};

type Values = readonly Item[] | undefined;

const text = (values: Values): string => textOf(values?.[0]);
const number = (values: Values): number => decimalOf(values?.[0])?.toNumber() ?? NaN;
const decimals = (values: Values = []): readonly Decimal[] =>
  values.flatMap((value) => decimalOf(value) ?? []);

/** As XPath has them, for the arguments that rules give them. */
export const FUNCTIONS: Readonly<Record<FunctionName, (args: readonly Values[]) => readonly Item[]>> = {
  abs: ([of]) => decimals(of).map((value) => value.abs()),
  count: ([of]) => [new Decimal((of ?? []).length)],
  decimal: ([of]) => decimals(of),
  'distinct-values': ([of]) => [...new Set(of)],
  matches: ([of, pattern]) => [new RegExp(text(pattern), 'u').test(text(of))],
  'normalize-space': ([of]) => [normalized(text(of))],
  'string-length': ([of]) => [new Decimal([...text(of)].length)],
  substring: ([of, from, length]) => {
    const start = number(from) - 1;
    return [[...text(of)].slice(start, length && start + number(length)).join('')];
  },
  'substring-after': ([of, mark]) => {
    const at = text(of).indexOf(text(mark));
    return [at < 0 ? '' : text(of).slice(at + text(mark).length)];
  },
  'substring-before': ([of, mark]) => {
    const at = text(of).indexOf(text(mark));
    return [at < 0 ? '' : text(of).slice(0, at)];
  },
  sum: ([of]) => [decimals(of).reduce<Decimal>((total, value) => total.plus(value), ZERO)],
  translate: ([of, from, to]) => {
    const [wanted, given] = [[...text(from)], [...text(to)]];
    return [
      [...text(of)].map((one) => (wanted.includes(one) ? (given[wanted.indexOf(one)] ?? '') : one)).join(''),
    ];
  },
  'upper-case': ([of]) => [text(of).toUpperCase()],
};
