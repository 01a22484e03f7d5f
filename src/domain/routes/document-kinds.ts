import { ROUTE_PROFILES } from './all.ts';
import type { RouteDocumentKind } from './profile.ts';

type StoredFile = 'json' | 'xml' | 'pdf' | 'zip';

/** Part of an invoice: what was submitted, the invoice as a document, what a check or a network said, or what was received. */
type Part = 'submission' | 'invoice' | 'check' | 'receipt' | 'received';

interface DocumentRow extends Omit<RouteDocumentKind, 'file'> {
  readonly file: StoredFile;
  readonly of: Part;
  /** What tells the form apart for a reader. */
  readonly form?: string;
}

/** Every document that an invoice may have (contract 2.4); of several invoices, the first here has the most content. */
const ROWS: readonly DocumentRow[] = [
  { kind: 'canonical', file: 'json', of: 'submission' },
  { kind: 'erp-export', file: 'json', of: 'submission' },
  { kind: 'ubl', file: 'xml', of: 'invoice', form: 'XML (UBL)' },
  { kind: 'cii', file: 'xml', of: 'invoice', form: 'XML (CII)' },
  { kind: 'fa3', file: 'xml', of: 'invoice', form: 'XML (FA)' },
  { kind: 'fa-rr', file: 'xml', of: 'invoice', form: 'XML (FA)' },
  { kind: 'xrechnung-ubl', file: 'xml', of: 'invoice', form: 'XML (UBL)' },
  { kind: 'xrechnung-cii', file: 'xml', of: 'invoice', form: 'XML (CII)' },
  { kind: 'pdf', file: 'pdf', of: 'invoice', form: 'PDF' },
  { kind: 'zugferd', file: 'pdf', of: 'invoice', form: 'PDF (ZUGFeRD)' },
  { kind: 'facturx', file: 'pdf', of: 'invoice', form: 'PDF (Factur-X)' },
  { kind: 'validation-report', file: 'json', of: 'check' },
  { kind: 'manifest', file: 'json', of: 'check' },
  { kind: 'received-xml', file: 'xml', of: 'received' },
  { kind: 'received-pdf', file: 'pdf', of: 'received' },
  { kind: 'unmatched-answer', file: 'xml', of: 'receipt' },
  ...ROUTE_PROFILES.flatMap(({ documentKinds }) =>
    documentKinds.map((row) => ({ ...row, of: 'receipt' }) as const),
  ),
];

const BY_KIND: ReadonlyMap<string, DocumentRow> = new Map(ROWS.map((row) => [row.kind, row]));

/** The row of a kind, and what tells several documents of it apart: `205` of `fr-lifecycle-205`. Undefined for an unknown kind. */
export function readKind(kind: string): { readonly row: DocumentRow; readonly code?: string } | undefined {
  const whole = BY_KIND.get(kind);
  if (whole) return { row: whole };
  const end = kind.lastIndexOf('-');
  const [row, code] = [BY_KIND.get(kind.slice(0, end)), kind.slice(end + 1)];
  if (!row?.codes) return undefined;
  const isKnown = row.codes === 'numbers' ? /^\d\d*$/.test(code) : row.codes.includes(code);
  return isKnown ? { row, code } : undefined;
}

/** Kinds of the invoice itself as a document, in the order of `ROWS`. */
export const INVOICE_KINDS: readonly string[] = ROWS.flatMap(({ kind, of }) =>
  of === 'invoice' ? [kind] : [],
);

/** Of each kind that comes with codes, every one; a number stands for itself. */
export const DOCUMENT_KINDS: readonly string[] = ROWS.flatMap(({ kind, codes = [] }) => [
  kind,
  ...(codes === 'numbers' ? [] : codes.map((code) => `${kind}-${code}`)),
]);
