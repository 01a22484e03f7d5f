import type { AddressedParty } from '../vocabulary/addressing.ts';
import { foldedCase } from '../vocabulary/text.ts';

/** A name has some words; a hostile one has thousands. */
const MAX_WORDS = 24;
const MAX_SEARCHED = 8;
/** A letter alone finds everything. */
const MIN_LENGTH = 2;
const MAX_LENGTH = 40;

/** The words by which the buyer of an invoice is found: those of its name, and its VAT number without blanks and points. */
export function partyWords({
  name = '',
  vatId = '',
}: Pick<AddressedParty, 'name' | 'vatId'>): readonly string[] {
  return [...new Set([...wordsIn(name), ...joined(vatId)])].slice(0, MAX_WORDS);
}

/** What a search looks for: an invoice is found if it has every word of one of these. */
export function searchedWords(text: string): readonly (readonly string[])[] {
  const words = [...new Set(wordsIn(text))];
  const whole = joined(text);
  const searched = words.length > MAX_SEARCHED ? [] : words;
  return [searched, words.length > 1 ? whole : []].filter(({ length }) => length > 0);
}

export const wordsIn = (text: string): readonly string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]/u)
    .filter(isWord);

/** A VAT number is also searched for as it is printed, `BE 0123.456.749`. */
export const joined = (text: string): readonly string[] =>
  [plain(text).replaceAll(/[^\p{L}\p{N}]/gu, '')].filter(isWord);

/** In any case, and with or without marks on letters: `Müller` is found as `muller`. */
const plain = (text: string): string =>
  foldedCase(text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).replaceAll(
    /[ßłøđæœ]/g,
    (letter) => WRITTEN_AS[letter]!,
  );

/** Unicode does not take these apart. */
const WRITTEN_AS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe' };

const isWord = ({ length }: string): boolean => length >= MIN_LENGTH && length <= MAX_LENGTH;
