import type { Collection } from 'mongodb';
import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import {
  nameByRailId,
  RECEIVED_STATES,
  type ReceivedRecord,
  receivedNames,
} from '../../domain/lifecycle/received-record.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { CareQuery } from '../../ports/care-list.ts';
import type { IdempotencyStore } from '../../ports/idempotency-store.ts';
import type { CameIn, InvoicePage, OrderQuery } from '../../ports/invoice-reads.ts';
import type { RemovalQuery } from '../../ports/removal.ts';
import type { SealedSummary } from '../../ports/sealed-summaries.ts';
import type { Candidate, CandidateQuery } from '../../ports/search-candidates.ts';
import type {
  NumberedQuery,
  ReceivedIntake,
  ReceivedQuery,
  ReceivedStore,
  ReceivedTally,
  TakenReceived,
} from '../../ports/received-store.ts';
import { careItems } from './care-lists.ts';
import { searchCandidates } from './search-candidates.ts';
import { readSummaries } from './summaries.ts';
import { restoreFiles, writeFiles } from './contents.ts';
import type { ClaimDocument, InvoiceDocument, LedgerDocument, ReceivedDocument } from './documents.ts';
import { isFirst } from './driver-errors.ts';
import { instant } from './instant.ts';
import { countInvoices, invoicesInOrder, listInvoices } from './invoice-lists.ts';
import { MongoLedger, RECORD_ONLY } from './mongo-ledger.ts';
import type { KeysOfLeases } from './mongo-work-collection.ts';
import { type Mongo, untilSettled } from './mongo.ts';
import { RECEIVED } from './received-documents.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { finishRemovals, type RemovalTarget, removeRecords } from './removal.ts';
import { openCareCounts, stateCounts, talliesOf } from './tallies.ts';
import { type CountedLedger, TallyUpdater } from './tally-updater.ts';

/** Removals of dead processes that one sweep finishes. */
const LEFT_BEHIND = 200;

/** The ledger of received invoices. Claims on its names decide before which document may exist. */
export class MongoReceivedStore extends MongoLedger<ReceivedRecord> implements ReceivedStore {
  private readonly counted: CountedLedger;
  private readonly tallyUpdater: TallyUpdater;
  private readonly removal: RemovalTarget;

  constructor(
    mongo: Mongo,
    relay: OutboxRelay,
    private readonly idempotency: Pick<IdempotencyStore, 'keep'>,
    keys: KeysOfLeases,
  ) {
    const documents = mongo.received as unknown as Collection<LedgerDocument>;
    super(mongo, { ...RECEIVED, documents }, relay, keys);
    this.counted = {
      invoices: mongo.received as unknown as Collection<InvoiceDocument>,
      tallies: mongo.receivedTallies,
      tallyBatch: mongo.receivedTallyBatch,
    };
    this.tallyUpdater = new TallyUpdater(this.counted, talliesOf);
    this.removal = {
      mongo,
      relay,
      ledger: this.documents,
      ended: RECEIVED_STATES,
      book: () => this.tallyUpdater.book(),
      releaseClaims: (marks) => this.claims.deleteMany({ invoiceId: { $in: marks.map(({ _id }) => _id) } }),
    };
  }

  /**
   * Claims the first name of the document, then inserts the record under the id that the claim names; the unique id admits one
   * of all who try. A claim without its record belongs to a caller that died or is slow.
   */
  async takeIn(intake: ReceivedIntake): Promise<TakenReceived> {
    const { record, answer } = intake;
    const taken = await untilSettled(() => this.tryTakeIn(intake));
    if (answer && taken.outcome === 'taken' && taken.received.id === record.id)
      await this.idempotency.keep(answer.claim, answer.answer);
    return taken;
  }

  async holds(client: string, route: Route, railId: string): Promise<boolean> {
    const claim = await this.claims.findOne({ _id: claimName({ client }, nameByRailId(route, railId)) });
    return claim !== null && (await this.holderOf(claim)) !== undefined;
  }

  async findNumbered({ limit, ...query }: NumberedQuery): Promise<readonly ReceivedRecord[]> {
    const cursor = this.mongo.received
      .find(query, { projection: RECORD_ONLY, readConcern: 'local' })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit);
    return (await cursor.toArray()).map(RECEIVED.read);
  }

  async list(query: ReceivedQuery): Promise<InvoicePage<ReceivedRecord>> {
    await this.tallyUpdater.book();
    return listInvoices({ ...this.counted, read: RECEIVED.read }, query);
  }

  async countByState(query: OrderQuery): Promise<InvoicePage['countsByState']> {
    await this.tallyUpdater.book();
    return countInvoices(this.counted, query);
  }

  async summaries(ids: readonly string[]): Promise<readonly SealedSummary[]> {
    return readSummaries(this.documents, ids);
  }

  async candidates(query: CandidateQuery): Promise<readonly Candidate[]> {
    return searchCandidates(this.mongo.received, query, { _id: { $in: await this.idsNamed(query) } });
  }

  async careList(query: CareQuery): Promise<readonly CareItem[]> {
    return careItems(this.counted.invoices, query);
  }

  async tally(): Promise<ReceivedTally> {
    await this.tallyUpdater.book();
    const [byState, care] = await Promise.all([stateCounts(this.counted), openCareCounts(this.counted)]);
    return { byState, openCare: care.reduce((sum, { rows }) => sum + rows, 0) };
  }

  async tidyUp(): Promise<void> {
    await this.tallyUpdater.book();
    await finishRemovals(this.removal, LEFT_BEHIND);
  }

  async inOrder(
    query: OrderQuery,
    after: CameIn | undefined,
    limit: number,
  ): Promise<readonly ReceivedRecord[]> {
    return invoicesInOrder({ ...this.counted, read: RECEIVED.read }, query, after, limit);
  }

  async remove(query: RemovalQuery, limit: number): Promise<number> {
    return removeRecords(this.removal, query, limit);
  }

  private async idsNamed({ client, networkNumber }: CandidateQuery): Promise<readonly string[]> {
    if (client === undefined) return [];
    const names = ROUTES.map((route) => claimName({ client }, nameByRailId(route, networkNumber)));
    const claims = await this.claims.find({ _id: { $in: names } }).toArray();
    return claims.map(({ invoiceId }) => invoiceId);
  }

  private async tryTakeIn(intake: ReceivedIntake): Promise<TakenReceived | 'again'> {
    const { record } = intake;
    const { byRailId, byBytes } = receivedNames(record);
    const byId =
      byRailId === undefined ? null : await this.claims.findOne({ _id: claimName(record, byRailId) });
    if (byId) return this.settle(byId, intake);
    const bytes = (await this.heldBytes(record, byBytes)) ?? (await this.claim(record, byBytes));
    if (bytes === 'again') return 'again';
    // A document that came first without the route's id has both names from now on. Equal bytes under different route ids are
    // two documents.
    const isAnother = bytes.railId !== undefined && byRailId !== undefined && bytes.railId !== record.railId;
    const id = isAnother ? record.id : bytes.invoiceId;
    const claim = byRailId === undefined ? bytes : await this.claim({ ...record, id }, byRailId);
    return claim === 'again' ? 'again' : this.settle(claim, intake);
  }

  /**
   * The claim on the bytes, with the route's id of its record. A claim that names a record with other bytes has lost a race,
   * and belongs to this record from now on.
   */
  private async heldBytes(record: ReceivedRecord, byBytes: string): Promise<ClaimDocument | undefined> {
    const claim = await this.claims.findOne({ _id: claimName(record, byBytes) });
    const holder = claim && (await this.holderOf(claim));
    if (!claim || !holder) return claim ?? undefined;
    const { railId } = holder;
    if (holder.documentSha256 === record.documentSha256)
      return { _id: claim._id, invoiceId: claim.invoiceId, ...(railId !== undefined && { railId }) };
    const own = namesOf(record);
    await this.claims.updateOne(claim, { $set: own });
    return { _id: claim._id, ...own };
  }

  private async settle(claim: ClaimDocument, intake: ReceivedIntake): Promise<TakenReceived | 'again'> {
    const { intakeKey, documentSha256 } = intake.record;
    const holder = await this.holderOf(claim);
    if (!holder) return this.insert(claim.invoiceId, intake);
    if (holder.intakeKey === intakeKey) return { outcome: 'taken', received: holder };
    return { outcome: holder.documentSha256 === documentSha256 ? 'held' : 'conflict', received: holder };
  }

  private async insert(
    id: string,
    { record, events, files }: ReceivedIntake,
  ): Promise<TakenReceived | 'again'> {
    const began = instant();
    await this.claim({ ...record, id }, receivedNames(record).byBytes);
    // A crash after this line leaves sealed bytes without a reference; the sweep removes them.
    await writeFiles(this.mongo, record.client, files);
    const now = new Date();
    const document: ReceivedDocument = {
      _id: id,
      ...RECEIVED.members(record),
      events: [...events],
      outbox: events.map(({ eventId }) => eventId),
      eventsPendingSince: now,
      audit: [],
      countPendingSince: now,
    };
    if (!(await isFirst(this.noting(this.mongo.received.insertOne(document))))) return 'again';
    await restoreFiles(this.mongo, record.client, files, began);
    return { outcome: 'taken', received: RECEIVED.read(document) };
  }

  /** The claim on a name: this call's, or the first writer's. */
  private async claim(record: ReceivedRecord, name: string): Promise<ClaimDocument | 'again'> {
    const claim = { _id: claimName(record, name), ...namesOf(record) };
    if (await isFirst(this.claims.insertOne(claim))) return claim;
    return (await this.claims.findOne({ _id: claim._id })) ?? 'again';
  }

  /** The caller learns that the document exists and sends nothing else, so the claim must survive an election. */
  private async holderOf({ invoiceId }: ClaimDocument): Promise<ReceivedRecord | undefined> {
    const receivedInvoice = await this.mongo.received.findOne(
      { _id: invoiceId },
      { projection: RECORD_ONLY, readConcern: 'majority' },
    );
    return receivedInvoice ? RECEIVED.read(receivedInvoice) : undefined;
  }

  private get claims(): Collection<ClaimDocument> {
    return this.mongo.receivedClaims;
  }
}

const namesOf = ({ id, railId }: ReceivedRecord): Omit<ClaimDocument, '_id'> => ({
  invoiceId: id,
  ...(railId !== undefined && { railId }),
});

const claimName = ({ client }: Pick<ReceivedRecord, 'client'>, name: string): string => `${client} ${name}`;
