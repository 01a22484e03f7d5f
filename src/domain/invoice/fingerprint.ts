import { canonicalJson } from '../json/canonical-json.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../vocabulary/route.ts';
import { xmlText } from '../vocabulary/text.ts';

/**
 * The text whose hash tells one submission from another: two submissions with the same text are one invoice sent twice (decisions,
 * "duplicate"). `invoice_ref` and `erp_totals` are left out. Numbers compare by value: 19 and 19.0 are equal, while "19" is a text. Texts
 * compare as a document carries them; otherwise a blank at the end of a number would make the same document twice.
 * @param document the canonical document as parsed JSON.
 */
export const fingerprintText = (route: Route, format: Format, document: unknown): string =>
  canonicalJson({ route, format, document }, (text) => xmlText(text).trim());

/**
 * The same for a finished file: two files with the same bytes are one invoice sent twice.
 * @param sha256 of the bytes.
 */
export const fileFingerprintText = (route: Route, sha256: string): string =>
  canonicalJson({ route, file: sha256 });
