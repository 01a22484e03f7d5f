import type { Owner } from '../findings/finding.ts';
import type { CareRow, InvoiceRecord } from './invoice-record.ts';

export const CARE_STATUSES = ['open', 'handled', 'all'] as const;
export type CareStatus = (typeof CARE_STATUSES)[number];

/** For whom a row counts in figures: one that the sender of the call can correct does not wait for the operator. */
export const waitsFor = ({ whoActs, senderCanFix = false }: CareRow): Owner | 'sender' =>
  senderCanFix ? 'sender' : whoActs;

/** A row of the care list with what the list says of its invoice (contract 2.12). */
export interface CareItem extends Pick<
  InvoiceRecord,
  'id' | 'client' | 'route' | 'invoiceRef' | 'deadlineAt'
> {
  readonly row: CareRow;
}

/** An invoice with all its care rows. */
export interface InvoiceInCare extends Omit<CareItem, 'row'> {
  readonly care: readonly CareRow[];
  /** When the newest row of the kind that was asked for was opened. */
  readonly newestAt: Date;
}
