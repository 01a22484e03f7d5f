import type { Waits } from '../domain/delivery/decisions.ts';
import type { StatusMapping } from '../domain/delivery/status-mapping.ts';
import type { BuyerStatus } from '../domain/vocabulary/buyer-status.ts';
import type { CapRow, CapWindow } from '../domain/routes/route-caps.ts';
import type { DocumentKind } from '../domain/lifecycle/invoice-record.ts';
import type { Addressing, Money } from '../domain/vocabulary/addressing.ts';
import type { DocumentFacts } from '../domain/vocabulary/document-facts.ts';
import type { Route } from '../domain/vocabulary/route.ts';

/**
 * The system behind a route: what it is sent, and what it is asked. Its answers are rows of its own table with what came
 * along; what becomes of the invoice is decided elsewhere, for all rails alike. A rail keeps nothing and throws nothing that
 * the other side could cause.
 */
export interface Rail {
  readonly route: Route;
  /** All that it can answer. */
  readonly statusMappings: readonly StatusMapping[];
  /** So many empty looks, one wait apart, show that a document is not held. */
  readonly emptyLooks: number;
  readonly pollWaitsMs: Waits;
  /** Before each look at what was delivered so far; after the last one it is looked at no more. */
  readonly watchWaitsMs?: readonly number[];
  /** Of a rail that is asked for receipts. */
  readonly receiptWaitsMs?: Waits;
  /** What the route lets each client call; a place is taken before each question. */
  readonly caps: readonly CapRow[];
  /** Of a route that takes several documents at once. */
  readonly batches?: Batches;
  /** Whether the route names a submission itself; otherwise it is known by the id that we give it. */
  readonly namesSubmissions: boolean;
  /** What becomes of a submission is told by messages: none of them waits for a poll. */
  readonly endsByMessages?: true;
  /** Its calls prove themselves and may bring messages: the caller is told what became of them. Otherwise they are hints. */
  readonly pushesMessages?: true;
  /** Where the codes on a printed document lead, where a route has such codes. */
  readonly codesUrl?: string;
  /** Tells by `beginDocument` when the first byte of a document leaves: what fails before has reached nothing. */
  readonly announcesDocument?: true;
  /**
   * The account at the network that a credential logs in to, by the network's own identifier: two with the same one see the same
   * submissions. Undefined for a credential that cannot be read. A rail without it sees them by the seller of the document.
   */
  accountOf?(credential: OpenedCredential): string | undefined;
  /** Whether a credential can be read at all: with one that cannot no route is called, and it wins over no other. */
  canReadCredential?(credential: OpenedCredential): boolean;
  /** What a new submission will be recognised by, before anything leaves. */
  newSubmissionId(documentSha256: string): string;
  /**
   * What must be done before the document can go, by calls that surely leave nothing behind: log in, open a session.
   * @returns what the rail wants to know again of this submission, on the store before the first byte leaves; or why not.
   */
  prepare?(consignment: Consignment): Promise<{ readonly resumeToken: string } | RailAnswer>;
  /** Hands the document over. */
  send(consignment: Consignment): Promise<RailAnswer>;
  /** Whether it holds the document, after an answer was lost. */
  ask(inquiry: Inquiry): Promise<RailAnswer>;
  /** What became of a document that it holds. */
  poll(inquiry: Inquiry): Promise<RailAnswer>;
  /** The proof of the end, where it did not come along with it. Whatever it answers, the end stays. */
  receipt?(inquiry: Inquiry): Promise<RailAnswer>;
  /**
   * What receivers and buyers have said since `after`, where a route has them fetched.
   * @returns why nothing could be fetched now; undefined when the credential names no place for them.
   */
  fetchMessages?(
    credential: OpenedCredential,
    after: string | null,
  ): Promise<MessagePage | RailAnswer | undefined>;
  /** Of a route over which seller and buyer send each other statuses of an invoice. */
  readonly statusMessages?: StatusMessages;
  /** Of a network from which invoices that came for the client can be fetched. */
  readonly receiving?: Receiving;
  /**
   * What a call in the route's name wants looked at, where a route makes such calls.
   * @returns undefined when it does not verify under this credential.
   */
  readCallback?(credential: OpenedCredential, callback: Callback): CallbackHint | undefined;
}

/** How a status of an invoice is sent over the route. The methods have the meaning that they have for invoices. */
export interface StatusMessages {
  /** @returns undefined if the invoice does not name both parties as the route knows them. */
  write(order: StatusOrder): Uint8Array | undefined;
  /** Hands the message over. */
  send(consignment: Inquiry & { readonly bytes: Uint8Array }): Promise<RailAnswer>;
  /** Whether it holds the message, after an answer was lost. */
  ask(inquiry: Inquiry): Promise<RailAnswer>;
  /** What became of it: `accepted` if the route has taken it for good. */
  poll(inquiry: Inquiry): Promise<RailAnswer>;
  /** Reads a message as the other party gets it. */
  read(bytes: Uint8Array): RouteMessage | undefined;
}

export interface StatusOrder {
  /** The route's own code. */
  readonly code: string;
  readonly by: 'seller' | 'buyer';
  /** Of the invoice. */
  readonly facts: DocumentFacts;
  readonly addressing: Addressing;
  readonly at: Date;
  readonly reason?: { readonly code: string; readonly note?: string };
  /** What was paid, for each VAT rate. */
  readonly amounts?: readonly { readonly amount: string; readonly vatRate: string }[];
}

/** How invoices that came for a client are fetched from a network. */
export interface Receiving {
  /** The network is asked no more often. */
  readonly everyMs: number;
  /** A legal entity as the network names one who receives; undefined for what is none there. Absent: the credential says for whom. */
  recipientOf?(legalEntity: string): string | undefined;
  /** Oldest first. @returns undefined if the credential names no place to fetch from. */
  fetch(asked: Collection): Promise<CollectedPage | RailAnswer | undefined>;
}

export interface Collection {
  readonly credential: OpenedCredential;
  /** As `recipientOf` gives it. */
  readonly recipient?: string;
  /** The place after what was taken in; null at the beginning. */
  readonly after: string | null;
  /** Whether a document is held already: it is not fetched again. */
  isKnown(railId: string): Promise<boolean>;
}

export interface CollectedPage {
  readonly documents: readonly CollectedDocument[];
  /** The place after these; left out while something before it is still to be fetched. */
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

/** A call that somebody makes to us in a route's name. */
export interface Callback {
  readonly body: Uint8Array;
  readonly headers: CallbackHeaders;
}

/** Lower-case names; of a header that stands there more than once nothing is told. */
export type CallbackHeaders = Readonly<Record<string, string | undefined>>;

/** That something was said; what, is asked of the route itself. */
export interface CallbackHint {
  /** Of the submission that it was said of, where it is one of ours. */
  readonly submissionId?: string;
  /** What the call itself brought, if the route proves its calls and hands messages on by them. */
  readonly messages?: readonly RouteMessage[];
}

export interface MessagePage {
  readonly messages: readonly RouteMessage[];
  /** The place after these; undefined when there is no more for now. */
  readonly next?: string;
  /** There is no more for now, though the place has moved. */
  readonly isLast?: boolean;
  /** Unreadable messages: they would be no others the next time. */
  readonly unreadable?: number;
}

/** A message about something that was sent. */
export interface RouteMessage {
  readonly kind: DocumentKind;
  /** What it is kept as in place of that where the invoice has no such document yet: the proof of the submission. */
  readonly settlesAs?: Receipt['kind'];
  readonly bytes: Uint8Array;
  readonly about: { readonly submissionId: string } | NamedInvoice;
  readonly says:
    /** The receiver's side confirms what is known. */
    | { readonly what: 'confirmed' }
    /** Refused after the end, by the route. */
    | { readonly what: 'refused'; readonly mapping: StatusMapping; readonly words?: Words }
    | {
        readonly what: 'status';
        readonly status: BuyerStatus;
        readonly reason?: StatusMapping;
        readonly words?: Words;
        /** What was paid, where the message says it: it counts once the invoice's total is reached. */
        readonly paid?: readonly Money[];
        /** When that was reported; the same payment may be told more than once. */
        readonly paidAt?: string;
      }
    /** The route's answer to what became of the document, as a poll would have it. */
    | {
        readonly what: 'answer';
        readonly mapping: StatusMapping;
        readonly remarks?: readonly StatusMapping[];
      }
    /** Somebody has to see to it; the state stays. */
    | { readonly what: 'trouble'; readonly mapping: StatusMapping }
    /** Told by an event, and changes nothing. */
    | { readonly what: 'told' }
    /** Kept, and changes nothing: a part payment. */
    | { readonly what: 'nothing' };
  /** What it proves of a submission whose end the route has not told: that is applied first. */
  readonly proves?: StatusMapping;
  /** Whether the message that is kept of its kind tells the same: then this one is known. Left out: if the bytes are the same. */
  readonly repeats?: (earlier: Uint8Array) => boolean;
  /** Without content of the invoice. */
  readonly raw: unknown;
}

/** What the one who refuses says for the sender to read. */
export interface Words {
  /** In place of the mapping's message. */
  readonly message?: string;
  /** The business term that it is about, `BT-13`. */
  readonly term?: string;
}

/** An invoice by what it says of itself; a number alone may be that of several sellers, or years. */
export interface NamedInvoice {
  /** BT-1. */
  readonly invoiceNumber: string;
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate?: string;
  /** One of the seller's ids (BT-29 to 31) ends so; empty where a message has to name it and does not. */
  readonly sellerId?: string;
  /** BT-3. */
  readonly typeCode?: string;
  readonly parties?: AnsweringParties;
}

/** The electronic addresses that an answer and its envelope name: `<scheme>:<id>`, lower case. Each has to be the invoice's. */
export interface AnsweringParties {
  /** Who answers: whom the invoice was sent to. */
  readonly from: readonly string[];
  /** Who is answered: whom the invoice was sent by. */
  readonly to: readonly string[];
  /** For whom the credential sends, whatever an invoice says. */
  readonly account: string;
}

/** A document as it goes over the wire, with what was read from it. */
export interface DocumentInTransit {
  readonly bytes: Uint8Array;
  readonly facts: DocumentFacts;
  readonly addressing: Addressing;
  /** Who was found in the network; who the document names if no look-up was made. */
  readonly receiver?: string;
}

/** A submission that its route is asked about. */
export interface Inquiry {
  readonly client: string;
  /** BT-1. */
  readonly invoiceNumber?: string;
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate?: string;
  /** Of the bytes that go to the route: 64 lowercase hex. */
  readonly documentSha256: string;
  /** What recognises it; the same for every try of one submission. */
  readonly submissionId: string;
  readonly startedAt: Date;
  /** When a call that may have left the document with the route was marked last. */
  readonly calledAt?: Date;
  /** The route's own name for it, once it was given. */
  readonly reference?: string;
  /** What the rail last wanted to be told again. */
  readonly resumeToken?: string;
  /** As it was shown last. */
  readonly legalId: string | null;
  /** An earlier try may have been taken: a duplicate is our own. */
  readonly isResend: boolean;
  readonly credential: OpenedCredential;
  /** The document itself, read only when it is asked for: most questions need no more than references. */
  document(): Promise<DocumentInTransit>;
  /** Takes a place for one more call to the route within this question; without one the rail answers `later`. */
  acquirePermit(): Promise<boolean>;
}

/** A checked document on its way. */
export interface Consignment extends Inquiry, DocumentInTransit {
  /**
   * To be called right before the first byte of the document leaves.
   * @throws LeaseLost if another process may have taken the invoice over: then it must not leave.
   */
  readonly beginDocument?: () => void;
}

/** What logs us in at a route. */
export interface OpenedCredential {
  readonly client: string;
  /** Null: built into the sandbox. */
  readonly id: string | null;
  readonly kind: string;
  /** The seller or buyer that it is tied to. */
  readonly legalEntity?: string;
  /** As stored; the rail reads it. */
  readonly value: string;
}

export interface RailAnswer {
  readonly mapping: StatusMapping;
  /** The route's answer without content of the invoice and without secrets. */
  readonly raw?: unknown;
  /** In place of the mapping's, where the answer says more. */
  readonly message?: string;
  /** The route's own id of the invoice (contract 2.1). */
  readonly legalId?: string;
  /** The route's own name for the submission. */
  readonly reference?: string;
  /** In place of the one before. */
  readonly resumeToken?: string;
  /** With `later`: the service itself has no permit for the call; the network has said nothing. */
  readonly isOwnPause?: true;
  /** With `later`. */
  readonly retryAfterSeconds?: number | undefined;
  readonly receipt?: Receipt;
  /** None will come, so it is not asked for. */
  readonly hasNoReceipt?: true;
  /** What the event of an end tells besides, of a refusal its further reasons: mappings with code and owner, some cared for at once. */
  readonly remarks?: readonly StatusMapping[];
}

/** The rail's proof. */
export interface Receipt {
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
}

/** How a route takes several documents of one client at once, where waiting for one's turn alone would take long. */
export interface Batches {
  /** How many may be opened for a client in one name. */
  readonly windows: readonly CapWindow[];
  /** An invoice whose queue wait exceeds this joins a batch. */
  readonly fromWaitMs: number;
  /** How long a batch gathers further invoices. */
  readonly gatherMs: number;
  readonly most: { readonly documents: number; readonly bytes: number };
  /**
   * Those with the same answer can go together, under one credential.
   * @param resumeToken what `prepare` has made.
   * @returns undefined for what has to go alone.
   */
  groupOf(resumeToken: string): string | undefined;
  /** Announces them by calls that surely leave nothing behind. */
  open(members: readonly [BatchMember, ...BatchMember[]]): Promise<OpenBatch | RailAnswer>;
}

/** A document that goes with others. */
export interface BatchMember extends Inquiry {
  readonly bytes: Uint8Array;
}

/** A batch that the route waits for; of one that is never sent it takes nothing. */
export interface OpenBatch {
  /** What the rail wants to know again of each, on the store before the first byte leaves. */
  readonly resumeToken: string;
  /**
   * Hands them over. The answer is that of each.
   * @param beginDocument as that of a consignment.
   */
  send(beginDocument?: () => void): Promise<RailAnswer>;
}

/** The rails that are wired, by route. */
export type Rails = ReadonlyMap<Route, Rail>;
