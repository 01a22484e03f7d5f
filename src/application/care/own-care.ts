import type { Caller } from '../../domain/access/caller.ts';
import { RECEIVED_ID, type ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import { requireOwn } from '../access/tenancy.ts';

/** The ledgers whose invoices may be on the care list. */
export interface CaredFor {
  readonly invoices: Pick<InvoiceReads, 'find'>;
  readonly received: Pick<ReceivedStore, 'find'>;
}

/** @throws CallFailed `not-found`, for an invoice that has no care row and for another client's too. */
export async function invoiceInCare(
  { invoices, received }: CaredFor,
  caller: Caller,
  id: string,
): Promise<InvoiceRecord | ReceivedRecord> {
  const found = await (RECEIVED_ID.test(id) ? received : invoices).find(id);
  return requireOwn(caller, found?.care.length ? found : undefined, 'No such invoice on the care list.');
}
