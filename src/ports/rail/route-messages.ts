import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { DocumentKind } from '../../domain/lifecycle/invoice-record.ts';
import type { Money } from '../../domain/vocabulary/addressing.ts';
import type { BuyerStatus } from '../../domain/vocabulary/buyer-status.ts';
import type { OpenedCredential } from './opened-credential.ts';
import type { RailAnswer, Receipt } from './rail-answer.ts';
import type { CollectedDocument } from './receiving.ts';
import type { DerivedReport } from './report-flows.ts';

export interface MessagePage {
  readonly messages: readonly RouteMessage[];
  /** Reports that the platform has derived. They come before verdicts on them. */
  readonly reports?: readonly DerivedReport[];
  /** The cursor after these; undefined if there are no more for now. */
  readonly next?: string;
  /** There are no more for now, though the cursor has moved. */
  readonly isLast?: boolean;
  /** Messages before the cursor could not be fetched yet: a later page has them. */
  readonly isPartial?: true;
  /** Unreadable messages: the next fetch would give the same ones. */
  readonly unreadable?: number;
  /** Invoices for the client that came in the same list. */
  readonly received?: readonly CollectedDocument[];
  /** The list forgets this page with the next fetch: its messages are done before that. */
  readonly isQueue?: true;
  /** Several clients may read this list: whether a credential reads it, too. A message about another client's invoice is left for that one. */
  readonly isReadBy?: (credential: OpenedCredential) => boolean;
  /** Of a list that several accounts share: who the page is for. If that is no credential of the client, the page stays in the list. */
  readonly owner?: {
    readonly is: (credential: OpenedCredential) => boolean;
    readonly otherwise: StatusMapping;
  };
}

/** A message about a sent invoice or status. */
export interface RouteMessage {
  readonly kind: DocumentKind;
  /** The kind under which it is stored if the invoice has no document of that kind yet: the proof of the submission. */
  readonly settlesAs?: Receipt['kind'];
  readonly bytes: Uint8Array;
  readonly about:
    | { readonly submissionId: string }
    | { readonly legalId: string }
    | NamedInvoice
    /** It is kept with the newest invoice that was sent under its credential. */
    | { readonly namesNothing: true };
  /** The route's own names for the submission. With them the message also ends a call whose answer was lost. */
  readonly named?: Pick<RailAnswer, 'reference' | 'legalId'>;
  readonly effect:
    /** The receiver's side confirms the known state. */
    | { readonly kind: 'confirmed' }
    /** Refused by the route after the end. */
    | {
        readonly kind: 'refused';
        readonly mapping: StatusMapping;
        readonly words?: Words;
        /** In place of both if the message is about a status that the client sent. */
        readonly ofStatus?: { readonly mapping: StatusMapping; readonly words?: Words };
      }
    | {
        readonly kind: 'status';
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
        readonly kind: 'answer';
        readonly mapping: StatusMapping;
        readonly remarks?: readonly StatusMapping[];
        readonly message?: Text;
        /** Replaces the earlier one: what a later poll has to know of it. */
        readonly resumeToken?: string;
      }
    /** Somebody has to act; the state stays. */
    | {
        readonly kind: 'trouble';
        readonly mapping: StatusMapping;
        readonly words?: Words;
        /** The seller has cancelled the invoice: a received one is not to be paid. */
        readonly cancels?: true;
      }
    /** An event reports it; nothing else changes. */
    | { readonly kind: 'event-only' }
    /** Stored without any change: a part payment. */
    | { readonly kind: 'nothing' };
  /** The status that it proves if the submission has no end yet: that status is applied first. */
  readonly proves?: StatusMapping;
  /**
   * Whether an earlier stored message of its kind has the same content: then this one is a repetition. If left out: whether the bytes are
   * the same.
   */
  readonly repeats?: (earlier: Uint8Array) => boolean;
  /** When it was set, as the network states it. */
  readonly setAt?: Date;
  /** Without content of the invoice. */
  readonly raw: unknown;
}

/** The text of the refusing party for the sender. */
export interface Words {
  /** In place of the mapping's message. */
  readonly message?: Text;
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
