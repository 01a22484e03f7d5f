import type { Request } from 'express';
import type { Translator } from '../../../domain/words/translator.ts';
import type { FileReply } from './answer.ts';

/** RFC 9110 section 12.5.1: true if the caller prefers HTML to JSON. A caller without a preference gets JSON. */
export const wantsPage = (request: Request): boolean =>
  request.accepts(['application/json', 'text/html']) === 'text/html';

/** A page for browsers. */
export const pageReply = (html: string, words: Translator): FileReply =>
  wordedReply(html, 'text/html; charset=utf-8', words);

/** A kept file in the language of its reader. */
export const jsonReply = (json: unknown, words: Translator): FileReply =>
  wordedReply(JSON.stringify(json), 'application/json', words);

/** It holds content of an invoice, so it is not cached. */
const wordedReply = (text: string, type: string, words: Translator): FileReply => ({
  status: 200,
  file: new TextEncoder().encode(text),
  headers: { 'Content-Type': type, 'Cache-Control': 'private, no-store', ...languageHeaders(words) },
});

/** Of an answer whose form and language the caller chooses. Read after its texts are worded. */
export const languageHeaders = ({ contentLanguage }: Pick<Translator, 'contentLanguage'>) => ({
  'Content-Language': contentLanguage,
  Vary: 'Accept, Accept-Language',
});
