import type { Language, TRANSLATED } from '../../src/domain/words/language.ts';

/** English words that no sentence in the language has. */
const ENGLISH: Readonly<Record<(typeof TRANSLATED)[number], string>> = {
  de: 'the of and with must should which that this has have been is not its for from it if cannot does are to or be',
  fr: 'the of and with must should which that this has have been is not its for from it if cannot does are to be',
  pl: 'the of and with must should which that this has have been is its for from it if cannot does are or be',
  ro: 'the of and with must should which that this has have been is not its for from it if cannot does to or be',
};

/** What stays as it is: the ERP's label of a field, quoted values, paths, names of members, elements and files, addresses, commands. */
const KEPT =
  /^[A-Z][\w -]+(?= \([a-z]\w*[[.])|"[^"]*"|`[^`]*`|„[^”“]*[”“]|\((?:namespace|BT-)[^)]*\)|\b(?:GET|POST|PUT) \S+|\bids [\w-]+(?: [\w-]+)*|[\w/@[\]-]+[.:_/][\w.:_/@#[\]-]+|\{[^}]*\}/g;

/** English words in a text outside of what is quoted. */
export function englishIn(language: Exclude<Language, 'en'>, text: string): readonly string[] {
  const stop = new Set(ENGLISH[language].split(' '));
  const words = text.replaceAll(KEPT, ' ').match(/\p{L}+/gu) ?? [];
  return words.filter((word) => stop.has(word));
}
