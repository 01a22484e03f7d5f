import { isObject, type JsonObject } from '../json/json-object.ts';
import { isToBeWorded, type Text, type Worded } from 'en16931-rules/vocabulary/message.ts';

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
  'canonical',
  'export',
  'raw',
  'body',
  'patch',
  'official_message',
  'overlay',
  'overlays',
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
  if (isToBeWorded(json)) return true;
  if (textsOf(json).some((name) => typeof json[name] === 'string')) return true;
  return Object.entries(json).some(([name, value]) => !OTHERS.has(name) && hasTexts(value, depth + 1));
}

/** With words for its texts, and the texts beside them: a file has one language, and its page has that of its reader. */
export function keepingTexts(json: unknown, word: (text: Text) => string): unknown {
  if (Array.isArray(json)) return json.map((entry) => keepingTexts(entry, word));
  if (!isPlain(json)) return json;
  const texts = Object.entries(json).filter(([, value]) => isToBeWorded(value));
  const members = Object.entries(json).map(([name, value]) => [
    name,
    isToBeWorded(value) ? word(value) : keepingTexts(value, word),
  ]);
  return Object.fromEntries([
    ...members,
    ...(texts.length > 0 ? [['wording', Object.fromEntries(texts)]] : []),
  ]);
}

/** The texts of an object that `keepingTexts` made. */
export const textsBeside = ({ wording, ...json }: JsonObject): JsonObject =>
  isObject(wording) ? { ...json, ...wording } : { wording, ...json };

/** The same with words for its texts. */
export const wordedBy = <T>(json: T, word: (text: Text) => string): Worded<T> =>
  inOtherWords(json, word) as Worded<T>;

/** The answer with other words for its texts. Codes, figures, fields and everything else stay. */
export function inOtherWords(json: unknown, word: (text: Text) => string, depth = 0): unknown {
  if (depth > MAX_DEPTH) return json;
  if (Array.isArray(json)) return json.map((entry) => inOtherWords(entry, word, depth + 1));
  if (!isPlain(json)) return json;
  if (isToBeWorded(json)) return word(json);
  if (isObject(json['wording'])) return inOtherWords(textsBeside(json), word, depth);
  const texts = new Set(textsOf(json));
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      if (texts.has(name) && typeof value === 'string') return [name, word(value)];
      if (name === 'values') return [name, wordedValues(value, word)];
      return [name, OTHERS.has(name) ? value : inOtherWords(value, word, depth + 1)];
    }),
  );
}

/** What is filled into a message: names and words of others stay, whatever they are called. */
const wordedValues = (values: unknown, word: (text: Text) => string): unknown =>
  isPlain(values)
    ? Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map((one) => wordedValue(one, word)) : wordedValue(value, word),
        ]),
      )
    : values;

const wordedValue = (value: unknown, word: (text: Text) => string): unknown =>
  isToBeWorded(value) ? word(value) : value;

/** A date or a number of a caller writes itself. */
const isPlain = (value: unknown): value is JsonObject =>
  isObject(value) &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);
