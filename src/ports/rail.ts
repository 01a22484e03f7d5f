import type { PollWaits } from '../domain/delivery/decisions.ts';
import type { RailWord } from '../domain/delivery/rail-word.ts';
import type { BuyerStatus } from '../domain/delivery/buyer-status.ts';
import type { DocumentKind } from '../domain/lifecycle/invoice-record.ts';
import type { Addressing } from '../domain/vocabulary/addressing.ts';
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
  readonly words: readonly RailWord[];
  /** So many empty looks, one wait apart, show that a document is not held. */
  readonly emptyLooks: number;
  readonly pollWaitsMs: PollWaits;
  /** What a new submission will be recognised by, before anything leaves. */
  newSubmissionId(documentSha256: string): string;
  /** Hands the document over. */
  send(consignment: Consignment): Promise<RailAnswer>;
  /** Whether it holds the document, after an answer was lost. */
  ask(consignment: Consignment): Promise<RailAnswer>;
  /** What became of a document that it holds. */
  poll(consignment: Consignment): Promise<RailAnswer>;
  /**
   * What receivers and buyers have said since `after`, where a route has them fetched.
   * @returns undefined when the credential names no place for them, or nothing could be fetched now.
   */
  answers?(credential: OpenedCredential, after: string | null): Promise<AnswerPage | undefined>;
}

export interface AnswerPage {
  readonly answers: readonly RouteMessage[];
  /** The place after these; undefined when there is no more for now. */
  readonly next?: string;
}

/** A message about something that was sent. */
export interface RouteMessage {
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
  readonly about: { readonly submissionId: string } | { readonly invoiceNumber: string };
  readonly says:
    /** The receiver's side confirms what is known. */
    | { readonly what: 'confirmed' }
    /** Refused after all, by the route. */
    | { readonly what: 'refused'; readonly word: RailWord }
    | { readonly what: 'status'; readonly status: BuyerStatus }
    /** Kept, and changes nothing: a part payment. */
    | { readonly what: 'nothing' };
  /** Without content of the invoice. */
  readonly raw: unknown;
}

/** A checked document on its way. */
export interface Consignment {
  readonly client: string;
  readonly bytes: Uint8Array;
  readonly facts: DocumentFacts;
  readonly addressing: Addressing;
  /** What recognises it; the same for every try of one submission. */
  readonly submissionId: string;
  readonly startedAt: Date;
  /** An earlier try may have been taken: a duplicate is our own. */
  readonly isResend: boolean;
  readonly credential: OpenedCredential;
}

/** What logs us in at a route. */
export interface OpenedCredential {
  /** Null: built into the sandbox. */
  readonly id: string | null;
  readonly kind: string;
  /** As stored; the rail reads it. */
  readonly value: string;
}

export interface RailAnswer {
  readonly word: RailWord;
  /** The route's answer without content of the invoice and without secrets. */
  readonly raw?: unknown;
  /** In place of the word's, where the answer says more. */
  readonly message?: string;
  /** The route's own id of the invoice (contract 2.1). */
  readonly legalId?: string;
  /** With `later`. */
  readonly retryAfterSeconds?: number;
  readonly receipt?: Receipt;
}

/** The rail's proof. */
export interface Receipt {
  readonly kind: 'as4-receipt';
  readonly bytes: Uint8Array;
}

/** The rails that are wired, by route. */
export type Rails = ReadonlyMap<Route, Rail>;
