import { inEnglish } from '../../src/processes/read-words.ts';

/** What generated pages say. */
export const english = inEnglish().text;
