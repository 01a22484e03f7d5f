import type { Outcome, PackRef } from 'en16931-rules/vocabulary/layer.ts';
import type { NamedOverlay } from 'en16931-rules/vocabulary/overlay.ts';
import type { DocumentRef } from '../lifecycle/invoice-record.ts';
import type { Environment, Route } from '../vocabulary/route.ts';

/** The service's statement about one invoice at one moment (docs/proof.md): hashes, codes and times, no content. */
export interface Statement {
  readonly issuedAt: Date;
  readonly serviceVersion: string;
  readonly invoice: StatedInvoice;
  /** The bytes that go or went to the route; absent until they are built. */
  readonly document?: StatedDocument;
  /** Absent until the checks have ended. */
  readonly check?: StatedCheck;
  readonly answer: RouteAnswer;
  /** Every stored file of the invoice, including the route's receipts. */
  readonly files: readonly DocumentRef[];
  readonly events: readonly StatedEvent[];
}

export interface StatedInvoice {
  readonly id: string;
  readonly client: string;
  readonly invoiceRef: string;
  readonly invoiceNumber?: string;
  readonly route: Route;
  readonly environment: Environment;
  readonly state: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface StatedDocument extends DocumentRef {
  /** Built by the service: faults of a PDF are weighed accordingly. */
  readonly isBuiltHere: boolean;
}

export interface StatedCheck {
  /** The due time of the check. Present only for a document that passed. */
  readonly checkedAt?: Date;
  readonly layers: readonly StatedLayer[];
}

export interface StatedLayer {
  readonly layer: string;
  readonly source: string;
  readonly pack: PackRef | null;
  readonly outcome: Outcome['outcome'];
  /** Those that changed the severity of what was found. */
  readonly overlays?: readonly NamedOverlay[];
}

/** The answer of the route. */
export interface RouteAnswer {
  readonly legalId: string | null;
  readonly buyerStatus: string | null;
  /** When the submission began; absent if nothing was sent. */
  readonly submittedAt?: Date;
  /** The route's own name for the submission. */
  readonly reference?: string;
  /** Codes of the refusal. */
  readonly errors: readonly string[];
}

export interface StatedEvent {
  readonly eventId: string;
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly status: string;
  /** Of the event's bytes, as the webhook delivers them. */
  readonly sha256: string;
}
