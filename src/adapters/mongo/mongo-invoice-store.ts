import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Binary, type Collection, type Filter } from 'mongodb';
import { CallFailed } from '../../domain/failures.ts';
import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import { ACTIVITY_KEPT_HOURS, type ActivityCount, hourAt } from '../../domain/lifecycle/activity.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Lease } from '../../domain/lifecycle/work-record.ts';
import { ENDED_STATES, releasesDocument } from '../../domain/lifecycle/states.ts';
import type { SealedFile } from '../../ports/content-store.ts';
import type { IdempotencyStore } from '../../ports/idempotency-store.ts';
import {
  type Attempt,
  type CameIn,
  type InvoicePage,
  type InvoiceQuery,
  type InvoiceRef,
  type ActivityQuery,
  type InvoiceTally,
  MAX_COUNTED,
  type OrderQuery,
  type QueuedOnRoute,
  type QueueQuery,
  type NumberedQuery,
  type SentQuery,
  type SeriesCount,
  type SeriesQuery,
} from '../../ports/invoice-reads.ts';
import type { Intake, InvoiceStore, Taken } from '../../ports/invoice-store.ts';
import type { Change } from '../../ports/ledger.ts';
import type { CareQuery } from '../../ports/care-list.ts';
import type { RemovalQuery } from '../../ports/removal.ts';
import type { SealedSummary } from '../../ports/sealed-summaries.ts';
import type { Candidate, CandidateQuery } from '../../ports/search-candidates.ts';
import { TallyUpdater } from './tally-updater.ts';
import { careItems } from './care-lists.ts';
import { searchCandidates } from './search-candidates.ts';
import { readSummaries } from './summaries.ts';
import {
  idOf,
  readSubmitted,
  type RecentContents,
  restoreFiles,
  submittedFile,
  writeFiles,
} from './contents.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import type { ClaimDocument, InvoiceDocument, LedgerDocument } from './documents.ts';
import { freeAt } from './due.ts';
import { filingsOf } from './filing.ts';
import { newDocument, SENT } from './invoice-documents.ts';
import { countInvoices, invoicesInOrder, listInvoices } from './invoice-lists.ts';
import { seriesCounts, tallyInvoices } from './invoice-queries.ts';
import { activityCounts, forgetActivity, talliesOfSent } from './tallies.ts';
import { attemptsOf } from './attempts.ts';
import { elapsedMs, type Instant, instant } from './instant.ts';
import { isFirst } from './driver-errors.ts';
import { intakeAnswerOf, isAnsweredBy } from './intake-answers.ts';
import { MongoLedger, RECORD_ONLY } from './mongo-ledger.ts';
import type { KeysOfLeases } from './mongo-work-collection.ts';
import { type Mongo, untilSettled } from './mongo.ts';
import { finishRemovals, type Marked, type RemovalTarget, removeRecords } from './removal.ts';
import { sweepContents } from './sweep-contents.ts';

/** How often, and how far apart, a claim is looked at whose invoice is missing: longer than a live process is between two writes. */
const LOOKS = 20;
const BETWEEN_LOOKS_MS = 25;
/** A try that stood still for longer stores nothing. Retention deletes no invoice before it is a day old. */
const MAX_TRY_MS = 12 * 3_600_000;
/** The attempt of a claim that names none. */
const OLDER_ATTEMPT = 'older';
const QUEUED = { state: 'queued', work: 'send', dueAt: { $exists: true } } as const;
/** Removals of dead processes that one sweep finishes. */
const LEFT_BEHIND = 200;

/**
 * The ledger of sent invoices, with everything that only they have. An invoice and what changes with it are one document, so
 * each write is all or nothing without a transaction. A claim decides first which document may exist.
 */
export class MongoInvoiceStore extends MongoLedger<InvoiceRecord> implements InvoiceStore {
  private readonly tallyUpdater: TallyUpdater;
  private readonly removal: RemovalTarget;

  constructor(
    mongo: Mongo,
    relay: OutboxRelay,
    private readonly idempotency: Pick<IdempotencyStore, 'keep'>,
    keys: KeysOfLeases,
    private readonly recent: Pick<RecentContents, 'keep' | 'take'>,
  ) {
    const documents = mongo.invoices as unknown as Collection<LedgerDocument>;
    super(mongo, { ...SENT, documents }, relay, keys);
    this.tallyUpdater = new TallyUpdater(mongo, talliesOfSent, (changed) =>
      filingsOf(mongo.invoices, changed),
    );
    this.removal = {
      mongo,
      relay,
      ledger: this.documents,
      ended: ENDED_STATES,
      book: () => this.tallyUpdater.book(),
      releaseClaims: (marks) => this.releaseClaims(marks),
    };
  }

  /**
   * Claims the document, then inserts the invoice under the id of its call. The unique id admits one invoice of a call, whatever
   * documents its tries have led to; the claim admits one invoice of a document. If the first caller died or is slow between the two
   * writes, another call finds a claim without its invoice. It bars the attempt that the claim names, under the id of that caller, so
   * that a late insert fails, and then takes the claim over for its own id. Claims are never deleted, because a slow first caller would
   * then insert beside the claim of another. An unused claim is 200 bytes and serves the next caller.
   */
  async takeIn(intake: Intake): Promise<Taken> {
    const { record, answer } = intake;
    const began = instant();
    const taken = await untilSettled(() => this.tryTakeIn(intake, began));
    if (answer && !isAnsweredBy(record, answer) && taken.taken && taken.isNew)
      await this.idempotency.keep(answer.claim, answer.answer);
    return taken;
  }

  override async commit(change: Change<InvoiceRecord>): Promise<'committed' | 'conflict'> {
    const result = await super.commit(change);
    const { client, documentSha256 } = change.record;
    const document = change.files.find(({ sha256 }) => sha256 === documentSha256);
    if (result === 'committed' && document)
      this.recent.keep(idOf(client, document.sha256), document.sealed, document.sealed.length);
    return result;
  }

  /** Mostly it is still in memory: the check follows the intake. */
  protected override async submittedFile(
    { client, documentSha256 }: InvoiceRecord,
    sha256: string | undefined,
  ): Promise<SealedFile | undefined> {
    if (sha256 === undefined) return undefined;
    const id = idOf(client, sha256);
    const sealed = this.recent.take(id) ?? (await readSubmitted(this.mongo, client, sha256));
    if (sealed && sha256 === documentSha256) this.recent.keep(id, sealed, sealed.length);
    return sealed && { sha256, sealed };
  }

  findSent({ submissionId, ...query }: SentQuery): Promise<readonly InvoiceRecord[]> {
    return this.findNewest({ ...query, submissionId: submissionId ?? { $exists: true } });
  }

  async submitterOf({ route, submissionId }: Parameters<InvoiceStore['submitterOf']>[0]) {
    const projection = { _id: 0, client: 1 } as const;
    const sent = await this.mongo.invoices.findOne({ submissionId, route }, { projection });
    return sent?.client;
  }

  findNumbered({ client, route, invoiceNumber }: NumberedQuery): Promise<readonly InvoiceRecord[]> {
    return this.findNewest({ client, route, invoiceNumber });
  }

  private async findNewest(
    filter: Parameters<Mongo['invoices']['find']>[0],
  ): Promise<readonly InvoiceRecord[]> {
    const cursor = this.mongo.invoices
      .find(filter, { projection: RECORD_ONLY, readConcern: 'local' })
      .sort({ createdAt: -1, _id: -1 })
      .limit(20);
    return (await cursor.toArray()).map(SENT.read);
  }

  async findTaken({
    client,
    intakeKey,
    fingerprint,
  }: Pick<InvoiceRecord, 'client' | 'intakeKey' | 'fingerprint'>): Promise<InvoiceRecord | undefined> {
    // The caller is told that it is a duplicate and sends nothing else, so both must survive an election.
    const first = await this.findOne({ intakeKey }, 'majority');
    if (first) return first;
    const claim = await this.mongo.claims.findOne({ _id: `${client} ${fingerprint}` });
    const holder = claim && (await this.findOne({ _id: claim.invoiceId }, 'majority'));
    return holder?.fingerprint === fingerprint && !releasesDocument(holder.state) ? holder : undefined;
  }

  async findQueued({ client, route, limit }: QueueQuery, now: Date): Promise<readonly InvoiceRecord[]> {
    const cursor = this.mongo.invoices
      .find({ client, route, ...QUEUED, ...freeAt(now) }, { projection: RECORD_ONLY })
      .sort({ dueAt: 1 })
      .limit(limit);
    return (await cursor.toArray()).map(SENT.read);
  }

  async queuedOn(route: Route, client: string | undefined): Promise<QueuedOnRoute> {
    // By a range, which the index of a route has; for `$exists` all of its invoices would be read.
    const dueAt = { $gte: new Date(0) };
    const waiting = { route, ...(client !== undefined && { client }), ...QUEUED, dueAt };
    const queued = await this.mongo.invoices
      .find(waiting, { projection: { createdAt: 1 } })
      .limit(MAX_COUNTED)
      .toArray();
    const oldest = queued.reduce((least, { createdAt }) => Math.min(least, Number(createdAt)), Infinity);
    return { invoices: queued.length, ...(queued.length > 0 && { oldestAt: new Date(oldest) }) };
  }

  async leaseQueued(id: string, lease: Lease, now: Date): Promise<InvoiceRecord | undefined> {
    return this.leaseWhere(QUEUED, id, lease, now);
  }

  async nearDeadline(now: Date, limit: number): Promise<readonly InvoiceRecord[]> {
    const cursor = this.mongo.invoices
      .find({ warnAt: { $lte: now }, ...freeAt(now) }, { projection: RECORD_ONLY })
      .sort({ warnAt: 1 })
      .limit(limit);
    return (await cursor.toArray()).map(SENT.read);
  }

  async list(query: InvoiceQuery): Promise<InvoicePage> {
    await this.tallyUpdater.book();
    const { invoices, tallies } = this.mongo;
    return listInvoices({ invoices, tallies, read: SENT.read }, query);
  }

  async countByState(query: OrderQuery): Promise<InvoicePage['countsByState']> {
    await this.tallyUpdater.book();
    return countInvoices(this.mongo, query);
  }

  async inOrder(
    query: OrderQuery,
    after: CameIn | undefined,
    limit: number,
  ): Promise<readonly InvoiceRecord[]> {
    if (query.filing) await this.tallyUpdater.book();
    return invoicesInOrder({ invoices: this.mongo.invoices, read: SENT.read }, query, after, limit);
  }

  async attempts(refs: readonly InvoiceRef[]): Promise<readonly (readonly Attempt[])[]> {
    return attemptsOf(this.mongo.invoices, refs);
  }

  async series(query: SeriesQuery): Promise<readonly SeriesCount[]> {
    await this.tallyUpdater.book();
    return seriesCounts(this.mongo, query);
  }

  async activity(query: ActivityQuery): Promise<readonly ActivityCount[]> {
    await this.tallyUpdater.book();
    return activityCounts(this.mongo, query);
  }

  async summaries(ids: readonly string[]): Promise<readonly SealedSummary[]> {
    return readSummaries(this.documents, ids);
  }

  async candidates(query: CandidateQuery): Promise<readonly Candidate[]> {
    return searchCandidates(this.mongo.invoices, query, { legalId: query.networkNumber });
  }

  async careList(query: CareQuery): Promise<readonly CareItem[]> {
    return careItems(this.mongo.invoices, query);
  }

  async tally(now: Date): Promise<InvoiceTally> {
    await this.tallyUpdater.book();
    return tallyInvoices(this.mongo, now);
  }

  async remove(query: RemovalQuery, limit: number): Promise<number> {
    return removeRecords(this.removal, query, limit);
  }

  async tidyUp(): Promise<void> {
    await this.relay.copyEvents();
    await this.relay.keepAuditShort();
    await finishRemovals(this.removal, LEFT_BEHIND);
    await this.relay.dropEmptied();
    await this.tallyUpdater.book();
    await forgetActivity(this.mongo, hourAt(new Date()) - ACTIVITY_KEPT_HOURS);
    await sweepContents(this.mongo);
    this.relay.tellFailures();
  }

  private async releaseClaims(marks: readonly Marked[]): Promise<void> {
    const claims = marks.flatMap(({ _id: invoiceId, client, fingerprint }) =>
      fingerprint === undefined ? [] : [{ _id: `${client} ${fingerprint}`, invoiceId }],
    );
    if (claims.length > 0)
      await this.mongo.claims.bulkWrite(claims.map((filter) => ({ deleteOne: { filter } })));
  }

  private async tryTakeIn(intake: Intake, began: Instant): Promise<Taken | 'again'> {
    const { client, fingerprint, id } = intake.record;
    const claim = { _id: `${client} ${fingerprint}`, invoiceId: id, attempt: randomUUID() };
    const isOurs = await isFirst(this.mongo.claims.insertOne(claim));
    return isOurs ? this.insert(claim, intake, began) : this.settleWith(claim, intake, began);
  }

  /** Another call has the claim, or an earlier try of this one. */
  private async settleWith(mine: ClaimDocument, intake: Intake, began: Instant): Promise<Taken | 'again'> {
    const { claims } = this.mongo;
    const { intakeKey, fingerprint } = intake.record;
    const claim = await claims.findOne({ _id: mine._id });
    if (!claim) return 'again';
    const first = await this.findOne({ intakeKey }, 'majority');
    if (first) return { taken: true, invoice: first, isNew: false };
    if (claim.invoiceId === mine.invoiceId) {
      const result = await this.insert(claim, intake, began);
      if (result !== 'again') return result;
    }
    const holder = await this.awaitHolder(claim);
    // An earlier try had stored it, and a majority has it only now.
    if (holder?.intakeKey === intakeKey) return { taken: true, invoice: holder, isNew: false };
    // What another document has become of the holder's call does not use the claim.
    if (holder?.fingerprint === fingerprint && !releasesDocument(holder.state))
      return { taken: false, holder };
    if (!holder && !(await this.bar(claim))) return 'again';
    const { attempt = { $exists: false } } = claim;
    const { matchedCount } = await claims.replaceOne({ ...claim, attempt }, mine);
    return matchedCount === 1 ? this.insert(mine, intake, began) : 'again';
  }

  /**
   * The invoice of a claim. Its caller may be between its two writes, and would be barred for nothing. The caller of this call learns that
   * the invoice exists and sends nothing else, so it must survive an election.
   */
  private async awaitHolder({ invoiceId }: ClaimDocument): Promise<InvoiceRecord | undefined> {
    for (let looks = 1; ; looks += 1) {
      const holder = await this.findOne({ _id: invoiceId }, 'majority');
      if (holder || looks === LOOKS) return holder;
      await setTimeout(BETWEEN_LOOKS_MS);
    }
  }

  /** @returns whether the attempt of a claim has stored no invoice and, from now on, cannot. */
  private async bar({ invoiceId, attempt = OLDER_ATTEMPT }: ClaimDocument): Promise<boolean> {
    const bars = { _id: invoiceId, barred: { $exists: true } };
    // A store that an older program made admits each intake key once, and one document without any.
    const update = { $addToSet: { barred: attempt }, $setOnInsert: { intakeKey: `barred ${invoiceId}` } };
    return isFirst(this.mongo.invoices.updateOne(bars, update, { upsert: true }));
  }

  private async insert(
    { attempt = OLDER_ATTEMPT }: ClaimDocument,
    { record, events, audit, files: allFiles, answer }: Intake,
    began: Instant,
  ): Promise<Taken | 'again'> {
    const { client } = record;
    const small = submittedFile(record, allFiles);
    const files = allFiles.filter((file) => file !== small);
    // A crash after this line leaves sealed bytes without a reference; the sweep removes them.
    await writeFiles(this.mongo, client, files);
    const document: InvoiceDocument = {
      ...newDocument(record, events, audit),
      ...(small && { content: { sha256: small.sha256, sealed: new Binary(small.sealed) } }),
      ...(answer && isAnsweredBy(record, answer) && { intakeAnswer: intakeAnswerOf(answer) }),
    };
    // Meanwhile another try of the call may have been delivered, and its invoice deleted with the claim.
    if (elapsedMs(began) >= MAX_TRY_MS) throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
    if (await this.noting(this.store(document, attempt))) {
      if (small) this.recent.keep(idOf(client, small.sha256), small.sealed, small.sealed.length);
      await restoreFiles(this.mongo, client, files, began);
      return { taken: true, invoice: SENT.read(document), isNew: true };
    }
    const first = await this.findOne({ intakeKey: record.intakeKey }, 'majority');
    // Otherwise the attempt is barred.
    return first ? { taken: true, invoice: first, isNew: false } : 'again';
  }

  /** @returns false if another try of its call has stored an invoice, or if this attempt is barred. */
  private async store(document: InvoiceDocument, attempt: string): Promise<boolean> {
    const { invoices } = this.mongo;
    if (await isFirst(invoices.insertOne(document))) return true;
    const { _id } = document;
    const othersBarred = { _id, barred: { $exists: true, $ne: attempt } } as Filter<InvoiceDocument>;
    const { matchedCount } = await invoices.replaceOne(othersBarred, document);
    return matchedCount === 1;
  }

  private async findOne(
    filter: Filter<InvoiceDocument>,
    readConcern: 'local' | 'majority' = 'local',
  ): Promise<InvoiceRecord | undefined> {
    const document = await this.mongo.invoices.findOne(filter, { projection: RECORD_ONLY, readConcern });
    return document && !document.barred ? SENT.read(document) : undefined;
  }
}
