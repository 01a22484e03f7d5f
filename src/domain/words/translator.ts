import { say, type Message, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Language } from './language.ts';

/** `ECONNREFUSED`: the same in each language. */
const ERROR_CODE = /^[A-Z][A-Z0-9_]+$/;

/** The messages of one language, by id. */
interface Catalogue {
  /** @param other of words that have no message in the language: those of others, and of rules of other packs. */
  word(text: Text, other: (english: string) => string): string;
}

/** What is said in one language. */
export interface WordsOf {
  readonly catalogue: Catalogue;
}

/** Words texts for one reader, and counts those that have no translation: these stay as they are. */
export class Translator {
  private misses = 0;

  constructor(
    readonly language: Language,
    private readonly words: WordsOf,
  ) {}

  /** A text of an answer. A text that is not ours, such as the words of a network, stays as it is. */
  readonly text = (text: Text): string => this.words.catalogue.word(text, this.asItIs);

  /** A text of a page, by its id. */
  readonly say = (id: string, values?: Message['values']): string => this.text(say(id, values));

  /** RFC 9110 section 8.5: the language, and English if a text stayed English. */
  get contentLanguage(): string {
    return this.misses > 0 ? `${this.language}, en` : this.language;
  }

  private readonly asItIs = (words: string): string => {
    if (this.language !== 'en' && words !== '' && !ERROR_CODE.test(words)) this.misses += 1;
    return words;
  };
}
