import type { CanonicalInvoice } from '../../invoice/canonical.ts';

/** The invoices that a credit note takes back, by number. */
export const creditedBy = ({ invoice, precedingInvoices }: CanonicalInvoice): readonly string[] =>
  invoice.typeCode === '381' ? precedingInvoices.map(({ number }) => number) : [];
