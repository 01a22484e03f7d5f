import type { Collection } from 'mongodb';
import { type Attempt, type InvoiceRef, MAX_ATTEMPTS } from '../../ports/invoice-reads.ts';
import type { InvoiceDocument } from './documents.ts';

type Invoices = Collection<InvoiceDocument>;
type Found = Pick<InvoiceDocument, '_id' | 'client' | 'invoiceRef' | 'invoiceNumber' | 'state' | 'createdAt'>;

/** The number read at once; most invoices have one. */
const AT_ONCE = 1000;

/** @see InvoiceStore.attempts */
export async function attemptsOf(
  invoices: Invoices,
  refs: readonly InvoiceRef[],
): Promise<readonly (readonly Attempt[])[]> {
  if (refs.length === 0) return [];
  const requestedInvoices = refs.map(({ client, invoiceRef }) => ({ client, invoiceRef }));
  const together = await newest(invoices, requestedInvoices, AT_ONCE);
  // Without the limit an invoice_ref with very many attempts would keep the others out.
  const attempts =
    together.length < AT_ONCE
      ? together
      : (await Promise.all(requestedInvoices.map((ref) => newest(invoices, [ref], MAX_ATTEMPTS)))).flat();
  return requestedInvoices.map((ref) =>
    attempts
      .filter(({ client, invoiceRef }) => client === ref.client && invoiceRef === ref.invoiceRef)
      .slice(0, MAX_ATTEMPTS)
      .reverse()
      .map(({ _id, invoiceNumber, state, createdAt }) => ({
        id: _id,
        ...(invoiceNumber !== undefined && { invoiceNumber }),
        state,
        createdAt,
      })),
  );
}

const newest = (invoices: Invoices, $or: InvoiceRef[], limit: number): Promise<Found[]> =>
  invoices
    .find({ $or }, { projection: { client: 1, invoiceRef: 1, invoiceNumber: 1, state: 1, createdAt: 1 } })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .toArray();
