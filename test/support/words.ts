import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { LANGUAGES } from '../../src/domain/words/language.ts';
import { Translator } from '../../src/domain/words/translator.ts';
import { inOtherWords } from '../../src/domain/words/texts.ts';
import { WordFiles } from '../../src/processes/read-words.ts';

const FILES = new WordFiles();

/** Texts as an English reader sees them. */
export const inEnglish = (): Translator => new Translator('en', FILES.in('en'));

export const inGerman = (): Translator => new Translator('de', FILES.in('de'));

export const inEachLanguage = (text: Text): readonly string[] =>
  LANGUAGES.map((language) => new Translator(language, FILES.in(language)).text(text));

/** The English of a text. */
export function english(text: Text): string;
export function english(text: Text | undefined): string | undefined;
export function english(text: Text | undefined): string | undefined {
  return text === undefined ? undefined : inEnglish().text(text);
}

/** A value with the English of each text in it. */
export const withEnglish = <T>(value: T): T => inOtherWords(value, inEnglish().text) as T;
