import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { JsonNumber } from './json-number.ts';

/**
 * One text for all ways of writing a JSON value (RFC 8785): members sorted by UTF-16 units, no blanks, one form per string and number. A
 * number that a double cannot hold keeps all its digits and is not rounded: two different invoices must never look alike.
 * @param value as `readJson` gives it.
 * @param asRead the normal form of a text; the text itself if left out.
 */
export function canonicalJson(value: unknown, asRead: (text: string) => string = keep): string {
  if (value instanceof JsonNumber) return canonicalNumber(value.text);
  if (typeof value === 'string') return quote(asRead(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  // Joined piece by piece: a list of texts would be copied once more on every level.
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) text += `${text && ','}${canonicalJson(item, asRead)}`;
    return `[${text}]`;
  }
  const object = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(object).sort())
    text += `${text && ','}${quote(name)}:${canonicalJson(object[name], asRead)}`;
  return `{${text}}`;
}

const keep = (text: string): string => text;

/** Includes lone surrogates, which `JSON.stringify` escapes. */
const TO_ESCAPE = /["\\\p{Control}\p{Surrogate}]/u;

/** Most texts need no escapes. */
const quote = (text: string): string => (TO_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`);

/** Up to this many characters a literal has at most 15 digits, which every double keeps. */
const ALWAYS_EXACT = 15;

function canonicalNumber(text: string): string {
  const double = Number(text);
  const exact = text.length <= ALWAYS_EXACT || new Decimal(text).eq(double);
  return exact ? String(double === 0 ? 0 : double) : new Decimal(text).toString();
}
