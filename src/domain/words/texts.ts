import { isObject, type JsonObject } from '../json/json-object.ts';

/** The members that are texts for people, by the members that their object has. The first match wins. */
const TEXTS: readonly (readonly [of: string, has: readonly string[], texts: readonly string[]])[] = [
  ['problem', ['type', 'title', 'status'], ['title', 'detail']],
  ['code', ['code', 'title', 'explanation'], ['family', 'title', 'explanation', 'fix_hint']],
  ['rule of a pack', ['code', 'title', 'fix_hint'], ['title', 'fix_hint']],
  ['call of a network', ['no', 'purpose', 'outcome'], ['reason', 'message']],
  ['finding', ['code', 'message'], ['message', 'fix_hint']],
  ['care row', ['catalogue_code', 'who_acts'], ['fix_hint']],
  ['layer', ['layer', 'outcome'], ['reason']],
  ['wait of an invoice', ['for', 'reason'], ['reason']],
  ['reason of a status', ['code', 'title', 'needs_note'], ['title']],
  ['unknown path', ['detail'], ['detail']],
];

/** Members with a caller's or a network's own data: nothing in them is worded. */
const OTHERS: ReadonlySet<string> = new Set([
  'document',
  'export',
  'raw',
  'body',
  'patch',
  'official_message',
]);

/** Deeper answers do not exist. */
const MAX_DEPTH = 20;

const textsOf = (object: JsonObject): readonly string[] =>
  TEXTS.find(([, has]) => has.every((name) => object[name] !== undefined))?.[2] ?? [];

/** True if an answer holds a text for people. */
export function hasTexts(json: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(json)) return json.some((entry) => hasTexts(entry, depth + 1));
  if (!isPlain(json)) return false;
  if (textsOf(json).some((name) => typeof json[name] === 'string')) return true;
  return Object.entries(json).some(([name, value]) => !OTHERS.has(name) && hasTexts(value, depth + 1));
}

/** The answer with other words for its texts. Codes, figures, fields and everything else stay. */
export function inOtherWords(json: unknown, word: (text: string) => string, depth = 0): unknown {
  if (depth > MAX_DEPTH) return json;
  if (Array.isArray(json)) return json.map((entry) => inOtherWords(entry, word, depth + 1));
  if (!isPlain(json)) return json;
  const texts = new Set(textsOf(json));
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      if (texts.has(name) && typeof value === 'string') return [name, word(value)];
      return [name, OTHERS.has(name) ? value : inOtherWords(value, word, depth + 1)];
    }),
  );
}

/** A date or a number of a caller writes itself. */
const isPlain = (value: unknown): value is JsonObject =>
  isObject(value) &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);
