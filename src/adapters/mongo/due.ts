import type { Filter } from 'mongodb';
import { instantsAt } from '../../domain/lifecycle/due.ts';
import { RECEIVED_STATES } from '../../domain/lifecycle/received-record.ts';
import { INVOICE_STATES } from '../../domain/lifecycle/states.ts';
import type { LedgerDocument } from './documents.ts';

// Conditions on the documents of any ledger.

/** Records that became due because the clock was set back. */
export const aheadOf = (at: Date) => {
  const { now, latestChange } = instantsAt(at);
  return { dueAt: { $gt: now }, updatedAt: { $gt: latestChange } };
};

const STATES = [...new Set<string>([...INVOICE_STATES, ...RECEIVED_STATES])];

/** The same in a ledger, by the index of states and last changes: its range is empty unless the clock was set back. */
export const aheadInLedger = (at: Date) => ({ state: { $in: STATES }, ...aheadOf(at) });
export const BY_LAST_CHANGE = { state: 1, updatedAt: 1, client: 1, route: 1 } as const;

export const dueBy = (now: Date) => ({ $or: [{ dueAt: { $lte: now } }, aheadOf(now)] });

export const dueFor = (works: readonly string[]): Filter<LedgerDocument> =>
  ({ work: { $in: [...works] } }) as Filter<LedgerDocument>;

export const freeAt = (now: Date) => ({ leaseUntil: { $not: { $gt: now } } });
