import type { Watched } from '../../domain/lifecycle/watched.ts';
import type { InvoiceDocument } from './documents.ts';

type Newest = Pick<Watched, 'newestOpenCare' | 'newestHandledCare'>;

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
