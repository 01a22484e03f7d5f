import { isObject } from './object.ts';

/**
 * A text for people: the id of a message in `words/en/`, and what is filled into it. It is worded where it is shown, in the language of its
 * reader.
 */
export interface Message {
  readonly say: string;
  readonly values?: Readonly<Record<string, Value>>;
  /** Of a rule: its pack has the English beside the rule, and only the other languages in files. */
  readonly english?: string;
  /** The message of the table that the rule is a row of: for a language that has none for the rule alone. */
  readonly table?: string;
  /** Of own rules: the other languages, by their code. No file of the service has them. */
  readonly others?: Readonly<Record<string, string>>;
}

/** Texts that stand one after the other, with a blank between them. */
interface Sentences {
  readonly sentences: readonly Text[];
}

/** A string is a text that is worded already, or words of others: it is shown as it is. */
export type Text = string | Message | Sentences;

/** A code, a name or words of others as they are; a count, which chooses the form of the message; or a value that a language writes. */
export type Value = Text | number | undefined | Figure | Choice | Word;

/** A decimal, `1234.50`: a language writes all of its digits. */
interface Figure {
  readonly figure: string;
}

/** What is allowed, of which one is to be chosen. A string is shown as it is. */
export interface Choice {
  readonly choice: readonly Text[];
  /** All of them, instead. */
  readonly all?: true;
}

/** A word of ours that stands inside a message: `seller`. Its message is `names.seller`; a word without one is shown as it is. */
export interface Word {
  readonly word: Text;
}

export const say = (id: string, values?: Readonly<Record<string, Value>>): Message =>
  values ? { say: id, values } : { say: id };

/** A text whose English stands in data: the id of its translations is an area and its first words. */
export function sayEnglish(area: string, english: string): Message {
  const words = english.toLowerCase().match(/[a-z0-9]+/g) ?? ['none'];
  return { say: `${area}.${words.slice(0, MAX_WORDS).join('-')}`, english };
}

const MAX_WORDS = 8;

export const isSameText = (one: Text | undefined, other: Text | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The texts that are there, one after the other. */
export const sentences = (...texts: readonly (Text | undefined)[]): Sentences => ({
  sentences: texts.filter((one): one is Text => one !== undefined && one !== ''),
});

export const figure = (decimal: string): Figure => ({ figure: decimal });
export const choice = (texts: readonly Text[]): Choice => ({ choice: texts });
/** All of several. */
export const list = (texts: readonly Text[]): Choice => ({ choice: texts, all: true });
export const word = (name: Word['word']): Word => ({ word: name });

/** An object of others may have a member `say`, too: ours has no others, and an id. */
export const isMessage = (value: unknown): value is Message =>
  isObject(value) &&
  typeof value['say'] === 'string' &&
  ID.test(value['say']) &&
  Object.keys(value).every((name) => MEMBERS.has(name));

const MEMBERS: ReadonlySet<string> = new Set([
  'say',
  'values',
  'english',
  'table',
  'others',
] satisfies (keyof Message)[]);

const ID = /^[a-z][\w-]*\.[\w.-]+$/;

export const isSentences = (value: unknown): value is Sentences =>
  isObject(value) &&
  Array.isArray(value['sentences']) &&
  Object.keys(value).length === 1 &&
  value['sentences'].every((one) => typeof one === 'string' || isToBeWorded(one));

/** A text with each of the strings that are filled into it changed. */
export function withStrings<T extends Value>(value: T, change: (text: string) => string): T;
export function withStrings(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value);
  if (isMessage(value)) {
    const values = Object.entries(value.values ?? {}).map(([name, one]) => [name, withStrings(one, change)]);
    return { ...value, ...(values.length > 0 && { values: Object.fromEntries(values) }) } as Message;
  }
  if (isSentences(value)) return { sentences: value.sentences.map((one) => withStrings(one, change)) };
  return value;
}

/** True for a text that is not a string. */
export const isToBeWorded = (value: unknown): value is Message | Sentences =>
  isMessage(value) || isSentences(value);

/** With a string for each text. */
export type Worded<T> = T extends Message | Sentences
  ? string
  : { readonly [Member in keyof T]: Worded<T[Member]> };
