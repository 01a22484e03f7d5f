import type { Finding } from '../../findings/finding.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';

/** The invoices that a credit note takes back, by number. */
export const creditedBy = ({ invoice, precedingInvoices }: CanonicalInvoice): readonly string[] =>
  invoice.typeCode === '381' ? precedingInvoices.map(({ number }) => number) : [];

/**
 * Found at the intake alone. An invoice that a platform (213) or its buyer (210) has refused is cancelled in the books of the seller; a
 * credit note for that is not sent (`routes/fr-pa`, section 4).
 */
export const REFUSED_CREDIT: Finding = {
  code: 'EI-FR-CREDIT-REFUSED',
  severity: 'warning',
  source: 'pre-check',
  message: 'The credit note takes back an invoice that was refused in France.',
  field: 'preceding_invoices',
  fixHint: 'Cancel the refused invoice in your books. A credit note for it is not sent.',
  whoFixes: 'business',
  term: 'BG-3',
};
