import type { InvoiceSummary } from '../vocabulary/invoice-summary.ts';
import { foldedCase } from '../vocabulary/text.ts';
import { joined, wordsIn } from './party-words.ts';

// A search over summaries. The stores have keyed hashes of tokens, which lead to invoices that may match. Whether one does is decided by
// its opened summary: tokens are beginnings of words, so they lead to others, too.

/** What a search looks in. */
export const SEARCHED_FIELDS = [
  'number',
  'reference',
  'buyer',
  'seller',
  'vat_number',
  'network_number',
  'amount',
  'issue_date',
] as const;
export type SearchedField = (typeof SEARCHED_FIELDS)[number];

/** Those that need no summary. */
export const OPEN_FIELDS: readonly SearchedField[] = ['number', 'reference', 'network_number'];

interface SearchedInvoice {
  /** Those under which it was sent. */
  readonly references: readonly string[];
  readonly number?: string | undefined;
  readonly networkNumber?: string | undefined;
  readonly summary: InvoiceSummary;
}

/** Words of which one has to occur. */
type Term = readonly string[];

export interface SearchedText {
  /** As it was typed, without blanks at its ends. */
  readonly text: string;
  /** `YYYY-MM-DD`, if the text is a day: its parts are looked for in nothing else, as many numbers have a year. */
  readonly day?: string;
  /** An invoice is found if each term of one of these occurs in it, or if its number or reference has the text. */
  readonly ways: readonly (readonly Term[])[];
}

/** The lengths of the beginnings by which a word is found. */
const BEGINNINGS = [3, 5, 9];
/** Of an invoice; a hostile one has thousands of words. */
const MAX_TOKENS = 48;
const MAX_WORDS_OF_NAME = 12;
const MAX_TERMS = 8;

export function searchedText(typed: string): SearchedText {
  const text = typed.trim();
  const day = dayIn(text);
  if (day !== undefined) return { text, day, ways: [] };
  const terms = termsIn(text);
  const together = text.replaceAll(IN_GROUPS, '');
  const ways = [
    terms,
    together === text ? [] : termsIn(together),
    terms.length > 1 ? joined(text).map(withNumber) : [],
  ];
  return { text, ways: ways.filter(({ length }) => length > 0 && length <= MAX_TERMS) };
}

/** `2026-10-09`, `9.10.2026`, `09.10.26`. */
function dayIn(text: string): string | undefined {
  const [, dayThere = '', monthThere = '', yearThere = ''] =
    /^(\d\d?)\.(\d\d?)\.((?:20)?\d\d)$/.exec(text) ?? [];
  const day =
    yearThere === ''
      ? text
      : [yearThere.padStart(4, '20'), monthThere.padStart(2, '0'), dayThere.padStart(2, '0')].join('-');
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

/** Blanks in an amount: `1 190,00`. */
const IN_GROUPS = /(?<=\d)\s(?=\d{3}(?!\d))/gu;

const termsIn = (text: string): readonly Term[] =>
  text.replaceAll(BESIDE_AMOUNT, ' ').split(/\s/u).flatMap(termsOf);

/** Signs of currencies. `€ 1190` and `1190 €` have one amount. */
const BESIDE_AMOUNT = /\p{Sc}/gu;

function termsOf(piece: string): readonly Term[] {
  const [, amount = piece, currency = ''] = WITH_CURRENCY.exec(piece) ?? [];
  const amounts = amountIn(amount);
  return amounts.length > 0
    ? [[...amounts, ...joined(amount).flatMap(withNumber)], ...wordsIn(currency).map(asWritten)]
    : wordsIn(piece).map(asWritten);
}

/** `1190EUR`, `90,50zł` */
const WITH_CURRENCY = /^([-+−]?\d[\d.,'’]*)(\p{L}{2,4})$/u;

/** Summaries state codes. */
const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ['euro', 'eur'],
  ['zl', 'pln'],
  ['lei', 'ron'],
  ['kc', 'czk'],
  ['ft', 'huf'],
]);

function asWritten(word: string): Term {
  const code = CURRENCIES.get(word);
  return code === undefined ? [...new Set([...withNumber(word), withoutE(word)])] : [word, code];
}

/** `Müller` is written as `Mueller`, too. A name has both words, so that each finds the other. At its end an `e` may be one of its own. */
const withoutE = (word: string): string => word.replaceAll(/(?<=[aou])e(?=.)/g, '');
const bothSpellings = (word: string): readonly string[] => [...new Set([word, withoutE(word)])];

/** Some documents state a VAT number with the country before it, and some without. */
const COUNTRY = /^[a-z]{2}(?=.*\d)/;
const withoutCountry = (word: string): string => word.replace(COUNTRY, '');
/** A VAT number is marked: the year of `RE-2026` is none. */
const asNumber = (word: string): string => `#${withoutCountry(word)}`;
const withNumber = (word: string): Term => (/\d/.test(word) ? [word, asNumber(word)] : [word]);

/** The tokens of a summary, whose hashes are stored with it. */
export function tokensOf(summary: InvoiceSummary): readonly string[] {
  const tokens = Object.values(wordsOf(summary)).flat().flatMap(beginningsOf);
  return [...new Set(tokens)].slice(0, MAX_TOKENS);
}

/** The token of a word that is looked for: an invoice with the word has it. */
export const tokenOf = (word: string): string =>
  isAmount(word)
    ? word
    : word.slice(0, BEGINNINGS.findLast((length) => length <= word.length) ?? word.length);

/** Of a hash: of a million invoices four have a token by chance, which their summaries show. */
const HASH_DIGITS = 10;

/** How a store has hashes beside a record, a blank between two; absent if there are none. */
export const searchWordsOf = (hashes: readonly string[]): { readonly searchWords?: string } =>
  hashes.length > 0 ? { searchWords: hashes.map(searchWordOf).join(' ') } : {};
export const searchWordOf = (hash: string): string => hash.slice(0, HASH_DIGITS);

/** Where the text occurs; none if it does not. @param fields others are not looked in. */
export function matchedFields(
  { text, ways, day }: SearchedText,
  { references, number, networkNumber, summary }: SearchedInvoice,
  fields: readonly SearchedField[],
): readonly SearchedField[] {
  const folded = foldedCase(text);
  const has = (value: string): boolean => folded !== '' && foldedCase(value).includes(folded);
  const matched = new Set<SearchedField>();
  if (has(number ?? summary.number ?? '')) matched.add('number');
  if (references.some(has)) matched.add('reference');
  if (networkNumber === text) matched.add('network_number');
  if (summary.issueDate !== undefined && summary.issueDate === day) matched.add('issue_date');
  const words = wordsOf(summary);
  const searched = fields.filter((field): field is keyof typeof words => field in words);
  const fieldsWith = (term: Term) =>
    searched.filter((field) => words[field].some((word) => term.some((name) => isWord(word, name))));
  for (const way of ways) {
    const places = way.map(fieldsWith);
    if (places.every(({ length }) => length > 0)) for (const field of places.flat()) matched.add(field);
  }
  return fields.filter((field) => matched.has(field));
}

const isWord = (word: string, name: string): boolean =>
  isAmount(name) ? word === name : word.startsWith(name);

/** In the order in which they are cut off. */
const wordsOf = ({
  number,
  sellerVatId,
  buyerVatId,
  total,
  due,
  currency,
  buyer,
  seller,
}: InvoiceSummary) => ({
  number: wordsIn(number ?? ''),
  vat_number: [sellerVatId, buyerVatId].flatMap((id = '') => joined(id)).map(asNumber),
  amount: [...[total, due].flatMap((amount = '') => amountIn(amount)), ...wordsIn(currency ?? '')],
  buyer: wordsIn(buyer ?? '')
    .slice(0, MAX_WORDS_OF_NAME)
    .flatMap(bothSpellings),
  seller: wordsIn(seller ?? '')
    .slice(0, MAX_WORDS_OF_NAME)
    .flatMap(bothSpellings),
});

function beginningsOf(word: string): readonly string[] {
  if (isAmount(word) || word.length < BEGINNINGS[0]!) return [word];
  return BEGINNINGS.filter((length) => length <= word.length).map((length) => word.slice(0, length));
}

/** Digits, perhaps in groups of three, and perhaps decimals: `1190`, `1.190,00`, `1'190.5`. */
const AMOUNT = /^[-+−]?(\d{1,3}(?:[.,]\d{3})+|\d{1,15})(?:[.,](\d{1,8}))?$/;

/** An amount as a word of its own, whatever its sign. */
function amountIn(text: string): readonly string[] {
  const [, whole, decimals = ''] = AMOUNT.exec(text.replaceAll(/['’]/g, '')) ?? [];
  if (whole === undefined) return [];
  const digits = whole.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  return [`=${digits}.${decimals.replace(/(?<!0)0+$/, '').padEnd(2, '0')}`];
}

const isAmount = (word: string): boolean => word.startsWith('=');
