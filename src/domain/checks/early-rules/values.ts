import { Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { countCharacters, xmlSingleSpaced } from '../../vocabulary/text.ts';
import { luhn, weigh } from 'en16931-rules/vocabulary/identifiers.ts';
import { uncounted } from 'en16931-rules/vocabulary/uncounted.ts';
import type { Calculation, Comparison, FunctionName } from './written-rule.ts';

/** One value of XPath, of the types that the rules use. */
export type Item = string | Decimal | boolean;

/** A group has no value of its own, except an identifier that is stated with its scheme. */
export function itemOf(value: unknown): Item {
  if (typeof value === 'string' || value instanceof Decimal) return value;
  return isIdentifier(value) ? value.id : '';
}

export const isIdentifier = (value: unknown): value is { readonly id: string; readonly scheme: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'scheme' in value &&
  'id' in value &&
  typeof value.id === 'string';

export const textOf = (value: Item | undefined): string =>
  value instanceof Decimal ? value.toFixed() : String(value ?? '');

/** Most values hold no blank at all. */
export const normalize = (value: string): string =>
  /[ \t\r\n]/.test(value) ? xmlSingleSpaced(value) : value;

const isNumber = (value: string): boolean => /^\s*[-+]?(?:\d\d*(?:\.\d*)?|\.\d\d*)\s*$/.test(value);

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

/** Compares as numbers if one of them is a number. */
export function compare(comparison: Comparison, one: Item, other: Item): boolean {
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
  mod: (one, other) => one.mod(other),
};

type Values = readonly Item[] | undefined;

const text = (values: Values): string => textOf(values?.[0]);
const number = (values: Values): number => decimalOf(values?.[0])?.toNumber() ?? NaN;
const decimals = (values: Values = []): readonly Decimal[] =>
  values.flatMap((value) => decimalOf(value) ?? []);

/** The texts that XPath's number() reads, which include exponents. */
const READS_AS_NUMBER = /^\s*(?:[-+]?(?:\d\d*(?:\.\d*)?|\.\d\d*)(?:[eE][-+]?\d\d*)?|-?INF)\s*$/;

/** The first digits of a text; undefined if one of them is no digit. */
function leadingDigits(value: string, length: number): string | undefined {
  const digits = value.slice(0, length);
  return digits.length === length && /^\d*$/.test(digits) ? digits : undefined;
}

/** GS1: every second digit from the right counts three times. */
const gs1Sum = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 1 ? 3 : 1), 0);

function isDate(value: string): boolean {
  const read = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  return read !== undefined && !Number.isNaN(read.getTime()) && read.toISOString().startsWith(value);
}

const EXPRESSIONS = new Map<string, RegExp>();

/** @param pattern of a rule, so there are few. */
function expressionOf(pattern: string): RegExp {
  const expression = EXPRESSIONS.get(pattern) ?? new RegExp(uncounted(pattern), 'u');
  EXPRESSIONS.set(pattern, expression);
  return expression;
}

/** As in XPath, for the arguments that the rules pass. */
export const FUNCTIONS: Readonly<Record<FunctionName, (args: readonly Values[]) => readonly Item[]>> = {
  abs: ([of]) => decimals(of).map((value) => value.abs()),
  concat: (all) => [all.map(text).join('')],
  contains: ([of, part]) => [text(of).includes(text(part))],
  count: ([of]) => [new Decimal((of ?? []).length)],
  decimal: ([of]) => decimals(of),
  'distinct-values': ([of]) => [...new Set(of)],
  'first-filled': (all) => [all.map(text).find((one) => one !== '') ?? ''],
  gs1: ([of]) => [/^\d\d*$/.test(text(of)) && gs1Sum(text(of)) % 10 === 0],
  'is-date': ([of]) => [isDate(text(of))],
  'item-at': ([of = [], at]) => of.slice(number(at) - 1, number(at)),
  luhn: ([of, length]) => {
    const digits = leadingDigits(text(of), number(length));
    return [digits !== undefined && luhn(digits)];
  },
  matches: ([of, pattern]) => [expressionOf(text(pattern)).test(text(of))],
  'normalize-space': ([of]) => [normalize(text(of))],
  number: ([of]) =>
    READS_AS_NUMBER.test(text(of)) ? [new Decimal(text(of).trim().replace('INF', 'Infinity'))] : [],
  numeric: ([of]) => [READS_AS_NUMBER.test(text(of))],
  reverse: ([of = []]) => [...of].reverse(),
  'starts-with': ([of, start]) => [text(of).startsWith(text(start))],
  'string-join': ([of = [], between]) => [of.map(textOf).join(text(between))],
  'string-length': ([of]) => [new Decimal(countCharacters(text(of)))],
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
  tokenize: ([of, pattern]) => (text(of) === '' ? [] : text(of).split(expressionOf(text(pattern)))),
  translate: ([of, from, to]) => {
    const [expected, given] = [[...text(from)], [...text(to)]];
    return [
      [...text(of)]
        .map((one) => (expected.includes(one) ? (given[expected.indexOf(one)] ?? '') : one))
        .join(''),
    ];
  },
  'upper-case': ([of]) => [text(of).toUpperCase()],
  weighted: ([of, stated]) => {
    const weights = text(stated).split(' ').map(Number);
    const digits = leadingDigits(text(of), weights.length);
    // As XPath's NaN, nothing equals nothing.
    return digits === undefined ? [] : [new Decimal(weigh(digits, weights))];
  },
};
