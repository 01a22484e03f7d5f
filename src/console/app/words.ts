import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type Common from '../words/en/common.json';
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

/** The file of the first view, and those of pages that few readers open. */
declare const WORD_FILES: Readonly<
  Record<Language, { readonly first: string } & Readonly<Record<string, string>>>
>;

const KEPT = 'console-language';

export const language = signal<Language>('en');
const words = signal<AllWords>({});

/** Reads the words of the language that the reader chose before, or of the browser. */
export function loadWords(): Promise<void> {
  // Calls that begin before the words are there have their answers in the reader's language.
  language.value = preferred();
  document.documentElement.lang = language.value;
  return chooseLanguage(language.value);
}

/** One after the other: a page that opens while the language changes has its words in the new one. */
let reading: Promise<void> = Promise.resolve();
function inTurn(read: () => Promise<void>): Promise<void> {
  const turn = reading.then(read);
  reading = turn.catch(() => undefined);
  return turn;
}

/** Pages whose own file is read. */
const opened = new Set<string>();

export const chooseLanguage = (next: Language): Promise<void> =>
  inTurn(async () => {
    const [first, ...own] = await Promise.all([
      readWords<AllWords>(WORD_FILES[next].first),
      ...[...opened].map((page) => readPage(page, next)),
    ]);
    words.value = Object.assign({}, first, ...own) as AllWords;
    language.value = next;
    document.documentElement.lang = next;
    localStorage.setItem(KEPT, next);
  });

/** Reads the words of a page and of its parts, unless the first view has them. */
export const loadPageWords = (names: readonly string[]): Promise<void> =>
  inTurn(async () => {
    const missing = names.filter((name) => !opened.has(name) && WORD_FILES[language.value][name]);
    const own = await Promise.all(missing.map((name) => readPage(name, language.value)));
    for (const name of missing) opened.add(name);
    if (missing.length > 0) words.value = Object.assign({}, words.value, ...own) as AllWords;
  });

const readPage = async (page: string, next: Language): Promise<AllWords> => ({
  [page]: await readWords(WORD_FILES[next][page]!),
});

const readWords = async <T = AllWords[string]>(file: string): Promise<T> =>
  (await (await fetch(`/console/assets/${file}`)).json()) as T;

function preferred(): Language {
  const languages = [localStorage.getItem(KEPT) ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return languages.find((tag): tag is Language => Object.hasOwn(LANGUAGES, tag)) ?? 'en';
}

/** What a page says: its words by their names, with values in them. What several pages say is in `common`. */
type Say<Words> = (name: keyof Words & string, values?: Values) => string;

/**
 * @example
 * ```ts
 * import type Words from '../../words/en/invoices.json';
 * const say = wordsOf<typeof Words>('invoices');
 * ```
 */
export const wordsOf =
  <Words>(page: string): Say<Words & typeof Common> =>
  (name, values = {}) =>
    fill(words.value[page]?.[name] ?? words.value['common']?.[name] ?? name, values, language.value);

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
