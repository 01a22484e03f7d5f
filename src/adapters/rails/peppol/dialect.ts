import type {
  Callback,
  CallbackHint,
  CollectedPage,
  Collection,
  Consignment,
  Inquiry,
  MessagePage,
  RailAnswer,
} from '../../../ports/rail.ts';
import type { AccessPoint } from './access-point.ts';
import type { Connection } from './connection.ts';

/** A document in transit, with whom it goes to. */
export interface Outgoing extends Consignment {
  readonly to: string;
  /** BT-40. */
  readonly countryC1: string;
}

/** What differs between access points. */
export interface Dialect {
  /** Headers that log us in. */
  logIn(accessPoint: AccessPoint): Readonly<Record<string, string>>;
  /** Calls that surely leave nothing with the receiver. @returns what is to be told again with the document; or why it cannot go. */
  prepare?(
    connection: Connection,
    outgoing: Outgoing,
  ): Promise<{ readonly resumeToken: string } | RailAnswer>;
  send(connection: Connection, outgoing: Outgoing): Promise<RailAnswer>;
  /** Whether the document is held, or what became of it. */
  ask(connection: Connection, inquiry: Inquiry): Promise<RailAnswer>;
  /** What became of a document that is held; left out if that is the same question. */
  poll?(connection: Connection, inquiry: Inquiry): Promise<RailAnswer>;
  /** Left out if a receipt comes along with the answer or not at all. */
  receipt?(connection: Connection, inquiry: Inquiry): Promise<RailAnswer>;
  /** Answers of receivers and buyers; left out if the access point hands none on by itself. */
  fetch?(connection: Connection, after: string | null): Promise<MessagePage | RailAnswer>;
  /** Invoices that came for the credential's participant; left out if the access point shows none. */
  receive?(connection: Connection, asked: Collection): Promise<CollectedPage | RailAnswer>;
  readCallback?(accessPoint: AccessPoint, callback: Callback): CallbackHint | undefined;
}

/** A send answers after the look-up and the whole AS4 exchange. */
export const SEND_MS = 100_000;
export const ASK_MS = 30_000;
