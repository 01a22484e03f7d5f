import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { ReceivedStatus, SentStatus } from '../vocabulary/buyer-status.ts';
import type { LedgerRecord } from './invoice-record.ts';
import { newestCareOf, searchText, type Watched } from './watched.ts';
import { checkLane, type Task } from './lanes.ts';
import type { InvoiceState } from './states.ts';

/** States of a received invoice (contract part 3). */
export const RECEIVED_STATES = [
  'received',
  'validated',
  'validation_failed',
] as const satisfies readonly InvoiceState[];
export type ReceivedState = (typeof RECEIVED_STATES)[number];

/** What came of an answer to the seller. `handed_over`: the route has taken it; `failed`: it did not reach the seller. */
export const ANSWER_STATES = ['under_way', 'handed_over', 'failed'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/**
 * What the service keeps of an invoice that a client received over a route (contract 2.5). Its id is `rcv_` and 24 hex digits. The file is
 * sealed in the content store.
 */
export interface ReceivedRecord extends LedgerRecord<ReceivedState> {
  /** The file's own invoice number, else the route's id, else the id of the record. */
  readonly invoiceRef: string;
  /** BT-1; FA(3) P_2. */
  readonly invoiceNumber?: string;
  /** BT-2, `YYYY-MM-DD`. Not shown; lists are filtered by it. */
  readonly issueDate?: string;
  /** Its `InvoiceSummary`, JSON, sealed. Absent before the file was read. */
  readonly sealedSummary?: string;
  /** As of a sent invoice. */
  readonly searchWords?: string;
  /** The route's own id for the document. */
  readonly railId?: string;
  /** What holds of it by the messages of the network; absent until one says so. */
  readonly presentStatus?: ReceivedStatus;
  /** Of the last answer to the seller, and its `OutgoingStatus`, which is forgotten earlier. Absent: there is none. */
  readonly answerState?: AnswerState;
  readonly answerStatus?: SentStatus;
  readonly answerId?: string;
  readonly answerAt?: Date;
  /** Its reason and note, as in the `OutgoingStatus`. */
  readonly sealedAnswer?: string;
  /** Why no answer can reach the seller, as of the last look: its file or the client's account decides. Absent: one can. */
  readonly answerBar?: Text;
  /** What decided it beside the file (`answerBasis`). Absent: it was not looked for. */
  readonly answerBasis?: string;
  /** SHA-256 of the file as the route delivered it. */
  readonly documentSha256: string;
  /** The claim under which the intake ran; a collected invoice has a key made of its source and the route's id. */
  readonly intakeKey: string;
}

/** The answers to lists of received invoices, stored beside the record. */
export type WatchedReceived = Pick<Watched, 'search' | 'newestOpenCare' | 'newestHandledCare'>;

export const watchReceived = (record: ReceivedRecord): WatchedReceived => ({
  search: searchText(record),
  ...newestCareOf(record),
});

export const nameByRailId = (route: string, railId: string): string => `${route} rail ${railId}`;

/**
 * The names under which a client's document is held once: the route's id, if it is known, and the hash of the bytes. The first one decides.
 * The second one finds a document that came both with and without the route's id.
 */
export const receivedNames = ({
  route,
  railId,
  documentSha256,
}: Pick<ReceivedRecord, 'route' | 'railId' | 'documentSha256'>): {
  readonly byRailId?: string;
  readonly byBytes: string;
} => ({
  ...(railId !== undefined && { byRailId: nameByRailId(route, railId) }),
  byBytes: `${route} sha256 ${documentSha256}`,
});

export const RECEIVED_ID = /^rcv_[0-9a-f]{24}$/;

export const RECEIVED_INVOICE = 'received-invoice';

/** Received invoices share the lanes of the checks with sent ones. */
export const receivedTask = ({
  id,
  client,
  documents,
}: Pick<ReceivedRecord, 'id' | 'client' | 'documents'>): Task => ({
  kind: RECEIVED_INVOICE,
  lane: checkLane(documents),
  id,
  client,
});
