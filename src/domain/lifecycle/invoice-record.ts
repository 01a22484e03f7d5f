import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding, Owner } from 'en16931-rules/vocabulary/finding.ts';
import type { KeptExchange } from '../sending/network-calls.ts';
import type { Submission } from '../sending/submission.ts';
import type { Environment, Route } from '../vocabulary/route.ts';
import type { OfflineIssue } from './offline.ts';
import type { InvoiceState } from './states.ts';
import type { Work } from './work.ts';
import type { WorkRecord } from './work-record.ts';

/** The record of an invoice, sent or received: what the worker, the reports and the care list need. */
export interface LedgerRecord<State extends string> extends WorkRecord {
  readonly client: string;
  readonly environment: Environment;
  readonly route: Route;
  readonly state: State;
  readonly errors: readonly Finding[];
  /** Remarks of the checks, of the intake or on the checked document; absent if there are none. */
  readonly warnings?: readonly Finding[];
  readonly documents: readonly DocumentRef[];
  readonly care: readonly CareRow[];
  /** Sequence of the newest event; the next one is this plus 1. */
  readonly lastSequence: number;
  readonly work: Work;
  readonly createdAt: Date;
}

/**
 * What the service keeps of a sent invoice (contract 2.1): no seller, no buyer, no amounts. Its content is sealed in the content store
 * under the hashes in `documents`. Its id is `inv_` and 32 hex digits.
 */
export interface InvoiceRecord extends LedgerRecord<InvoiceState> {
  /** The ERP's own document id, at most 100 characters. */
  readonly invoiceRef: string;
  /** Other references under which the same document came again, in the order of their calls; none if absent. */
  readonly alsoSentAs?: readonly string[];
  /** BT-1. */
  readonly invoiceNumber?: string;
  /** BT-2, `YYYY-MM-DD`. Not shown; deadlines, packs in force and filters of lists need it. */
  readonly issueDate?: string;
  /** The built format: `xrechnung-ubl`, `zugferd`, `ubl`, …; of a finished file: its syntax. */
  readonly format: string;
  /** Hash of route, document and format; what the duplicate rule compares (64 hex). */
  readonly fingerprint: string;
  /** The claim under which the intake ran; it tells the first answer from that of a duplicate when a call is repeated. */
  readonly intakeKey: string;
  /** Its `InvoiceSummary`, JSON, sealed. */
  readonly sealedSummary?: string;
  /** Keyed hashes of the tokens of its summary (`searchWordsOf`); none if the setting is off. */
  readonly searchWords?: string;
  /** The receiver in Peppol (`<ICD>:<id>`, sealed), if the document does not name it itself. */
  readonly sealedReceiver?: string;
  /** The client record's defaults for the route at intake: JSON, sealed. Absent if it stated none. */
  readonly sealedDefaults?: string;
  /** The parts of the sent document that networks ask for, JSON, sealed. Absent before its first call. */
  readonly sealedReading?: string;
  /** Of a sale that is reported to the tax administration and not sent: what it adds to reports, JSON, sealed. */
  readonly sealedSale?: string;
  /** Of a document that is mailed: its `Addressee`, JSON, sealed. */
  readonly sealedAddressee?: string;
  /** Of a sale whose report the platform derives: how the route is told so. */
  readonly processingRule?: string;
  /** The payments that messages reported: times and amounts, sealed. */
  readonly sealedPayments?: string;
  /** Of an export: its mapping. */
  readonly mapping?: UsedMapping;
  readonly legalId: string | null;
  readonly buyerStatus: string | null;
  /** SHA-256 of the bytes that go to the route; absent until they are built. */
  readonly documentSha256?: string;
  /** Present if the document goes over a network: the submission under way, or the last one. */
  readonly submission?: Submission;
  /** The calls to the network, in order. */
  readonly exchanges?: readonly KeptExchange[];
  /** True from just before the first call to the route: a dead letter that reached the rail is not released. */
  readonly reachedRail: boolean;
  readonly deadlineAt?: Date;
  /** Present if the buyer gets its page before the route gets the document. */
  readonly offline?: OfflineIssue;
  /** How many warnings of the deadline were recorded while it was queued; none when left out. */
  readonly deadlineWarnings?: number;
  /** When it first was ready, accepted or delivered. */
  readonly deliveredAt?: Date;
  /** When it was first refused by our checks or by the network, or given up. */
  readonly refusedAt?: Date;
  /** When its document was laid ready for the sender, who hands it over; absent of those of before. */
  readonly toFetchSince?: Date;
  /** When a key of the client first read the document that was laid ready. */
  readonly fetchedAt?: Date;
  /** When the mail server took the document for the buyer. */
  readonly mailedAt?: Date;
  /** Keyed hashes of the words of the buyer (`partyWords`), once the document is built; none if the setting is off. */
  readonly buyerWords?: readonly string[];
}

/** The mapping of an export at its intake: its check maps it in the same way. */
export interface UsedMapping {
  readonly connector: string;
  readonly version: string;
  /** The client's settings as they were then, JSON, sealed under the client's data key. */
  readonly sealedSettings: string;
}

export interface DocumentRef {
  readonly kind: DocumentKind;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * A built document by its format, a file by its syntax, or: `canonical`, `erp-export`, `pdf`, `validation-report`, `manifest`,
 * `unmatched-answer`, and the kinds that the profile of the route names.
 */
export type DocumentKind = string;

/** The kinds of content that a document is built from. */
const BUILT_FROM: readonly DocumentKind[] = ['canonical', 'erp-export'];

/** Whether this service built its document; else the document came finished. */
export const isBuiltHere = ({ documents }: Pick<InvoiceRecord, 'documents'>): boolean =>
  documents.some(({ kind }) => BUILT_FROM.includes(kind));

/** Whether the document lies ready and was neither downloaded nor mailed. */
export const isToFetch = ({
  toFetchSince,
  fetchedAt,
  mailedAt,
}: Pick<InvoiceRecord, 'toFetchSince' | 'fetchedAt' | 'mailedAt'>): boolean =>
  toFetchSince !== undefined && fetchedAt === undefined && mailedAt === undefined;

/** What the caller has submitted. @returns undefined if it is no longer held. */
export const submittedDocument = ({
  documents,
  format,
}: Pick<InvoiceRecord, 'documents' | 'format'>): DocumentRef | undefined =>
  documents.find(({ kind }) => BUILT_FROM.includes(kind)) ?? documents.find(({ kind }) => kind === format);

/** One per invoice and code (contract 2.12). */
export interface CareRow {
  readonly code: string;
  readonly whoActs: Owner;
  /** See `Finding`. */
  readonly senderCanFix?: boolean;
  readonly openedAt: Date;
  readonly handledAt?: Date;
  /** The key of the person who closed it; absent if the service did. */
  readonly handledBy?: string;
  readonly field?: string;
  readonly fixHint?: Text;
  /** What the buyer says, if the row is about that. */
  readonly reason?: Text;
  /** A `CareNote`, JSON, sealed under the client's data key. */
  readonly sealedNote?: string;
  readonly notedAt?: Date;
  /** A key. */
  readonly notedBy?: string;
  /** Of a row that warns: the rule that will refuse such an invoice. */
  readonly coming?: ComingRule;
}

/** A rule of a pack that is not in force yet. */
interface ComingRule {
  readonly code: string;
  /** Its first day, `YYYY-MM-DD`. */
  readonly on: string;
}
