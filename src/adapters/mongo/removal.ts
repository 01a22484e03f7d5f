import type { Collection, Filter } from 'mongodb';
import type { RemovalQuery } from '../../ports/removal.ts';
import { idOf } from './contents.ts';
import type { InvoiceDocument, LedgerDocument } from './documents.ts';
import { ROW_ONLY, rowsAbout } from './intake-answers.ts';
import type { Mongo } from './mongo.ts';
import { NO_LEASE } from './mongo-work-collection.ts';
import type { OutboxRelay } from './outbox-relay.ts';

// A record and its parts are several documents. The record is marked first: then no worker leases it and no commit changes it.
// It is deleted last, after all its parts, so that another process that finds the mark can go on.

export interface RemovalTarget {
  readonly mongo: Mongo;
  readonly relay: OutboxRelay;
  readonly ledger: Collection<LedgerDocument>;
  /** States in which a record may stay for good. */
  readonly ended: readonly string[];
  /** Counts a marked record as removed. */
  readonly book: () => Promise<void>;
  /** Runs before the record is deleted: a record that takes over its claim would lose it otherwise. */
  readonly releaseClaims: (marks: readonly Marked[]) => Promise<unknown>;
}

export type Marked = Pick<LedgerDocument, '_id' | 'client' | 'events' | 'documents'> &
  Partial<Pick<InvoiceDocument, 'fingerprint' | 'intakeKey' | 'intakeAnswer'>>;

const IS_MARKED = { removingSince: { $exists: true } } as const;
/** Everything that was written with it has been copied. */
const IS_COPIED = {
  eventsPendingSince: { $exists: false },
  auditPendingSince: { $exists: false },
  countPendingSince: { $exists: false },
} as const;

/** Other processes may remove first, and a record may be counted again meanwhile. */
const TRIES = 10;
/** After this time a process that marked something has gone on, or has died. */
const LEFT_BEHIND_MS = 60_000;

/** @returns how many were removed; 0 if none is left. */
export async function removeRecords(
  target: RemovalTarget,
  query: RemovalQuery,
  limit: number,
): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const marked = await mark(target, query, limit);
    const removed = await finish(target, { client: query.client }, limit);
    if (removed > 0 || marked === 0) return removed;
  }
  return 0;
}

/** Records that a dead process has marked. */
export async function finishRemovals(target: RemovalTarget, limit: number): Promise<void> {
  const longAgo = { removingSince: { $lt: new Date(Date.now() - LEFT_BEHIND_MS) } };
  if (await target.ledger.findOne(longAgo, { projection: { _id: 1 } })) await finish(target, longAgo, limit);
}

async function mark(
  { ledger, ended }: RemovalTarget,
  { client, endedBefore }: RemovalQuery,
  limit: number,
): Promise<number> {
  const filter = {
    client,
    removingSince: { $exists: false },
    ...(endedBefore && hasEnded(endedBefore, ended)),
  } as unknown as Filter<LedgerDocument>;
  const entries = await ledger
    .find(filter, { projection: { _id: 1 } })
    .sort({ createdAt: 1, _id: 1 })
    .limit(limit)
    .toArray();
  if (entries.length === 0) return 0;
  const now = new Date();
  const change = {
    $set: { removingSince: now, countPendingSince: now },
    $inc: { version: 1 },
    $unset: { dueAt: '' as const, ...NO_LEASE },
  };
  await ledger.bulkWrite(
    entries.map(({ _id }) => ({ updateOne: { filter: { ...filter, _id }, update: change } })),
  );
  return entries.length;
}

/** In the order of arrival, as the index of a client's records. A record that changed before a time also arrived before it. */
const hasEnded = (before: Date, ended: readonly string[]) => ({
  createdAt: { $lt: before },
  updatedAt: { $lt: before },
  dueAt: { $exists: false },
  leaseToken: { $exists: false },
  newestOpenCare: { $exists: false },
  state: { $in: [...ended] },
});

async function finish(
  { mongo, relay, ledger, book, releaseClaims }: RemovalTarget,
  which: Filter<LedgerDocument>,
  limit: number,
): Promise<number> {
  await relay.copyEvents();
  await relay.copyAudit();
  await book();
  const marks: Marked[] = await ledger
    .find(
      { ...IS_MARKED, ...IS_COPIED, ...which },
      { projection: { client: 1, fingerprint: 1, 'events.eventId': 1, 'documents.sha256': 1, ...ROW_ONLY } },
    )
    .limit(limit)
    .toArray();
  if (marks.length === 0) return 0;
  await emptyOutbox(mongo, marks);
  const ids = marks.map(({ _id }) => _id);
  await mongo.idempotency.deleteMany(rowsAbout(marks));
  await letGo(mongo, marks);
  await releaseClaims(marks);
  const { deletedCount } = await ledger.deleteMany({ _id: { $in: ids }, ...IS_MARKED, ...IS_COPIED });
  return deletedCount;
}

/** The positions stay empty for a while: no event that another process is writing may appear before one that was read. */
async function emptyOutbox({ outbox }: Mongo, marks: readonly Marked[]): Promise<void> {
  const eventIds = marks.flatMap(({ events }) => events.map(({ eventId }) => eventId));
  const removed = {
    $set: { removedAt: new Date() },
    $unset: { invoiceId: '', client: '', event: '', movedFrom: '' },
  } as const;
  if (eventIds.length > 0) await outbox.updateMany({ _id: { $in: eventIds } }, removed);
  // Events that are moved meanwhile are among both.
  await outbox.updateMany({ movedFrom: { $in: marks.map(({ _id }) => _id) } }, removed);
}

/** For the sweep, which checks whether another record names the files. */
async function letGo({ contents }: Mongo, marks: readonly Marked[]): Promise<void> {
  const ids = marks.flatMap(({ client, documents }) => documents.map(({ sha256 }) => idOf(client, sha256)));
  if (ids.length === 0) return;
  await contents.updateMany({ _id: { $in: ids } }, { $set: { writtenAt: new Date() } });
}
