import { inEnglish } from '../../processes/read-words.ts';

/** What commands say. */
export const ENGLISH = inEnglish();
