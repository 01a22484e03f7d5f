export type OfFiles = 'invoices' | 'received' | 'reports';

/** Kinds of which an invoice may have several: the part that tells them apart is a code or number. */
const MANY =
  /^(invoice-response|fr-lifecycle|buyer-message|access-point-event|tax-report(?=-\d))(?:-(.+?))?(-answer)?$/;

/** What tells a file from others of its name; undefined for a kind that comes once. */
export const partOfKind = (kind: string): string | undefined => MANY.exec(kind)?.[2];

/** Names of the words of a kind, the nearest first: what the buyer answers is one's own answer on a received invoice. */
export function fileWords(kind: string, of: OfFiles): readonly string[] {
  const family = kind.replace(MANY, '$1$3');
  return [`file.${of}.${family}`, `file.${family}`, 'file.other'];
}
