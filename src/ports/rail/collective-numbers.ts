import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { OpenedCredential } from './opened-credential.ts';
import type { RailAnswer } from './rail-answer.ts';

/** For a network that gives several invoices of one seller one number, by which they are paid together. */
export interface CollectiveNumbers {
  /** Most invoices of one number. */
  readonly maxInvoices: number;
  /** The number that exactly these invoices have, else a new one: however often and by however many processes it is asked for, one is made. */
  findOrMake(order: CollectiveOrder): Promise<CollectiveAnswer>;
}

export interface CollectiveOrder {
  readonly credential: OpenedCredential;
  /** The buyer, by the network's own identifier. */
  readonly recipient: string;
  /** The network's ids of the invoices, each once. */
  readonly railIds: readonly string[];
}

export type CollectiveAnswer =
  | { readonly number: string }
  /** The network makes none: its words, for the caller. */
  | { readonly refused: Text }
  /** Nothing is known of the outcome: the same call later finds a number that was made. */
  | { readonly failed: RailAnswer };
