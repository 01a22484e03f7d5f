import type { InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';

export const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');

type Own = Partial<InvoiceRecord> & Pick<InvoiceRecord, 'client' | 'route' | 'state' | 'dueAt' | 'createdAt'>;

/** The nth invoice that a benchmark stores. */
export const numberedInvoice = (n: number, own: Own): InvoiceRecord => ({
  id: `inv_${hex(n, 32)}`,
  environment: 'sandbox',
  version: 1,
  invoiceRef: `ref-${n}`,
  invoiceNumber: `RE-2026-${n}`,
  issueDate: '2026-03-02',
  format: 'xrechnung-ubl',
  fingerprint: hex(n, 64),
  intakeKey: hex(n, 32),
  legalId: null,
  buyerStatus: null,
  errors: [],
  documents: [],
  care: [],
  lastSequence: 0,
  failures: 0,
  work: 'check',
  lease: null,
  reachedRail: false,
  updatedAt: own.createdAt,
  ...own,
});
