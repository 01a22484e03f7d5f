import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { textsOf } from '../invoice/texts.ts';
import { LETTERS } from './fonts-letters.ts';

/** Characters without a glyph: controls, soft hyphens, marks of direction and joiners. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]/g;

/** Other blanks are as wide as the usual one. */
const BLANKS = /[\t\u1680\u2000-\u200a\u2028\u2029\u205f\u3000]/g;

/** Blanks at which a line does not break. */
const FAST_BLANKS = /[\u2007\u202f]/g;

/** A text as it is drawn. */
export const shown = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(BLANKS, ' ')
    .replaceAll(FAST_BLANKS, '\u00a0');

const escaped = (codePoint: string): string => `\\u{${codePoint}}`;
const KNOWN = LETTERS.trim()
  .split(/\s/)
  .map((range) => range.split('-').map(escaped).join('-'))
  .join('');
const UNKNOWN = new RegExp(`[^\\n${KNOWN}]`, 'gu');

/** The letters of a text that no font of the page has. */
export const lettersWithoutFont = (text: string): readonly string[] => shown(text).match(UNKNOWN) ?? [];

/** Findings about texts that the page of a hybrid PDF cannot show: it would have a box where the XML has a letter. */
export const letterFindings = (invoice: CanonicalInvoice): readonly Finding[] =>
  [...textsOf(invoice)].flatMap(([field, text, term]) => {
    const letters = lettersWithoutFont(text);
    return letters.length === 0 ? [] : [letterFinding(field, letters.length, term)];
  });

const letterFinding = (field: string, count: number, term: string | undefined): Finding => ({
  code: 'EI-PDF-LETTERS',
  severity: 'error',
  source: 'pdf',
  message:
    count === 1
      ? say('findings.page-of-pdf-cannot-show-one-letter-of')
      : say('findings.page-of-pdf-cannot-show-letters-of-this', { n: count }),
  field,
  fixHint: say('findings.EI-PDF-LETTERS.hint'),
  whoFixes: 'erp',
  ...(term !== undefined && { term }),
});
