import { XPathError } from './errors.ts';

/**
 * String functions of XPath count characters (code points), those of JavaScript UTF-16 units. Nearly all strings have no surrogates, so
 * each function checks that first and then takes the short way.
 */
const SURROGATE = /[\ud800-\udfff]/;
const hasSurrogates = (text: string): boolean => SURROGATE.test(text);

export const stringLength = (text: string): number =>
  hasSurrogates(text) ? Array.from(text).length : text.length;

/**
 * `substring($text, $start, $length?)`, F&O 7.4.3: the characters at positions p (from 1) with
 * round(start) ≤ p < round(start) + round(length); without a length up to the end. NaN selects nothing.
 */
export function substring(text: string, start: number, length?: number): string {
  const from = Math.round(start);
  const to = length === undefined ? Infinity : from + Math.round(length);
  // False for NaN too, which −∞ + ∞ gives as well.
  if (!(from < to)) return '';
  const [first, last] = [Math.max(0, from - 1), Math.max(0, to - 1)];
  return hasSurrogates(text) ? Array.from(text).slice(first, last).join('') : text.slice(first, last);
}

export function substringBefore(text: string, part: string): string {
  const at = text.indexOf(part);
  return at <= 0 ? '' : text.slice(0, at);
}

/** After an empty part the whole text follows. */
export function substringAfter(text: string, part: string): string {
  const at = text.indexOf(part);
  return at === -1 ? '' : text.slice(at + part.length);
}

/** `translate`: each character of `from` becomes its partner in `to`, or is removed. */
export function translate(text: string, from: string, to: string): string {
  const partners = Array.from(to);
  const map = new Map<string, string>();
  for (const [i, character] of Array.from(from).entries())
    if (!map.has(character)) map.set(character, partners[i] ?? '');
  let result = '';
  for (const character of text) result += map.get(character) ?? character;
  return result;
}

/** Full Unicode mapping, no locale: "ß" becomes "SS". Codes, which are compared most, are upper case already. */
export function upperCase(text: string): string {
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) > MAX_UPPER_ASCII) return text.toUpperCase();
  return text;
}

/** "Z": letters that may change come after it. */
const MAX_UPPER_ASCII = 0x5a;

export const lowerCase = (text: string): string => text.toLowerCase();

export const stringToCodepoints = (text: string): number[] =>
  Array.from(text, (character) => character.codePointAt(0)!);

/** @throws XPathError FOCH0001 for a number that is no character of XML. */
export function codepointsToString(codepoints: Iterable<number>): string {
  let text = '';
  for (const codepoint of codepoints) {
    if (!isXmlCharacter(codepoint)) throw new XPathError('FOCH0001', 'a code point that is no XML character');
    text += String.fromCodePoint(codepoint);
  }
  return text;
}

const isXmlCharacter = (c: number): boolean =>
  c === 0x09 ||
  c === 0x0a ||
  c === 0x0d ||
  (c >= 0x20 && c <= 0xd7ff) ||
  (c >= 0xe000 && c <= 0xfffd) ||
  (c >= 0x10000 && c <= 0x10ffff);

/** Order of the code point collation; plain `<` would sort by UTF-16 unit. @returns less than, equal to or greater than 0. */
export function compareCodepoints(a: string, b: string): number {
  if (a === b) return 0;
  if (!hasSurrogates(a) && !hasSurrogates(b)) return a < b ? -1 : 1;
  const left = stringToCodepoints(a);
  const right = stringToCodepoints(b);
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) if (left[i] !== right[i]) return left[i]! - right[i]!;
  return left.length - right.length;
}
