import { isToFetch, type InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceDocument } from './documents.ts';

// Filters that few invoices of a client pass have a key of their own: client, time of the intake, id. Its sparse index has only those
// invoices, in the order of a list. An index over several fields would have every invoice.

export const listKey = (of: string, { createdAt, id }: Pick<InvoiceRecord, 'createdAt' | 'id'>): string =>
  `${of} ${createdAt.toISOString()} ${id}`;

/** The beginning of the keys of answered invoices. */
export const answeredBy = (client: string, buyerStatus: string): string => `${client} ${buyerStatus}`;

export function listKeysOf(record: InvoiceRecord): InvoiceDocument['listKeys'] {
  const { client, buyerStatus } = record;
  const isAnswered = buyerStatus !== null;
  if (!isToFetch(record) && !isAnswered) return undefined;
  return {
    ...(isToFetch(record) && { toFetch: listKey(client, record) }),
    ...(isAnswered && { answered: listKey(answeredBy(client, buyerStatus), record) }),
  };
}

interface Bounds {
  readonly $gte?: Date;
  readonly $lt?: Date;
}

/** The keys of the invoices that came in between two times. */
export const keysWithin = (of: string, { $gte: from, $lt: before }: Bounds = {}) => ({
  $gte: `${of} ${from?.toISOString() ?? ''}`,
  // The character after a blank.
  $lt: before ? `${of} ${before.toISOString()}` : `${of}!`,
});
