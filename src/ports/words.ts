import type { Dictionary } from '../domain/words/dictionary.ts';
import type { Language } from '../domain/words/language.ts';

/** The texts that people read, by language. */
export interface Words {
  /** Undefined for English, which texts are written in. */
  in(language: Language): Dictionary | undefined;
}
