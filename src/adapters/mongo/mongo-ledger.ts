import type { LedgerRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Lease } from '../../domain/lifecycle/work-record.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { DueWork } from '../../ports/due-work.ts';
import type { Change, Ledger } from '../../ports/ledger.ts';
import { restoreFiles, writeFiles } from './contents.ts';
import type { LedgerDocument } from './documents.ts';
import { aheadInLedger, BY_LAST_CHANGE } from './due.ts';
import { instant } from './instant.ts';
import { type KeysOfLeases, MongoWorkCollection, type WorkCollection } from './mongo-work-collection.ts';
import type { Mongo } from './mongo.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { markReplaced } from './sweep-contents.ts';
import { updateOf } from './updates.ts';

/** Leaves out what grows and is not part of a record. */
export const RECORD_ONLY = { events: 0, outbox: 0, audit: 0, countedAs: 0 } as const;

/** A collection of invoices: a member for every field of the domain. */
export type LedgerCollection<R> = Omit<WorkCollection<LedgerDocument, R>, 'projection'>;

/** The parts that sent and received invoices share. An invoice and what changes with it are one document. */
export class MongoLedger<R extends LedgerRecord<string>>
  extends MongoWorkCollection<LedgerDocument, R>
  implements Ledger<R>, DueWork<R>
{
  /** The files that a record names as this process has leased or committed it, by the token of the lease. */
  private readonly named = new Map<string, R['documents']>();

  constructor(
    protected readonly mongo: Mongo,
    ledger: LedgerCollection<R>,
    protected readonly relay: OutboxRelay,
    keys: KeysOfLeases,
  ) {
    super(
      {
        ...ledger,
        projection: RECORD_ONLY,
        shares: ROUTES.map((route) => ({ route })),
        anyShare: { route: { $in: [...ROUTES] } },
        ahead: { where: aheadInLedger, index: BY_LAST_CHANGE },
      },
      keys,
    );
  }

  override async releaseLease(id: string, token: string): Promise<void> {
    this.named.delete(token);
    await super.releaseLease(id, token);
  }

  protected override async leaseWhere(
    filter: object,
    id: string,
    lease: Lease,
    now: Date,
  ): Promise<R | undefined> {
    const record = await super.leaseWhere(filter, id, lease, now);
    if (record) this.named.set(lease.token, record.documents);
    return record;
  }

  override async commit({
    record,
    events,
    audit,
    files,
    lease,
  }: Change<R>): Promise<'committed' | 'conflict'> {
    const began = instant();
    const [isErased] = await Promise.all([this.isErased(lease), this.prepareFiles(record, files, lease)]);
    if (isErased) return 'conflict';
    const now = new Date();
    const { set, unset } = this.changeOf(record, lease);
    const change = {
      set: { ...set, countPendingSince: now, ...(events.length > 0 && { eventsPendingSince: now }) },
      unset,
      push: { events, outbox: events.map(({ eventId }) => eventId) },
      audit,
    };
    const writing = this.replace(record, lease, updateOf(change));
    if (!(await (events.length > 0 ? this.noting(writing) : writing))) return 'conflict';
    if (lease !== undefined && record.lease === null) this.named.delete(lease);
    else if (lease !== undefined) this.named.set(lease, record.documents);
    await restoreFiles(this.mongo, record.client, files, began);
    return 'committed';
  }

  /** A write that may have brought events, also if its answer was lost. */
  protected noting<T>(writing: Promise<T>): Promise<T> {
    return writing.finally(() => this.relay.note(this.documents));
  }

  private async prepareFiles(record: R, files: Change<R>['files'], lease: string | undefined): Promise<void> {
    // A change by another process meanwhile makes the commit a conflict.
    const known = lease === undefined ? undefined : this.named.get(lease);
    if (files.length > 0) await markReplaced(this.mongo, this.documents, record, known);
    await writeFiles(this.mongo, record.client, files);
  }
}
