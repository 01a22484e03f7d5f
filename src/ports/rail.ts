import type { Waits } from '../domain/delivery/decisions.ts';
import type { StatusMapping } from '../domain/delivery/status-mapping.ts';
import type { BuyerStatus } from '../domain/vocabulary/buyer-status.ts';
import type { CapRow, CapWindow } from '../domain/routes/route-caps.ts';
import type { DocumentKind } from '../domain/lifecycle/invoice-record.ts';
import type { Addressing, Money } from '../domain/vocabulary/addressing.ts';
import type { DocumentFacts } from '../domain/vocabulary/document-facts.ts';
import type { Route } from '../domain/vocabulary/route.ts';

/**
 * The system behind a route. A rail sends documents and asks for their status. Its answers are rows of its own table, with their data;
 * `domain/delivery` decides for all rails alike what follows for the invoice. A rail keeps nothing and throws nothing that the other side
 * could cause.
 */
export interface Rail {
  readonly route: Route;
  /** All its possible answers. */
  readonly statusMappings: readonly StatusMapping[];
  /** This many empty looks, one wait apart, show that a document is not held. */
  readonly emptyLooks: number;
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
  /** Calls `beginDocument` when the first byte of a document leaves: a failure before that has reached nothing. */
  readonly announcesDocument?: true;
  /**
   * The account at the network that a credential logs in to, by the network's own identifier: two credentials with the same account see the
   * same submissions. Undefined for an unreadable credential. For a rail without this method the seller of the document is the account.
   */
  accountOf?(credential: OpenedCredential): string | undefined;
  /** Whether a credential is readable: an unreadable one calls no route and wins over no other. */
  canReadCredential?(credential: OpenedCredential): boolean;
  /** The identity of a new submission, before anything leaves. */
  newSubmissionId(documentSha256: string): string;
  /**
   * Makes the calls before the document, which surely leave nothing behind: log in, open a session.
   * @returns the data that the rail needs again for this submission, stored before the first byte leaves; or the failure.
   */
  prepare?(consignment: Consignment): Promise<{ readonly resumeToken: string } | RailAnswer>;
  /** Sends the document. */
  send(consignment: Consignment): Promise<RailAnswer>;
  /** Asks whether the route holds the document, after an answer was lost. */
  ask(inquiry: Inquiry): Promise<RailAnswer>;
  /** Asks for the status of a document that the route holds. */
  poll(inquiry: Inquiry): Promise<RailAnswer>;
  /** Fetches the proof of the end, if it did not come along. Whatever the answer, the end stays. */
  receipt?(inquiry: Inquiry): Promise<RailAnswer>;
  /**
   * Fetches the messages of receivers and buyers since `after`.
   * @returns an answer if nothing could be fetched now; undefined if the credential has no source of messages.
   */
  fetchMessages?(
    credential: OpenedCredential,
    after: string | null,
  ): Promise<MessagePage | RailAnswer | undefined>;
  /** For a route over which seller and buyer send each other statuses of an invoice. */
  readonly statusMessages?: StatusMessages;
  /** For a network from which received invoices can be fetched. */
  readonly receiving?: Receiving;
  /**
   * Reads a callback in the route's name.
   * @returns undefined if it does not verify under this credential.
   */
  readCallback?(credential: OpenedCredential, callback: Callback): CallbackHint | undefined;
}

/** Sends a status of an invoice over the route. The methods have the same meaning as for invoices. */
export interface StatusMessages {
  /** @returns why not, for the caller, if the route cannot carry it. */
  write(order: StatusOrder): StatusLetter | { readonly unfit: string };
  /** Why the account of a credential cannot send it, for the caller; undefined if it can. Left out if every account can. */
  unfit?(credential: OpenedCredential, order: StatusOrder): string | undefined;
  /** The same message as another submission, after the route has dropped the first. */
  renewed(message: Uint8Array): StatusLetter;
  /** Sends the message. `beginDocument` is called right before each call that carries it. */
  send(
    consignment: Inquiry & Pick<Consignment, 'beginDocument'> & { readonly bytes: Uint8Array },
  ): Promise<RailAnswer>;
  /** Asks whether the route holds the message, after an answer was lost. */
  ask(inquiry: Inquiry): Promise<RailAnswer>;
  /** Asks for its status: `accepted` if the route has taken it for good. */
  poll(inquiry: Inquiry): Promise<RailAnswer>;
  /** Reads a message as the other party gets it. */
  read(bytes: Uint8Array): RouteMessage | undefined;
}

/** A status as it goes to the route: the same bytes in every try. */
export interface StatusLetter {
  /** What recognises it at the route. */
  readonly submissionId: string;
  readonly message: Uint8Array;
}

export interface StatusOrder {
  /** The route's own code. */
  readonly code: string;
  readonly by: 'seller' | 'buyer';
  /** Of the invoice. */
  readonly facts: DocumentFacts;
  readonly addressing: Addressing;
  readonly at: Date;
  readonly reasonCode?: string;
  readonly note?: string;
  /** The paid amounts, by VAT rate. */
  readonly amounts?: readonly { readonly amount: string; readonly vatRate: string }[];
}

/** Fetches the received invoices of a client from a network. */
export interface Receiving {
  /** The network is asked no more often. */
  readonly everyMs: number;
  /**
   * The network's name of a legal entity as a recipient; undefined if the network has none. If absent, the credential is for one recipient.
   */
  recipientOf?(legalEntity: string): string | undefined;
  /** Oldest first. @returns undefined if the credential has no source of invoices. */
  fetch(asked: Collection): Promise<CollectedPage | RailAnswer | undefined>;
}

export interface Collection {
  readonly credential: OpenedCredential;
  /** As `recipientOf` gives it. */
  readonly recipient?: string;
  /** The cursor after the documents that were taken in; null at the beginning. */
  readonly after: string | null;
  /** Whether a document is stored already: it is not fetched again. */
  isKnown(railId: string): Promise<boolean>;
}

export interface CollectedPage {
  readonly documents: readonly CollectedDocument[];
  /** The cursor after these; left out while an earlier document is still to be fetched. */
  readonly next?: string;
  /** There is no more for now. */
  readonly isLast: boolean;
}

export interface CollectedDocument {
  /** The route's own id of the document: 1 to 200 characters of `A-Za-z0-9._:/@+=#-`. */
  readonly railId: string;
  /** As the route delivered it. */
  readonly bytes: Uint8Array;
}

/** A call to the service in a route's name. */
export interface Callback {
  readonly body: Uint8Array;
  readonly headers: CallbackHeaders;
}

/** Lower-case names; a repeated header is left out. */
export type CallbackHeaders = Readonly<Record<string, string | undefined>>;

/** The hint that there is news; the route itself is asked for its content. */
export interface CallbackHint {
  /** The submission of the news, if it is one of ours. */
  readonly submissionId?: string;
  /** The messages of the call itself, for a route that proves its calls. */
  readonly messages?: readonly RouteMessage[];
}

export interface MessagePage {
  readonly messages: readonly RouteMessage[];
  /** The cursor after these; undefined if there are no more for now. */
  readonly next?: string;
  /** There are no more for now, though the cursor has moved. */
  readonly isLast?: boolean;
  /** Unreadable messages: the next fetch would give the same ones. */
  readonly unreadable?: number;
}

/** A message about a sent invoice or status. */
export interface RouteMessage {
  readonly kind: DocumentKind;
  /** The kind under which it is stored if the invoice has no document of that kind yet: the proof of the submission. */
  readonly settlesAs?: Receipt['kind'];
  readonly bytes: Uint8Array;
  readonly about: { readonly submissionId: string } | NamedInvoice;
  readonly says:
    /** The receiver's side confirms the known state. */
    | { readonly what: 'confirmed' }
    /** Refused by the route after the end. */
    | { readonly what: 'refused'; readonly mapping: StatusMapping; readonly words?: Words }
    | {
        readonly what: 'status';
        readonly status: BuyerStatus;
        readonly reason?: StatusMapping;
        readonly words?: Words;
        /** The paid amounts, if the message states them: it counts once the invoice's total is reached. */
        readonly paid?: readonly Money[];
        /** When the payment was reported; the same payment may be reported more than once. */
        readonly paidAt?: string;
      }
    /** The route's answer on the document, as a poll would give it. */
    | {
        readonly what: 'answer';
        readonly mapping: StatusMapping;
        readonly remarks?: readonly StatusMapping[];
      }
    /** Somebody has to act; the state stays. */
    | { readonly what: 'trouble'; readonly mapping: StatusMapping }
    /** An event reports it; nothing else changes. */
    | { readonly what: 'told' }
    /** Stored without any change: a part payment. */
    | { readonly what: 'nothing' };
  /** The status that it proves if the submission has no end yet: that status is applied first. */
  readonly proves?: StatusMapping;
  /**
   * Whether an earlier stored message of its kind has the same content: then this one is a repetition. If left out: whether the bytes are
   * the same.
   */
  readonly repeats?: (earlier: Uint8Array) => boolean;
  /** Without content of the invoice. */
  readonly raw: unknown;
}

/** The text of the refusing party for the sender. */
export interface Words {
  /** In place of the mapping's message. */
  readonly message?: string;
  /** The business term that it is about, `BT-13`. */
  readonly term?: string;
}

/** An invoice by its own data; several sellers, or years, may share a number. */
export interface NamedInvoice {
  /** BT-1. */
  readonly invoiceNumber: string;
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate?: string;
  /** The end of one of the seller's ids (BT-29 to 31); empty if a message has to name it and does not. */
  readonly sellerId?: string;
  /** BT-3. */
  readonly typeCode?: string;
  readonly parties?: AnsweringParties;
}

/** The electronic addresses of an answer and its envelope: `<scheme>:<id>`, lower case. Each has to be the invoice's. */
export interface AnsweringParties {
  /** The answering party: the receiver of the invoice. */
  readonly from: readonly string[];
  /** The answered party: the sender of the invoice. */
  readonly to: readonly string[];
  /** The sender by the credential, whatever an invoice states. */
  readonly account: string;
}

/** A document as it is sent, with the data that were read from it. */
export interface DocumentInTransit {
  readonly bytes: Uint8Array;
  readonly facts: DocumentFacts;
  readonly addressing: Addressing;
  /** The receiver found in the network; without a look-up the document's own. */
  readonly receiver?: string;
}

/** A question to a route about a submission. */
export interface Inquiry {
  readonly client: string;
  /** BT-1. */
  readonly invoiceNumber?: string;
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate?: string;
  /** Of the bytes that go to the route: 64 lowercase hex. */
  readonly documentSha256: string;
  /** Its identity, the same for every try of one submission. */
  readonly submissionId: string;
  readonly startedAt: Date;
  /** When a call that may have left the document with the route was marked last. */
  readonly calledAt?: Date;
  /** The route's own name for it, if the route has given one. */
  readonly reference?: string;
  /** The rail's data of its last answer. */
  readonly resumeToken?: string;
  /** The last known one. */
  readonly legalId: string | null;
  /** An earlier try may have arrived: a duplicate may be our own. */
  readonly isResend: boolean;
  readonly credential: OpenedCredential;
  /** The document itself, read on demand: most questions need references only. */
  document(): Promise<DocumentInTransit>;
  /** Takes a permit for one more call to the route within this question; without one the rail answers `later`. */
  acquirePermit(): Promise<boolean>;
}

/** A checked document to be sent. */
export interface Consignment extends Inquiry, DocumentInTransit {
  /**
   * Called right before the first byte of the document leaves.
   * @throws LeaseLost if another process may have taken the invoice over: then it must not leave.
   */
  readonly beginDocument?: () => void;
}

/** A credential that logs in at a route. */
export interface OpenedCredential {
  readonly client: string;
  /** Null: built into the sandbox. */
  readonly id: string | null;
  readonly kind: string;
  /** The seller or buyer of the credential. */
  readonly legalEntity?: string;
  /** As stored; the rail reads it. */
  readonly value: string;
}

export interface RailAnswer {
  readonly mapping: StatusMapping;
  /** The route's answer without content of the invoice and without secrets. */
  readonly raw?: unknown;
  /** In place of the mapping's message, if the answer has more details. */
  readonly message?: string;
  /** The route's own id of the invoice (contract 2.1). */
  readonly legalId?: string;
  /** The route's own name for the submission. */
  readonly reference?: string;
  /** Replaces the earlier one. */
  readonly resumeToken?: string;
  /** With `later`: the service itself has no permit for the call; the network was not asked. */
  readonly isOwnPause?: true;
  /** With `later`. */
  readonly retryAfterSeconds?: number | undefined;
  readonly receipt?: Receipt;
  /** There will be none, so it is not asked for. */
  readonly hasNoReceipt?: true;
  /**
   * Further facts for the event of an end, such as the other reasons of a refusal: mappings with code and owner, some with care at once.
   */
  readonly remarks?: readonly StatusMapping[];
}

/** The rail's proof. */
export interface Receipt {
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
}

/** Sends several documents of one client at once, if a permit for each alone would take long. */
export interface Batches {
  /** How many batches may be opened for a client and group. */
  readonly windows: readonly CapWindow[];
  /** An invoice whose queue wait exceeds this joins a batch. */
  readonly fromWaitMs: number;
  /** How long a batch gathers further invoices. */
  readonly gatherMs: number;
  readonly most: { readonly documents: number; readonly bytes: number };
  /**
   * Documents with the same answer can go together, under one credential.
   * @param resumeToken made by `prepare`.
   * @returns undefined for a document that has to go alone.
   */
  groupOf(resumeToken: string): string | undefined;
  /** Announces a batch by calls that surely leave nothing behind. */
  open(members: readonly [BatchMember, ...BatchMember[]]): Promise<OpenBatch | RailAnswer>;
}

/** A document of a batch. */
export interface BatchMember extends Inquiry {
  readonly bytes: Uint8Array;
}

/** A batch that the route waits for; without a send the route takes nothing. */
export interface OpenBatch {
  /** The rail's data for each member, stored before the first byte leaves. */
  readonly resumeToken: string;
  /**
   * Sends the batch. Each member gets the answer.
   * @param beginDocument as for a consignment.
   */
  send(beginDocument?: () => void): Promise<RailAnswer>;
}

/** The rails that are wired, by route. */
export type Rails = ReadonlyMap<Route, Rail>;
