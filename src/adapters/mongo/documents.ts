import type { Binary } from 'mongodb';
import type { InvoiceRecord, LedgerRecord } from '../../domain/lifecycle/invoice-record.ts';
import type {
  ReceivedRecord,
  ReceivedState,
  WatchedReceived,
} from '../../domain/lifecycle/received-record.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { Watched } from '../../domain/lifecycle/watched.ts';
import type { ReportedSale } from '../../domain/reports/reported-sale.ts';
import type { ReportState, TaxReport, WatchedReport } from '../../domain/reports/tax-report.ts';
import type { OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { WebhookDelivery } from '../../domain/webhooks/delivery.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { KeptAnswer } from '../../ports/idempotency-store.ts';

/** Null members are absent. */
type WithoutNull<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>;
};

/** `leaseToken` of `token`. */
export const leaseMember = (field: string): string => `lease${field[0]!.toUpperCase()}${field.slice(1)}`;

/** Absent when no worker holds the record. */
export interface LeaseMembers {
  leaseToken?: string;
  leaseUntil?: Date;
  leaseHolders?: number;
}

/** A record that waits to be worked on. */
export interface WorkDocument extends LeaseMembers {
  _id: string;
  version: number;
}

/**
 * An invoice, sent or received, with everything that changes together with it. A member without a value is absent, so that sparse
 * indexes hold only the documents that they are for.
 */
export interface LedgerDocument
  extends LeaseMembers, WithoutNull<Omit<LedgerRecord<string>, 'id' | 'lease'>> {
  _id: string;
  events: StoredEvent[];
  /** Ids of the events that the outbox relay has not yet copied to the outbox. */
  outbox: string[];
  eventsPendingSince?: Date;
  /** Audit rows that the outbox relay has not yet copied to the log. */
  audit: AuditDocument[];
  auditPendingSince?: Date;
  countPendingSince?: Date;
  /** Of a sent invoice: what was submitted, if it is small, until a change stores it with other files. */
  content?: { sha256: string; sealed: Binary };
  /** The invoice is being deleted: no worker leases it any more. */
  removingSince?: Date;
}

export interface InvoiceDocument
  extends
    Omit<LedgerDocument, 'state'>,
    WithoutNull<Omit<InvoiceRecord, keyof LedgerRecord<string>>>,
    Omit<Watched, 'openCare'> {
  state: InvoiceState;
  /**
   * In place of everything else: the attempts that cannot store this invoice any more, because another call has their claim.
   * @see MongoInvoiceStore.takeIn
   */
  barred?: string[];
  /** The answer to the call that made it, under the row of its Idempotency-Key and the token by which the call held that row. */
  intakeAnswer?: { row: string; token: string; answer: KeptAnswer };
  /** Absent when there are none. */
  openCare?: number;
  /** Client, blank, time of the newest row of a kind: the key for the rows of one client. */
  careOfClient?: { open?: string; handled?: string };
  /** Its keys in lists that few invoices are in. */
  listKeys?: { toFetch?: string; answered?: string };
  /** It is still to be filed: its key in the list of those, and its client and reference. The tally updater writes it. */
  toFile?: { at: string; of: string };
  /** The tallies in which the tally updater has counted it, and the last batch that changed it. */
  countedAs?: string[];
  countedIn?: number;
}

export interface ReceivedDocument
  extends
    Omit<LedgerDocument, 'state'>,
    WithoutNull<Omit<ReceivedRecord, keyof LedgerRecord<string>>>,
    WatchedReceived {
  state: ReceivedState;
  /** As of a sent invoice. */
  careOfClient?: { open?: string; handled?: string };
  countedAs?: string[];
  countedIn?: number;
  removingSince?: Date;
}

export interface ReportDocument
  extends
    Omit<LedgerDocument, 'state'>,
    WithoutNull<Omit<TaxReport, keyof LedgerRecord<string>>>,
    WatchedReport {
  state: ReportState;
  /** As of a sent invoice. */
  careOfClient?: { open?: string; handled?: string };
}

export interface SaleDocument extends Audited, Omit<ReportedSale, 'id'> {
  _id: string;
}

/** A count for lists and figures: of invoices by client, day of arrival, route and state, or of open care rows. */
export interface TallyDocument {
  /** Its members, in one text. */
  _id: string;
  client?: string;
  /** Since 1970. */
  day?: number;
  route?: string;
  state?: string;
  code?: string;
  whoActs?: string;
  /** The client of an activity. Not `client`, by which counts of invoices are found. */
  whose?: string;
  /** Since 1970. */
  hour?: number;
  activity?: string;
  invoices: number;
  /** The last batch that changed it. */
  bookedIn: number;
}

/** What the tally updater is about to do; done if it has no entries. */
export interface BatchDocument {
  _id: 'batch';
  version: number;
  entries: { invoiceId: string; version: number; from: string[]; to: string[] }[];
  /** Sent invoices that are still to be filed from now on, and those that no longer are; among them all of `entries`. */
  filings?: { invoiceId: string; toFile?: { at: string; of: string } }[];
}

/** The claim on a document: one per client and fingerprint, so that one invoice is made of it. */
export interface ClaimDocument {
  /** Client, blank, fingerprint. */
  _id: string;
  /** The id that the invoice has or will get. */
  invoiceId: string;
  /** Of a sent invoice: the try that may store it. Absent in a claim of an older program. */
  attempt?: string;
  /** Of a received invoice that the route named. */
  railId?: string;
}

export interface OutboxDocument {
  /** The event's id: copying twice copies once. */
  _id: string;
  /** 1, 2, 3 … without gaps, unique. */
  position: number;
  /** What follows is absent, and the time is there, when the invoice was deleted. */
  invoiceId?: string;
  client?: string;
  event?: StoredEvent;
  /** The record that no longer has the event in its document. */
  movedFrom?: string;
  removedAt?: Date;
}

export interface AuditDocument extends AuditEntry {
  _id: string;
}

/** As with an invoice. */
interface Audited {
  audit?: AuditDocument[];
  auditPendingSince?: Date;
}

export interface DeliveryDocument extends LeaseMembers, WithoutNull<Omit<WebhookDelivery, 'id' | 'lease'>> {
  _id: string;
}

export interface StatusDocument
  extends Audited, LeaseMembers, WithoutNull<Omit<OutgoingStatus, 'id' | 'lease'>> {
  _id: string;
}

/** How far events of the outbox have become deliveries. */
export interface WebhookCursorDocument {
  _id: 'outbox';
  position: string;
}

export interface IdempotencyDocument {
  /** Space, blank, key. */
  _id: string;
  requestHash: string;
  claimId: string;
  token: string;
  leaseUntil: Date;
  expiresAt: Date | null;
  answer?: KeptAnswer;
  invoiceId?: string;
}

export interface RateDocument {
  /** Bucket, blank, length and number of the longest window. */
  _id: string;
  /** Requests by window: `<seconds>_<number since 1970>`. */
  used: Record<string, number>;
  expiresAt: Date;
}

export interface CapDocument {
  /** The key. */
  _id: string;
  /** Milliseconds since 1970, oldest first. */
  calls: number[];
  open: number[];
  promised: number[];
  blockedUntil: number | null;
  version: number;
  expiresAt: Date;
}

export interface DataKeyDocument {
  /** The client. */
  _id: string;
  wrapped: string;
}

export interface ContentDocument {
  /** Client, blank, SHA-256 of the plain bytes. */
  _id: string;
  client: string;
  /** The whole file; absent when it lies in pieces. */
  sealed?: Binary;
  pieces?: { set: string; count: number };
  /** When it was last brought along, or replaced; absent once the sweep has found an invoice that names it. */
  writtenAt?: Date;
}

export interface PieceDocument {
  /** Set, blank, number from 0. */
  _id: string;
  /** Id of the head. */
  content: string;
  sealed: Binary;
  /** When it was written, or its head removed; absent once the sweep has found its head. */
  writtenAt?: Date;
}

export interface StoreDocument {
  _id: 'store';
  schema: number;
  environment: string;
  masterKeyFingerprint?: string;
  /** When it was last restored from a backup. */
  restoredAt?: Date;
  /** When its newest backup was taken. */
  backedUpAt?: Date;
  /** From when on changed invoices have the key of `toFile`. */
  filedSince?: Date;
}
