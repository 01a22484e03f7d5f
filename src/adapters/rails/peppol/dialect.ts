import type { Callback, CallbackHint } from '../../../ports/rail/callbacks.ts';
import type { CollectedPage, Collection } from '../../../ports/rail/receiving.ts';
import type { Consignment, Inquiry } from '../../../ports/rail/inquiry.ts';
import type { MessagePage } from '../../../ports/rail/route-messages.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Asked, Registered, Released } from '../../../ports/rail/registering.ts';
import type { AccessPoint } from './access-point.ts';
import type { Connection } from './connection.ts';

/** A document in transit, with its receiver. */
export interface Outgoing extends Consignment {
  readonly to: string;
  /** Of the sender: BT-40, of a self-billed invoice BT-55 (Peppol Business Message Envelope 2.0.1, 2.5). */
  readonly countryC1: string;
}

/** The differences between access points. */
export interface Dialect {
  /** Headers that authenticate us. */
  logIn(accessPoint: AccessPoint): Readonly<Record<string, string>>;
  /**
   * The access point goes on for hours with a document whose receiver is not registered for it: such a document is not handed over.
   */
  readonly repeatsByItself?: true;
  /**
   * Calls before the send, which certainly bring nothing to the receiver.
   * @returns what the send needs of them, or why the document cannot go.
   */
  prepare?(
    connection: Connection,
    outgoing: Outgoing,
  ): Promise<{ readonly resumeToken: string } | RailAnswer>;
  send(connection: Connection, outgoing: Outgoing): Promise<RailAnswer>;
  /** Asks whether the access point has the document, or how it ended. */
  ask(connection: Connection, inquiry: Inquiry): Promise<RailAnswer>;
  /** Asks how a document ended that the access point has. Left out if that is the same call. */
  poll?(connection: Connection, inquiry: Inquiry): Promise<RailAnswer>;
  /** Left out if the receipt comes with the answer, or not at all. */
  receipt?(connection: Connection, inquiry: Inquiry): Promise<RailAnswer>;
  /** Answers of receivers and buyers. Left out if the access point has no list of them. */
  fetch?(connection: Connection, after: string | null): Promise<MessagePage | RailAnswer>;
  /** Invoices for the credential's participant. Left out if the access point has no list of them. */
  receive?(connection: Connection, collection: Collection): Promise<CollectedPage | RailAnswer>;
  /** The list of `fetch` has its invoices, too. */
  readonly receivesWithMessages?: true;
  /**
   * Hands a whole envelope over; left out if the access point cannot be asked afterwards whether it has it, so that a repeat could be a
   * second message.
   */
  sendEnvelope?(connection: Connection, envelope: Uint8Array, submissionId: string): Promise<RailAnswer>;
  /** Left out if the provider registers receivers on its pages only. */
  readonly registering?: DialectRegistering;
  readCallback?(accessPoint: AccessPoint, callback: Callback): CallbackHint | undefined;
}

/** A participant at the provider; `reference` is its name of the entry. */
export interface Registrant {
  readonly participant: string;
  readonly reference?: string;
}

/** The registration of receivers at a provider. */
export interface DialectRegistering {
  readonly provider: string;
  readonly takesMigrationKeys: boolean;
  /** Hosts of the provider's own SMPs; left out if they are not known. */
  readonly smpHosts?: RegExp;
  /** Why this account cannot register; undefined if it can. */
  unfit?(accessPoint: AccessPoint): Text | undefined;
  ask(connection: Connection, registrant: Registrant): Promise<Asked>;
  register(
    connection: Connection,
    registrant: Registrant & { readonly migrationKey?: string },
  ): Promise<Registered>;
  release(connection: Connection, registrant: Registrant): Promise<Released>;
}

/** A send is answered after the look-up and the whole AS4 exchange. */
export const SEND_MS = 100_000;
export const ASK_MS = 30_000;
