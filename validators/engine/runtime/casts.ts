import { say } from '../../vocabulary/message.ts';
import type { XsDate } from './dates.ts';
import { dateFromLexical } from './dates.ts';
import { Decimal, decimalFromLexical, decimalToDouble } from './decimal.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { Escape, XPathError } from './errors.ts';
import { type Integer, integerFromDigits } from './integer.ts';

/**
 * Casts from strings and untyped values (F&O 17.1.1). White space around the value never counts. `…From` returns undefined for a text that
 * is not of the type, `cast…` raises FORG0001. Some take a range, so that numbers can be read straight from a document's source. A number
 * of absurd length is an Escape.
 */

const SPACE = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;

const isSpace = (c: number): boolean => c === SPACE || c === 0x0a || c === 0x0d || c === 0x09;

/** This many digits are always a safe integer. */
const SAFE_DIGITS = 15;
const MAX_DIGITS = DOCUMENT_LIMITS.digits.most;

export function decimalFrom(text: string, start = 0, end = text.length): Decimal | undefined {
  let at = start;
  let stop = end;
  while (at < stop && isSpace(text.charCodeAt(at))) at++;
  while (stop > at && isSpace(text.charCodeAt(stop - 1))) stop--;
  const from = at;
  const first = at < stop ? text.charCodeAt(at) : 0;
  if (first === MINUS || first === PLUS) at++;
  let mantissa = 0;
  let digits = 0;
  let point = -1;
  for (; at < stop; at++) {
    const c = text.charCodeAt(at);
    if (c >= ZERO && c <= NINE) {
      mantissa = mantissa * 10 + (c - ZERO);
      digits++;
    } else if (c === POINT && point === -1) point = at;
    else return undefined;
  }
  if (digits === 0) return undefined;
  if (digits > SAFE_DIGITS) return decimalFromLexical(limit(text.slice(from, stop)));
  return new Decimal(first === MINUS ? 0 - mantissa : mantissa, point === -1 ? 0 : stop - point - 1);
}

export function castDecimal(text: string, start = 0, end = text.length): Decimal {
  return decimalFrom(text, start, end) ?? refuse('xs:decimal');
}

const INTEGER = /^[\t\n\r ]*([+-]?[0-9][0-9]*)[\t\n\r ]*$/;

export function integerFrom(text: string): Integer | undefined {
  const digits = INTEGER.exec(text)?.[1];
  return digits === undefined ? undefined : integerFromDigits(limit(digits));
}

export const castInteger = (text: string): Integer => integerFrom(text) ?? refuse('xs:integer');

/** XML Schema 1.1, `+INF` included, as Saxon reads it. */
const DOUBLE =
  /^[\t\n\r ]*(?:([+-]?(?:[0-9][0-9]*(?:\.[0-9]*)?|\.[0-9][0-9]*)(?:[eE][+-]?[0-9][0-9]*)?)|([+-]?)INF|(NaN))[\t\n\r ]*$/;

const SHORT = 40;

export function doubleFrom(text: string, start = 0, end = text.length): number | undefined {
  if (end - start <= SHORT) {
    const decimal = decimalFrom(text, start, end);
    if (decimal !== undefined && decimal.mantissa !== 0) return decimalToDouble(decimal);
  }
  // Exponents, INF, NaN, the two zeros, and numbers that are too long for a decimal.
  const parts = DOUBLE.exec(text.slice(start, end));
  if (!parts) return undefined;
  if (parts[1] !== undefined) return Number(parts[1]);
  return parts[3] === undefined ? (parts[2] === '-' ? -Infinity : Infinity) : NaN;
}

export function castDouble(text: string, start = 0, end = text.length): number {
  return doubleFrom(text, start, end) ?? refuse('xs:double');
}

/** `number()`: NaN for a text that is no number. */
export function numberOf(text: string, start = 0, end = text.length): number {
  return doubleFrom(text, start, end) ?? NaN;
}

export function booleanFrom(text: string): boolean | undefined {
  switch (trimmed(text)) {
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      return undefined;
  }
}

function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

export const castBoolean = (text: string): boolean => booleanFrom(text) ?? refuse('xs:boolean');

export const dateFrom: (text: string) => XsDate | undefined = dateFromLexical;

export const castDate = (text: string): XsDate => dateFromLexical(text) ?? refuse('xs:date');

function limit(digits: string): string {
  if (digits.length > MAX_DIGITS)
    throw new Escape('text', say('xml.number-is-too-long', { n: digits.length, most: MAX_DIGITS }));
  return digits;
}

/** The value itself is left out: it belongs to the sender, and messages are logged. */
function refuse(type: string): never {
  throw new XPathError('FORG0001', `a value that is no ${type}`);
}
