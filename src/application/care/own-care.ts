import type { Caller } from '../../domain/access/caller.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import { owned } from '../access/tenancy.ts';

/** @throws CallFailed `not-found`, for an invoice that has no care row and for another client's too. */
export async function invoiceInCare(
  invoices: Pick<InvoiceStore, 'find'>,
  caller: Caller,
  id: string,
): Promise<InvoiceRecord> {
  const found = await invoices.find(id);
  return owned(caller, found?.care.length ? found : undefined, 'No such invoice on the care list.');
}
