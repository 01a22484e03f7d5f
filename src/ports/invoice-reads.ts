import type { ActivityCount } from '../domain/lifecycle/activity.ts';
import type { RouteDeadline } from '../domain/lifecycle/deadlines.ts';
import type { InvoiceRecord } from '../domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../domain/lifecycle/states.ts';
import type { ShownAnswer } from '../domain/statuses/answer.ts';
import type { BuyerStatus } from '../domain/vocabulary/buyer-status.ts';
import type { Route } from '../domain/vocabulary/route.ts';
import type { CareList } from './care-list.ts';
import type { Ledger } from './ledger.ts';
import type { SealedSummaries } from './sealed-summaries.ts';
import type { SearchCandidates } from './search-candidates.ts';

/** Queries about sent invoices. */
export interface InvoiceReads
  extends Pick<Ledger<InvoiceRecord>, 'find'>, CareList, SealedSummaries, SearchCandidates {
  /** Invoices sent under an identity, or under a number, newest first; at most 20. */
  findSent(query: SentQuery): Promise<readonly InvoiceRecord[]>;

  /** The client, of all, whose invoice was sent under an identity. Nothing of that invoice is read for another client. */
  submitterOf(submission: Required<Pick<SentQuery, 'route' | 'submissionId'>>): Promise<string | undefined>;

  /** Invoices of a client with a number on a route, sent or not, newest first; at most 20. */
  findNumbered(query: NumberedQuery): Promise<readonly InvoiceRecord[]>;

  /** The invoice that the first try of an intake has made, or the one that holds its document; undefined if it would be taken in. */
  findTaken(
    intake: Pick<InvoiceRecord, 'client' | 'intakeKey' | 'fingerprint'>,
  ): Promise<InvoiceRecord | undefined>;

  /** Invoices of a client that are queued for a route, due or not, and held by no worker. Those due first come first. */
  findQueued(query: QueueQuery, now: Date): Promise<readonly InvoiceRecord[]>;

  /** What waits for a route; counted up to `MAX_COUNTED`. */
  queuedOn(route: Route, client: string | undefined): Promise<QueuedOnRoute>;

  /** Queued invoices that no worker holds and whose deadline warning is due by `now`; the longest due first, at most `limit`. */
  nearDeadline(now: Date, limit: number): Promise<readonly InvoiceRecord[]>;

  /** One page and its counts (contract 4.4); a page past the end is clamped to the last. */
  list(query: InvoiceQuery): Promise<InvoicePage>;

  /** The counts of `list` alone, with every filter but the states. */
  countByState(query: OrderQuery): Promise<InvoicePage['countsByState']>;

  /**
   * In the order of their intake, after the named one, at most `limit`. No invoice that stays is left out or returned twice, whatever comes
   * in or is deleted meanwhile.
   */
  inOrder(query: OrderQuery, after: CameIn | undefined, limit: number): Promise<readonly InvoiceRecord[]>;

  /** One list for each of `refs`, in their order: same client and invoice_ref, the newest `MAX_ATTEMPTS`, oldest first. */
  attempts(refs: readonly InvoiceRef[]): Promise<readonly (readonly Attempt[])[]>;

  /** Counts by UTC day and route, deleted invoices included; days and routes without invoices are left out (contract 4.5). */
  series(query: SeriesQuery): Promise<readonly SeriesCount[]>;

  /** What happened in each hour, deleted invoices included; hours and routes in which nothing happened are left out. */
  activity(query: ActivityQuery): Promise<readonly ActivityCount[]>;

  /** Figures for operators: invoices by state, open care rows by code and owner, oldest due time, deadlines at risk. */
  tally(now: Date): Promise<InvoiceTally>;
}

export interface InvoiceQuery {
  readonly client?: string;
  /** Case-insensitive part of invoice_ref or invoice number; searched in the newest `MAX_SEARCHED`. */
  readonly q?: string;
  /** Also found with `q` and `client`: invoices whose `buyerWords` have every hash of one of these. */
  readonly buyerWords?: readonly (readonly string[])[];
  /** `deadlineAt` is earlier. Searched as a text is. */
  readonly deadlineBefore?: Date;
  /** Its route is in the list, and `deadlineAt` is between the times there. Searched as a text is. */
  readonly deadlineByRoute?: readonly RouteDeadline[];
  /** `dueAt` is earlier: the service works on it again before. Searched as a text is. */
  readonly dueBefore?: Date;
  /** Its state is one of `UNFILED_STATES`, and no later invoice of its reference exists that was not cancelled. Searched as a text is. */
  readonly filing?: 'open';
  /** The buyer has answered one of these last. Searched as a text is. */
  readonly buyerStatuses?: readonly BuyerStatus[];
  /** The buyer waits for an answer, and no person has closed the care row about it. Searched as a text is. */
  readonly buyerAsks?: 'open';
  /** Of received invoices alone: what came of their last answer. Searched as a text is. */
  readonly answers?: readonly ShownAnswer[];
  /** `open`: its document is to be fetched (`isToFetch`); `done`: every other invoice. Searched as a text is. */
  readonly fetch?: 'open' | 'done';
  readonly routes?: readonly Route[];
  readonly states?: readonly InvoiceState[];
  /** `YYYY-MM-DD`, UTC days received, inclusive. */
  readonly receivedFrom?: string;
  readonly receivedTo?: string;
  /** `YYYY-MM-DD`, days of the invoice (BT-2), inclusive; an invoice whose day is not known has none of them. Searched as a text is. */
  readonly issuedFrom?: string;
  readonly issuedTo?: string;
  readonly sort: 'newest' | 'oldest';
  readonly page: number;
  readonly pageSize: number;
}

/** Whether more than states, routes and days of intake decide: each invoice is then looked at. */
export const isSearched = ({
  q,
  deadlineBefore,
  deadlineByRoute,
  dueBefore,
  fetch,
  filing,
  buyerStatuses,
  buyerAsks,
  answers,
  issuedFrom,
  issuedTo,
}: Partial<InvoiceQuery>): boolean =>
  (q ??
    deadlineBefore ??
    deadlineByRoute ??
    dueBefore ??
    fetch ??
    filing ??
    buyerStatuses ??
    buyerAsks ??
    answers ??
    issuedFrom ??
    issuedTo) !== undefined;

/** The filters of a list; what matches comes in the order of its intake. */
export type OrderQuery = Omit<InvoiceQuery, 'sort' | 'page' | 'pageSize'>;
export type CameIn = Pick<InvoiceRecord, 'createdAt' | 'id'>;

export interface InvoicePage<R = InvoiceRecord> {
  readonly invoices: readonly R[];
  readonly total: number;
  readonly page: number;
  /** With every filter but state. */
  readonly countsByState: Readonly<Partial<Record<InvoiceState, number>>>;
}

export interface QueueQuery {
  readonly client: string;
  readonly route: Route;
  readonly limit: number;
}

export interface QueuedOnRoute {
  readonly invoices: number;
  /** When the oldest of them came in. */
  readonly oldestAt?: Date;
}

export interface SentQuery {
  readonly client: string;
  readonly route: Route;
  readonly submissionId?: string;
  readonly invoiceNumber?: string;
  /** The route's own name of the invoice. */
  readonly legalId?: string;
}

export interface NumberedQuery {
  readonly client: string;
  readonly route: Route;
  readonly invoiceNumber: string;
}

/** For one invoice_ref: an ERP that uses one reference for everything makes no page of a list large. */
export const MAX_ATTEMPTS = 100;

export type InvoiceRef = Pick<InvoiceRecord, 'client' | 'invoiceRef'>;

export interface Attempt {
  readonly id: string;
  /** It may have another number than the first one. */
  readonly invoiceNumber?: string;
  readonly state: InvoiceState;
  readonly createdAt: Date;
}

export interface SeriesQuery {
  readonly client?: string;
  readonly routes: readonly Route[];
  /** First and last UTC day, `YYYY-MM-DD`, inclusive. */
  readonly from: string;
  readonly to: string;
}

export interface SeriesCount {
  readonly date: string;
  readonly route: Route;
  readonly received: number;
  readonly rejected: number;
}

export interface ActivityQuery {
  /** All clients if undefined. */
  readonly client: string | undefined;
  /** First and last hour since 1970, inclusive. */
  readonly from: number;
  readonly to: number;
}

/** Waiting records are counted up to this number: the count costs the same, however long the queue is. */
export const MAX_COUNTED = 10_000;

/** An hour, a day, three days, a week. */
export const CARE_AGES_MS = [3_600_000, 86_400_000, 259_200_000, 604_800_000] as const;

export interface InvoiceTally {
  readonly byState: Readonly<Partial<Record<InvoiceState, number>>>;
  /** Due by now and held by no worker; at most `MAX_COUNTED`. */
  readonly waiting: number;
  /** Due time of the invoice that has waited longest. */
  readonly oldestDueAt: Date | null;
  /** In the order of their codes. */
  readonly openCare: readonly { readonly code: string; readonly whoActs: string; readonly rows: number }[];
  /** Since when the oldest of them is open. */
  readonly openCareSince: Date | null;
  /** For each of `CARE_AGES_MS`: invoices whose oldest open row has been open for longer; at most `MAX_COUNTED`. */
  readonly openCareByAge: readonly number[];
  /** At most `MAX_COUNTED`. Still queued when four fifths of the time from the start of the issue day to the deadline are gone. */
  readonly deadlinesAtRisk: number;
}
