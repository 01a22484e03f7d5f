import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { fill, type Message, type Values } from './messages.ts';

export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  pl: 'Polski',
  ro: 'Română',
} as const;
export type Language = keyof typeof LANGUAGES;

/** By page, as `words/<language>/<page>.json`. */
type AllWords = Readonly<Record<string, Readonly<Record<string, Message>>>>;

declare const WORD_FILES: Readonly<Record<Language, string>>;

const KEPT = 'console-language';

export const language = signal<Language>('en');
const words = signal<AllWords>({});

/** Reads the words of the language that the reader chose before, or of the browser. */
export const loadWords = (): Promise<void> => chooseLanguage(preferred());

export async function chooseLanguage(next: Language): Promise<void> {
  const answer = await fetch(`/console/assets/${WORD_FILES[next]}`);
  words.value = (await answer.json()) as AllWords;
  language.value = next;
  document.documentElement.lang = next;
  localStorage.setItem(KEPT, next);
}

function preferred(): Language {
  const languages = [localStorage.getItem(KEPT) ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return languages.find((tag): tag is Language => Object.hasOwn(LANGUAGES, tag)) ?? 'en';
}

/** What a page says: its words by their names, with values in them. */
type Say<Words> = (name: keyof Words & string, values?: Values) => string;

/**
 * @example
 * ```ts
 * import type Words from '../../words/en/invoices.json';
 * const say = wordsOf<typeof Words>('invoices');
 * ```
 */
export const wordsOf =
  <Words>(page: string): Say<Words> =>
  (name, values = {}) =>
    fill(words.value[page]?.[name] ?? name, values, language.value);

/** A word whose name comes from data; undefined if there is none. */
export function wordFor(page: string, name: string): string | undefined {
  const word = words.value[page]?.[name];
  return typeof word === 'string' ? word : undefined;
}

/** A sentence with elements in it: `{name}` is replaced by `elements.name`. */
export function withElements(
  sentence: string,
  elements: Readonly<Record<string, ComponentChildren>>,
): ComponentChildren {
  return sentence.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? elements[part] : part));
}
