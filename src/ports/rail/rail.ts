import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Waits } from '../../domain/sending/retry.ts';
import type { EmptyLookups } from '../../domain/sending/retry.ts';
import type { StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { CapRow } from '../../domain/routes/route-caps.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Batches } from './batches.ts';
import type { Callback, CallbackHint } from './callbacks.ts';
import type { CollectiveNumbers } from './collective-numbers.ts';
import type { Connecting } from './connecting.ts';
import type { Consignment, Inquiry } from './inquiry.ts';
import type { OfflineCodes } from './offline-codes.ts';
import type { OpenedCredential } from './opened-credential.ts';
import type { RailAnswer } from './rail-answer.ts';
import type { Registering } from './registering.ts';
import type { ReportFlows } from './report-flows.ts';
import type { Receiving } from './receiving.ts';
import type { MessagePage } from './route-messages.ts';
import type { StatusMessages } from './status-messages.ts';

/**
 * The system behind a route. A rail sends documents and asks for their status. Its answers are rows of its own table, with their data;
 * `domain/sending` decides for all rails alike what follows for the invoice. A rail keeps nothing and throws nothing that the other side
 * could cause.
 */
export interface Rail {
  readonly route: Route;
  /** All its possible answers. */
  readonly statusMappings: readonly StatusMapping[];
  readonly emptyLookups: EmptyLookups;
  /** How long a call that may leave a document with the route lasts at most, from the last `beginDocument` of its send on. */
  readonly maxCallMs: number;
  readonly pollWaitsMs: Waits;
  /** Waits before each look at a delivered document; after the last one there are no more looks. */
  readonly watchWaitsMs?: readonly number[];
  /** For a rail with a `receipt`. */
  readonly receiptWaitsMs?: Waits;
  /** The route's caps for each client; a permit is taken before each question. */
  readonly caps: readonly CapRow[];
  /** For a route that takes several documents at once. */
  readonly batches?: Batches;
  /** Whether the route names a submission itself; otherwise its name is the id that we give it. */
  readonly namesSubmissions: boolean;
  /** Messages report the ends of submissions: they do not wait for a poll. */
  readonly endsByMessages?: true;
  /** Its callbacks prove themselves and may bring messages, and the caller gets their result. Otherwise callbacks are hints. */
  readonly pushesMessages?: true;
  /** The target of the codes on a printed document, if the route has such codes. */
  readonly codesUrl?: string;
  /** Of a route whose invoices may reach the buyer before the route. */
  readonly offline?: OfflineCodes;
  /** Calls `beginDocument` when the first byte of a document leaves: a failure before that has reached nothing. */
  readonly announcesDocument?: true;
  /**
   * The account at the network that a credential logs in to, by the network's own identifier: two credentials with the same account see the
   * same submissions. Undefined for an unreadable credential. For a rail without this method the seller of the document is the account.
   */
  accountOf?(credential: OpenedCredential): string | undefined;
  /** Whether a credential is readable: an unreadable one calls no route and wins over no other. */
  canReadCredential?(credential: OpenedCredential): boolean;
  /** What is wrong with an unreadable credential, as a sentence for the client that names a member and no value. */
  explainUnreadable?(credential: OpenedCredential): Text | undefined;
  /** The identity of a new submission, before anything leaves. */
  newSubmissionId(documentSha256: string): string;
  /**
   * Makes the calls before the document, which surely leave nothing behind: log in, open a session.
   * @returns the data that the rail needs again for this submission, stored before the first byte leaves; or the failure.
   */
  prepare?(consignment: Consignment): Promise<{ readonly resumeToken: string } | RailAnswer>;
  /** Sends the document. */
  send(consignment: Consignment): Promise<RailAnswer>;
  /** Asks whether the route holds the document, after an answer was lost. Whether an empty look counts is not for the rail to say. */
  ask(inquiry: Inquiry): Promise<RailAnswer>;
  /** Asks for the status of a document that the route holds. */
  poll(inquiry: Inquiry): Promise<RailAnswer>;
  /**
   * The answer to a poll that the question about another document has brought, which costs no call and no permit; undefined if the route has
   * to be asked.
   */
  pollAtHand?(inquiry: Inquiry): RailAnswer | undefined;
  /** Fetches the proof of the end, if it did not come along. Whatever the answer, the end stays. */
  receipt?(inquiry: Inquiry): Promise<RailAnswer>;
  /**
   * The network's name of a company by its identifiers, for a network that lists messages by company; undefined if it has none. If absent, a
   * credential has one list.
   */
  companyOf?(partyIds: readonly string[]): string | undefined;
  /**
   * Fetches the messages of receivers and buyers since `after`.
   * @param company as `companyOf` gives it.
   * @returns an answer if nothing could be fetched now; undefined if the credential has no source of messages.
   */
  fetchMessages?(
    credential: OpenedCredential,
    after: string | null,
    company?: string,
  ): Promise<MessagePage | RailAnswer | undefined>;
  /** For a route over which seller and buyer send each other statuses of an invoice. */
  readonly statusMessages?: StatusMessages;
  /** For a route over which sales are reported to the tax administration. */
  readonly reportFlows?: ReportFlows;
  /** For a network from which received invoices can be fetched. */
  readonly receiving?: Receiving;
  /** For a network that numbers invoices that are paid together. */
  readonly collective?: CollectiveNumbers;
  /** For a network in which a provider registers receivers by calls. */
  readonly registering?: Registering;
  /** For a network with a provider to which a company connects by consent. */
  readonly connecting?: Connecting;
  /**
   * Reads a callback in the route's name.
   * @returns undefined if it does not verify under this credential.
   */
  readCallback?(credential: OpenedCredential, callback: Callback): CallbackHint | undefined;
}

/** The rails that are wired, by route. */
export type Rails = ReadonlyMap<Route, Rail>;
