import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Addressing } from '../../domain/vocabulary/addressing.ts';
import type { DocumentFacts } from '../../domain/vocabulary/document-facts.ts';
import type { Consignment, Inquiry } from './inquiry.ts';
import type { OpenedCredential } from './opened-credential.ts';
import type { RailAnswer } from './rail-answer.ts';
import type { RouteMessage } from './route-messages.ts';

/** Sends a status of an invoice over the route. The methods have the same meaning as for invoices. */
export interface StatusMessages {
  /** @returns why not, for the caller, if the route cannot carry it. */
  write(order: StatusOrder): StatusLetter | { readonly unfit: Text };
  /** Why the account of a credential cannot send it, for the caller; undefined if it can. Left out if every account can. */
  unfit?(credential: OpenedCredential, order: StatusOrder): Text | undefined;
  /** The same message as another submission, after the route has dropped the first. */
  renew(message: Uint8Array): StatusLetter;
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
  /** The route's own name of a received invoice. */
  readonly railId?: string;
  /** Of the invoice. */
  readonly facts: DocumentFacts;
  readonly addressing: Addressing;
  readonly at: Date;
  readonly reasonCode?: string;
  /** What the sender wants, beside the reason. */
  readonly wishCode?: string;
  readonly note?: string;
  /** The paid amounts, by VAT rate. */
  readonly amounts?: readonly { readonly amount: string; readonly vatRate: string }[];
}
