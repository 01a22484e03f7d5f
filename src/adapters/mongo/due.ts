import type { Filter } from 'mongodb';
import { instantsAt } from '../../domain/lifecycle/due.ts';
import { WORKS } from '../../domain/lifecycle/work.ts';
import type { LedgerDocument } from './documents.ts';

// Conditions on the documents of any ledger.

/** Due although its time has not come: the clock was set back. */
export const aheadOf = (at: Date) => {
  const { now, latestChange } = instantsAt(at);
  return { dueAt: { $gt: now }, updatedAt: { $gt: latestChange } };
};

export const dueBy = (now: Date) => ({ $or: [{ dueAt: { $lte: now } }, aheadOf(now)] });

/** Older invoices do not say what they are due for: an older program checked them, and no more. */
export const dueFor = (works: readonly string[]): Filter<LedgerDocument> =>
  ({
    work: works.includes('check')
      ? { $nin: WORKS.filter((work) => !works.includes(work)) }
      : { $in: [...works] },
  }) as Filter<LedgerDocument>;

export const freeAt = (now: Date) => ({ leaseUntil: { $not: { $gt: now } } });
