import { Translator } from '../../domain/words/translator.ts';
import { WordFiles } from '../../processes/read-words.ts';

/** What commands say: English. */
export const ENGLISH = new Translator('en', new WordFiles().in('en'));
