import type { ReceivedRecord, ReceivedState } from '../domain/lifecycle/received-record.ts';
import type { Route } from '../domain/vocabulary/route.ts';
import type { StoredEvent } from '../domain/lifecycle/status-event.ts';
import type { CareList } from './care-list.ts';
import type { SealedFile } from './content-store.ts';
import type { DueWork } from './due-work.ts';
import type { CameIn, InvoicePage, InvoiceQuery, OrderQuery } from './invoice-reads.ts';
import type { ClaimedAnswer } from './invoice-store.ts';
import type { Ledger } from './ledger.ts';
import type { Removal } from './removal.ts';
import type { SealedSummaries } from './sealed-summaries.ts';
import type { SearchCandidates } from './search-candidates.ts';

/** Received invoices: a ledger of their own. Their events are in the common event feed. A removed invoice may be taken in again. */
export interface ReceivedStore
  extends
    Ledger<ReceivedRecord>,
    DueWork<ReceivedRecord>,
    CareList,
    Removal,
    SealedSummaries,
    SearchCandidates {
  /**
   * Takes an invoice in, once per client and document (`receivedNames`), also if it arrives twice at one instant in two processes.
   * Repeating the call with the same `record.intakeKey` after a crash returns what the first try made.
   */
  takeIn(intake: ReceivedIntake): Promise<TakenReceived>;

  /** Whether a document is stored under the route's own id. */
  holds(client: string, route: Route, railId: string): Promise<boolean>;

  /** By the number that the file states (BT-1), the newest first. */
  findNumbered(query: NumberedQuery): Promise<readonly ReceivedRecord[]>;

  /** As `InvoiceStore.list`. */
  list(query: ReceivedQuery): Promise<InvoicePage<ReceivedRecord>>;

  /** As `InvoiceReads.countByState`. */
  countByState(query: Omit<ReceivedQuery, 'sort' | 'page' | 'pageSize'>): Promise<CountsByState>;

  /** Figures for operators. */
  tally(now: Date): Promise<ReceivedTally>;

  /** Updates the counts of lists, in a store that keeps them apart. Safe at any time. */
  tidyUp(): Promise<void>;

  /** As `InvoiceStore.inOrder`. */
  inOrder(query: OrderQuery, after: CameIn | undefined, limit: number): Promise<readonly ReceivedRecord[]>;
}

export interface ReceivedIntake {
  readonly record: ReceivedRecord;
  readonly events: readonly StoredEvent[];
  readonly files: readonly SealedFile[];
  /** Kept under the claim if this record is taken in. */
  readonly answer?: ClaimedAnswer;
}

export interface NumberedQuery {
  readonly client: string;
  /** Over every route if left out. */
  readonly route?: Route;
  readonly invoiceNumber: string;
  readonly limit: number;
}

export interface TakenReceived {
  /** `held`: the document was taken in before. `conflict`: the route's id names other bytes. Both store nothing. */
  readonly outcome: 'taken' | 'held' | 'conflict';
  /** The invoice that was taken in, or the stored one. */
  readonly received: ReceivedRecord;
}

type CountsByState = InvoicePage<ReceivedRecord>['countsByState'];

export interface ReceivedQuery extends Omit<InvoiceQuery, 'states'> {
  readonly states?: readonly ReceivedState[];
}

export interface ReceivedTally {
  readonly byState: Readonly<Partial<Record<ReceivedState, number>>>;
  /** Checks that could not run: open care rows. */
  readonly openCare: number;
}
