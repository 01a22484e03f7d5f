import type { Language } from '../domain/words/language.ts';
import type { WordsOf } from '../domain/words/translator.ts';

/** The texts that people read, by language. */
export interface Words {
  in(language: Language): WordsOf;
}
