import type { InvoiceRecord } from '../domain/lifecycle/invoice-record.ts';

/** Work on invoices, at least once. Clients whose work is due take turns; large documents have places of their own. */
export interface Jobs {
  /**
   * Schedules work on an invoice; asking twice for one invoice schedules one, at the earlier time.
   * @param notBefore earliest start, UTC; the worker may start later, never earlier.
   * @throws CallFailed `busy`: nothing was scheduled.
   */
  schedule(invoice: WorkItem, notBefore: Date): Promise<void>;
}

/** What decides whose turn it is: the client, and the size of the document. */
export type WorkItem = Pick<InvoiceRecord, 'id' | 'client' | 'documents'>;
