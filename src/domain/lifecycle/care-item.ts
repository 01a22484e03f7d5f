import type { Owner } from 'en16931-rules/vocabulary/finding.ts';
import type { CareRow, InvoiceRecord } from './invoice-record.ts';

export type CareStatus = 'open' | 'handled' | 'all';

/** The owner that a row counts for in figures: a row that the sender of the call can correct does not wait for the operator. */
export const waitsFor = ({ whoActs, senderCanFix = false }: CareRow): Owner | 'sender' =>
  senderCanFix ? 'sender' : whoActs;

/**
 * A row of the care list with the members of its invoice that the list shows (contract 2.12). A row about a rule pack has no client and
 * no route; `invoiceRef` names the pack.
 */
export interface CareItem
  extends
    Pick<InvoiceRecord, 'id' | 'invoiceRef' | 'deadlineAt'>,
    Partial<Pick<InvoiceRecord, 'client' | 'route'>> {
  readonly row: CareRow;
}

/** An invoice with all its care rows. */
export interface InvoiceInCare extends Pick<
  InvoiceRecord,
  'id' | 'client' | 'route' | 'invoiceRef' | 'deadlineAt'
> {
  readonly care: readonly CareRow[];
  /** When the newest row of the requested kind was opened. */
  readonly newestAt: Date;
}
