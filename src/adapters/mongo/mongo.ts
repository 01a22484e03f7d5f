import { setTimeout } from 'node:timers/promises';
import type { Collection, CollectionOptions, Db, Document, MongoClient } from 'mongodb';
import { type RowName, ROWS } from '../../application/stores/rows.ts';
import { CallFailed } from '../../domain/failures.ts';
import type {
  AuditDocument,
  BatchDocument,
  CapDocument,
  ClaimDocument,
  ContentDocument,
  DataKeyDocument,
  DeliveryDocument,
  IdempotencyDocument,
  InvoiceDocument,
  LedgerDocument,
  OutboxDocument,
  PieceDocument,
  ReceivedDocument,
  ReportDocument,
  SaleDocument,
  RateDocument,
  StatusDocument,
  StoreDocument,
  TallyDocument,
  WebhookCursorDocument,
} from './documents.ts';
import type { RowTable } from '../../ports/rows.ts';
import type { Lack } from './collections.ts';
import type { CollectionName } from './validators.ts';

/** A document whose members are fields. */
export type RowDocument = Document & { readonly _id: string | number };

const CONCERNS: Readonly<Record<RowTable<never>['outlives'], CollectionOptions>> = {
  nothing: { writeConcern: { w: 1 } },
  process: {},
  'power-cut': {},
  election: { readConcern: 'majority' },
};

/** The process's client and its collections. */
export class Mongo {
  readonly invoices: Collection<InvoiceDocument>;
  readonly claims: Collection<ClaimDocument>;
  readonly received: Collection<ReceivedDocument>;
  readonly receivedClaims: Collection<ClaimDocument>;
  readonly receivedTallies: Collection<TallyDocument>;
  readonly receivedTallyBatch: Collection<BatchDocument>;
  readonly tallies: Collection<TallyDocument>;
  readonly tallyBatch: Collection<BatchDocument>;
  readonly outbox: Collection<OutboxDocument>;
  readonly audit: Collection<AuditDocument>;
  readonly idempotency: Collection<IdempotencyDocument>;
  readonly rates: Collection<RateDocument>;
  readonly caps: Collection<CapDocument>;
  readonly deliveries: Collection<DeliveryDocument>;
  readonly webhookCursors: Collection<WebhookCursorDocument>;
  readonly statuses: Collection<StatusDocument>;
  readonly reports: Collection<ReportDocument>;
  readonly sales: Collection<SaleDocument>;
  readonly dataKeys: Collection<DataKeyDocument>;
  readonly contents: Collection<ContentDocument>;
  readonly pieces: Collection<PieceDocument>;
  readonly store: Collection<StoreDocument>;
  /** What stores do without a call, each with a call that stops it. */
  readonly resting = new Set<() => Promise<void>>();

  constructor(
    readonly client: MongoClient,
    readonly db: Db,
    readonly lacks: readonly Lack[] = [],
  ) {
    const nameCollection = <T extends object>(name: CollectionName) => db.collection<T>(name);
    this.invoices = nameCollection('invoices');
    // Collections that an election must not undo: it could lose a claim, a position of the outbox that another event then
    // takes, a data key without which files stay sealed, or a token whose predecessor has ended.
    const lasting = { readConcern: 'majority' } as const;
    this.claims = db.collection('claims', lasting);
    this.outbox = db.collection('outbox', lasting);
    this.received = nameCollection('received');
    this.receivedClaims = db.collection('received_claims', lasting);
    this.receivedTallies = nameCollection('received_tallies');
    this.receivedTallyBatch = db.collection('received_tally_batch', lasting);
    this.tallies = nameCollection('tallies');
    this.tallyBatch = db.collection('tally_batch', lasting);
    this.audit = nameCollection('audit');
    this.idempotency = nameCollection('idempotency');
    // Counters need not survive a power cut, so the second member is not waited for.
    this.rates = db.collection('rates', { writeConcern: { w: 1 } });
    this.caps = nameCollection('caps');
    this.deliveries = nameCollection('webhook_deliveries');
    this.webhookCursors = db.collection('webhook_cursors', lasting);
    // The mark of a call must not go back in an election.
    this.statuses = db.collection('outgoing_statuses', lasting);
    this.reports = nameCollection('tax_reports');
    // A report that was made without a sale would not be made again.
    this.sales = db.collection('reported_sales', lasting);
    this.dataKeys = db.collection('data_keys', lasting);
    this.contents = nameCollection('contents');
    this.pieces = nameCollection('content_pieces');
    this.store = nameCollection('store');
  }

  /** Of a small store. */
  rows(name: RowName): Collection<RowDocument> {
    return this.db.collection(name, CONCERNS[ROWS[name].outlives]);
  }

  get auditedRows(): readonly Collection<RowDocument>[] {
    const names = Object.keys(ROWS) as RowName[];
    return names.filter((name) => 'isAudited' in ROWS[name]).map((name) => this.rows(name));
  }

  /** All collections of invoices, sent and received, and of reports. */
  get ledgers(): readonly Collection<LedgerDocument>[] {
    return [this.invoices, this.received, this.reports] as unknown as readonly Collection<LedgerDocument>[];
  }

  /** What stores do without a call rests: nothing is written until the next call. */
  async rest(): Promise<void> {
    const all = [...this.resting];
    this.resting.clear();
    await Promise.all(all.map((rest) => rest()));
  }

  async close(): Promise<void> {
    // The connection ends what is under way.
    void this.rest();
    await this.client.close();
  }
}

/**
 * A call that lost a race is repeated. The winner makes progress, so a call that loses this many times in a row has another
 * cause.
 */
const ROUNDS = 1000;

/** After these tries there is a pause, because the winner's write may wait for other members of the set. */
const PATIENT_AFTER = 20;
const PAUSE_MS = 5;

/** Repeats a call until it wins its race. */
export async function untilSettled<T>(round: () => Promise<T | 'again'>): Promise<T> {
  for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
    if (rounds > PATIENT_AFTER) await setTimeout(PAUSE_MS);
    const result = await round();
    if (result !== 'again') return result;
  }
  throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
}
