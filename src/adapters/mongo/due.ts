import type { Filter } from 'mongodb';
import { instantsAt } from '../../domain/lifecycle/due.ts';
import { type Work, WORKS } from '../../domain/lifecycle/work.ts';
import type { InvoiceDocument } from './documents.ts';

/** Due although its time has not come: the clock was set back. */
export const aheadOf = (at: Date): Filter<InvoiceDocument> => {
  const { now, latestChange } = instantsAt(at);
  return { dueAt: { $gt: now }, updatedAt: { $gt: latestChange } };
};

export const dueBy = (now: Date): Filter<InvoiceDocument> => ({
  $or: [{ dueAt: { $lte: now } }, aheadOf(now)],
});

/** Older invoices do not say what they are due for: an older program checked them, and no more. */
export const dueFor = (works: readonly Work[]): Filter<InvoiceDocument> =>
  works.includes('check')
    ? { work: { $nin: WORKS.filter((work) => !works.includes(work)) } }
    : { work: { $in: [...works] } };

export const freeAt = (at: Date): Filter<InvoiceDocument> => {
  const { now, latestLease } = instantsAt(at);
  return { leaseUntil: { $not: { $gt: now, $lte: latestLease } } };
};
