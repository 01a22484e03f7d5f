import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import { mayRead } from '../access/tenancy.ts';

/** @throws CallFailed `not-found`, for an invoice that has no care row and for another client's too. */
export async function invoiceInCare(
  invoices: Pick<InvoiceStore, 'find'>,
  caller: Caller,
  id: string,
): Promise<InvoiceRecord> {
  const invoice = await invoices.find(id);
  if (!invoice || !mayRead(caller, invoice.client) || invoice.care.length === 0)
    throw new CallFailed({ kind: 'not-found', detail: 'No such invoice on the care list.' });
  return invoice;
}
