import { instantsAt } from '../../domain/lifecycle/due.ts';
import { type Work, WORKS } from '../../domain/lifecycle/work.ts';

// Conditions on the documents of any ledger.

/** Due although its time has not come: the clock was set back. */
export const aheadOf = (at: Date) => {
  const { now, latestChange } = instantsAt(at);
  return { dueAt: { $gt: now }, updatedAt: { $gt: latestChange } };
};

export const dueBy = (now: Date) => ({ $or: [{ dueAt: { $lte: now } }, aheadOf(now)] });

/** Older invoices do not say what they are due for: an older program checked them, and no more. */
export const dueFor = (works: readonly Work[]) =>
  works.includes('check')
    ? { work: { $nin: WORKS.filter((work) => !works.includes(work)) } }
    : { work: { $in: [...works] } };

export const freeAt = (at: Date) => {
  const { now, latestLease } = instantsAt(at);
  return { leaseUntil: { $not: { $gt: now, $lte: latestLease } } };
};
