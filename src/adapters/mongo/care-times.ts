import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { newestCareOf, type Watched } from '../../domain/lifecycle/watched.ts';
import type { InvoiceDocument } from './documents.ts';
import { areRefused } from './driver-errors.ts';

type Newest = Pick<Watched, 'newestOpenCare' | 'newestHandledCare'>;
type Listed = Newest & Pick<InvoiceDocument, 'careOfClient'>;

/** The members that show whether care lists find an invoice by its rows. */
export const CARE = {
  version: 1,
  client: 1,
  care: 1,
  newestOpenCare: 1,
  newestHandledCare: 1,
  careOfClient: 1,
} as const;
export type WithCare = Pick<InvoiceDocument, '_id' | 'version' | 'client' | 'care'> & Listed;

/**
 * The index key of a client's rows. A compound index over client and time would hold every invoice, because a sparse index
 * leaves out only documents without any of its fields.
 */
export function careOf(
  client: string,
  { newestOpenCare: open, newestHandledCare: handled }: Newest,
): InvoiceDocument['careOfClient'] {
  if (!open && !handled) return undefined;
  return {
    ...(open && { open: careKey(client, open) }),
    ...(handled && { handled: careKey(client, handled) }),
  };
}

/** Sorts by time within a client. */
export const careKey = (client: string, at: Date): string => `${client} ${at.toISOString()}`;

/** A program of an older version changes care rows without the time of the newest one. */
export async function repairCareKeys(
  invoices: Collection<InvoiceDocument>,
  found: readonly WithCare[],
): Promise<void> {
  const writes = found.flatMap((one): AnyBulkWriteOperation<InvoiceDocument>[] => {
    const listed = toListed(one);
    if (sign(one) === sign(listed)) return [];
    const gone = MEMBERS.filter((name) => !listed[name]).map((name) => [name, ''] as const);
    const update = {
      ...(gone.length < MEMBERS.length && { $set: listed }),
      ...(gone.length > 0 && { $unset: Object.fromEntries(gone) }),
    };
    return [{ updateOne: { filter: { _id: one._id, version: one.version }, update } }];
  });
  if (writes.length === 0) return;
  try {
    await invoices.bulkWrite(writes, { ordered: false });
  } catch (error) {
    // An invoice that cannot be changed does not stop the others.
    if (!areRefused(error)) throw error;
  }
}

const MEMBERS = ['newestOpenCare', 'newestHandledCare', 'careOfClient'] as const;

function toListed(one: Pick<WithCare, 'client' | 'care'>): Listed {
  const newest = newestCareOf(one);
  const careOfClient = careOf(one.client, newest);
  return { ...newest, ...(careOfClient && { careOfClient }) };
}

/** The key names client and time together. */
const sign = ({ newestOpenCare, newestHandledCare, careOfClient }: Listed): string =>
  JSON.stringify([newestOpenCare, newestHandledCare, careOfClient?.open, careOfClient?.handled]);
