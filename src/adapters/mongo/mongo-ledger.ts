import type { LedgerRecord } from '../../domain/lifecycle/invoice-record.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { SealedFile } from '../../ports/content-store.ts';
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

/** Leaves out what is large or grows and is not part of a record. */
export const RECORD_ONLY = {
  events: 0,
  outbox: 0,
  audit: 0,
  countedAs: 0,
  'content.sealed': 0,
  intakeAnswer: 0,
} as const;

/** The files of a record as this process has leased or committed it. */
interface Named {
  readonly documents: LedgerRecord<string>['documents'];
  /** The hash of the one that lies in the record's document. */
  readonly content?: string | undefined;
}

/** A collection of invoices: a member for every field of the domain. */
export type LedgerCollection<R> = Omit<WorkCollection<LedgerDocument, R>, 'projection'>;

/** The parts that sent and received invoices share. An invoice and what changes with it are one document. */
export class MongoLedger<R extends LedgerRecord<string>>
  extends MongoWorkCollection<LedgerDocument, R>
  implements Ledger<R>, DueWork<R>
{
  /** By the token of the lease. */
  private readonly named = new Map<string, Named>();

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

  protected override noteLeased(token: string, { content }: LedgerDocument, { documents }: R): void {
    this.named.set(token, { documents, content: content?.sha256 });
  }

  override async commit({
    record,
    events,
    audit,
    files: ownFiles,
    lease,
  }: Change<R>): Promise<'committed' | 'conflict'> {
    const began = instant();
    const named = lease === undefined ? undefined : this.named.get(lease);
    const moved = ownFiles.length > 0 && (await this.submittedFile(record, named?.content));
    const files = moved ? [...ownFiles, moved] : ownFiles;
    const [isErased] = await Promise.all([
      this.isErased(lease),
      this.prepareFiles(record, files, named?.documents),
    ]);
    if (isErased) return 'conflict';
    const now = new Date();
    const { set, unset: without } = this.changeOf(record, lease);
    const unset = { ...without, ...(moved && { content: '' }) };
    const change = {
      set: { ...set, countPendingSince: now, ...(events.length > 0 && { eventsPendingSince: now }) },
      unset,
      push: { events, outbox: events.map(({ eventId }) => eventId) },
      audit,
    };
    // It may have been suspended beside its files, too.
    await restoreFiles(this.mongo, record.client, files, began);
    const writing = this.replace(record, lease, updateOf(change));
    if (!(await (events.length > 0 ? this.noting(writing) : writing))) return 'conflict';
    if (lease !== undefined && record.lease === null) this.named.delete(lease);
    else if (lease !== undefined)
      this.named.set(lease, { documents: record.documents, content: moved ? undefined : named?.content });
    await restoreFiles(this.mongo, record.client, files, began);
    return 'committed';
  }

  /** A write that may have brought events, also if its answer was lost. */
  protected noting<T>(writing: Promise<T>): Promise<T> {
    return writing.finally(() => this.relay.note(this.documents));
  }

  /** A file that lies in the record's document under this hash. */
  protected async submittedFile(_record: R, _sha256: string | undefined): Promise<SealedFile | undefined> {
    return undefined;
  }

  /** @param known the files of the record as it was leased: a change by another process meanwhile makes the commit a conflict. */
  private async prepareFiles(
    record: R,
    files: Change<R>['files'],
    known: Named['documents'] | undefined,
  ): Promise<void> {
    if (files.length > 0) await markReplaced(this.mongo, this.documents, record, known);
    await writeFiles(this.mongo, record.client, files);
  }
}
