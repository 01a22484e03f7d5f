import type { Dictionary } from './dictionary.ts';
import type { Language } from './language.ts';
import { type Fills, fillIn } from './template.ts';
import type { Text } from '../vocabulary/message.ts';

/** `ECONNREFUSED`: the same in each language. */
const ERROR_CODE = /^[A-Z][A-Z0-9_]+$/;

/** The messages of one language, by id. */
export interface Catalogue {
  /** @param translate for texts without an id: those of rule packs. */
  word(text: Text, translate: (text: string) => string): string;
}

/** What is said in one language. */
export interface WordsOf {
  readonly catalogue: Catalogue;
  /** Of texts without an id, by their English; none for English. */
  readonly dictionary?: Dictionary | undefined;
}

/** Words texts for one reader, and counts those that have no translation: these stay English. */
export class Translator {
  private misses = 0;

  constructor(
    readonly language: Language,
    private readonly words: WordsOf,
  ) {}

  /** A text of an answer. A text that is not ours, such as the words of a network, stays as it is. */
  readonly text = (text: Text): string =>
    typeof text === 'string' ? this.translated(text) : this.words.catalogue.word(text, this.translated);

  /** A text of a page, by its English template. */
  readonly say = (english: string, fills: Fills = {}): string => {
    const { dictionary } = this.words;
    const translated = dictionary?.say(english, fills);
    if (translated === undefined && dictionary) this.misses += 1;
    return translated ?? fillIn(english, fills, 'en');
  };

  /** RFC 9110 section 8.5: the language, and English if a text stayed English. */
  get contentLanguage(): string {
    return this.misses > 0 ? `${this.language}, en` : this.language;
  }

  private readonly translated = (english: string): string => {
    const { dictionary } = this.words;
    if (!dictionary || english === '' || ERROR_CODE.test(english)) return english;
    const translated = dictionary.translate(english);
    if (translated === undefined) this.misses += 1;
    return translated ?? english;
  };
}
