import { Translator } from '../src/domain/words/translator.ts';
import { WordFiles } from '../src/processes/read-words.ts';

/** What generated pages say. */
export const english = new Translator('en', new WordFiles().in('en')).text;
