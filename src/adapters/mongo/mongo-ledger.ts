import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { LedgerRecord } from '../../domain/lifecycle/invoice-record.ts';
import { instantsAt } from '../../domain/lifecycle/due.ts';
import type { Lease } from '../../domain/lifecycle/work-record.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { AheadLease, DueWork } from '../../ports/due-work.ts';
import type { Change, Ledger } from '../../ports/ledger.ts';
import { restoreFiles, writeFiles } from './contents.ts';
import type { LedgerDocument } from './documents.ts';
import { aheadOf, dueBy, dueFor, freeAt } from './due.ts';
import { auditDocuments } from './invoice-documents.ts';
import type { Mongo } from './mongo.ts';
import { markReplaced } from './sweep-contents.ts';

/** Leaves out what grows and is not needed for a record. */
export const RECORD_ONLY = { events: 0, outbox: 0, audit: 0, countedAs: 0 } as const;

/** A collection of invoices: of every field of the core a member. */
export interface LedgerCollection<R> {
  readonly documents: Collection<LedgerDocument>;
  /** All that a record says: members that it has, and those that it has not. */
  readonly write: (record: R) => { readonly set: object; readonly unset: Readonly<Record<string, ''>> };
  readonly read: (document: LedgerDocument) => R;
}

/** What invoices have in common, whichever way they go. One and what changes with it are one document. */
export class MongoLedger<R extends LedgerRecord<string>> implements Ledger<R>, DueWork<R> {
  readonly #mongo: Mongo;
  readonly #documents: Collection<LedgerDocument>;
  readonly #kept: LedgerCollection<R>;

  constructor(mongo: Mongo, kept: LedgerCollection<R>) {
    this.#mongo = mongo;
    this.#documents = kept.documents;
    this.#kept = kept;
  }

  async find(id: string): Promise<R | undefined> {
    const document = await this.#documents.findOne({ _id: id }, { projection: RECORD_ONLY });
    return document ? this.#kept.read(document) : undefined;
  }

  async commit({ record, events, audit, files, lease }: Change<R>): Promise<'committed' | 'conflict'> {
    const began = Date.now();
    if (files.length > 0) await markReplaced(this.#mongo, this.#documents, record);
    await writeFiles(this.#mongo, record.client, files);
    const now = new Date();
    const { set, unset } = this.#kept.write(record);
    const handsBack = lease !== undefined && record.lease === null;
    const keepsLease = lease !== undefined && !handsBack;
    const update: UpdateFilter<LedgerDocument> = {
      $set: {
        ...set,
        ...(keepsLease && { leaseHolders: 1 }),
        countPendingSince: now,
        ...(events.length > 0 && { eventsPendingSince: now }),
        ...(audit.length > 0 && { auditPendingSince: now }),
      },
      $unset: { ...unset, ...(handsBack && NO_LEASE) },
      $push: {
        events: { $each: [...events] },
        outbox: { $each: events.map(({ eventId }) => eventId) },
        audit: { $each: auditDocuments(audit) },
      },
    };
    const { matchedCount } = await this.#documents.updateOne(
      { _id: record.id, version: record.version - 1, ...(lease !== undefined && { leaseToken: lease }) },
      update,
    );
    if (matchedCount !== 1) return 'conflict';
    await restoreFiles(this.#mongo, record.client, files, began);
    return 'committed';
  }

  async lease(id: string, lease: Lease, now: Date, works?: readonly string[]): Promise<R | undefined> {
    return this.leaseWhere({ ...dueBy(now), ...(works && dueFor(works)) }, id, lease, now);
  }

  protected async leaseWhere(
    wanted: Filter<LedgerDocument>,
    id: string,
    { token, until }: Lease,
    now: Date,
  ): Promise<R | undefined> {
    const document = await this.#documents.findOneAndUpdate(
      { _id: id, ...wanted, ...freeAt(now) },
      { $set: { leaseToken: token, leaseUntil: until }, $inc: { leaseHolders: 1 } },
      { returnDocument: 'after', projection: RECORD_ONLY },
    );
    return document ? this.#kept.read(document) : undefined;
  }

  async renewLease(id: string, { token, until }: Lease): Promise<boolean> {
    const { matchedCount } = await this.#documents.updateOne(
      { _id: id, leaseToken: token },
      { $set: { leaseUntil: until } },
    );
    return matchedCount === 1;
  }

  async releaseLease(id: string, token: string): Promise<void> {
    await this.#documents.updateOne({ _id: id, leaseToken: token }, { $unset: NO_LEASE });
  }

  async neglected(before: Date, now: Date, limit: number): Promise<readonly string[]> {
    const found = (filter: Filter<LedgerDocument>) =>
      this.#documents
        .find({ ...filter, ...freeAt(now) }, { projection: { _id: 1 } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray();
    const onRoutes = ROUTES.map(async (route) => {
      const [overdue, ahead] = await Promise.all([
        found({ route, dueAt: { $lt: before } }),
        found({ route, ...aheadOf(now) }),
      ]);
      return [...overdue, ...ahead].slice(0, limit).map(({ _id }) => _id);
    });
    return (await Promise.all(onRoutes)).flat();
  }

  async leasedAhead(at: Date, limit: number): Promise<readonly AheadLease[]> {
    const { latestLease } = instantsAt(at);
    const found = await this.#documents
      .find({ leaseUntil: { $gt: latestLease } }, { projection: { leaseToken: 1, leaseUntil: 1 } })
      .limit(limit)
      .toArray();
    return found.flatMap(({ _id: id, leaseToken: token, leaseUntil: until }) =>
      token !== undefined && until ? [{ id, token, until }] : [],
    );
  }

  async expireLease({ id, token, until }: AheadLease, now: Date): Promise<boolean> {
    const { matchedCount } = await this.#documents.updateOne(
      { _id: id, leaseToken: token, leaseUntil: until },
      { $set: { leaseUntil: now } },
    );
    return matchedCount === 1;
  }
}

const NO_LEASE = { leaseToken: '', leaseUntil: '', leaseHolders: '' } as const;
