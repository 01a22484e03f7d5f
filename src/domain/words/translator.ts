import type { Dictionary } from './dictionary.ts';
import type { Language } from './language.ts';
import { type Fills, fillIn } from './template.ts';

/** `ECONNREFUSED`: the same in each language. */
const ERROR_CODE = /^[A-Z][A-Z0-9_]+$/;

/** Words texts for one reader, and counts those that have no translation: these stay English. */
export class Translator {
  private misses = 0;

  constructor(
    readonly language: Language,
    private readonly dictionary: Dictionary | undefined,
  ) {}

  /** A text of an answer. A text that is not ours, such as the words of a network, stays as it is. */
  readonly text = (english: string): string => {
    if (!this.dictionary || english === '' || ERROR_CODE.test(english)) return english;
    const translated = this.dictionary.translate(english);
    if (translated === undefined) this.misses += 1;
    return translated ?? english;
  };

  /** A text of a page, by its English template. */
  readonly say = (english: string, fills: Fills = {}): string => {
    const translated = this.dictionary?.say(english, fills);
    if (translated === undefined && this.dictionary) this.misses += 1;
    return translated ?? fillIn(english, fills, 'en');
  };

  /** RFC 9110 section 8.5: the language, and English if a text stayed English. */
  get contentLanguage(): string {
    return this.misses > 0 ? `${this.language}, en` : this.language;
  }
}

/** Texts as they are written. */
export const inEnglish = (): Translator => new Translator('en', undefined);
