import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import type { InvoiceState } from './states.ts';

/**
 * A stored status event. `text` is its JSON, byte for byte as GET …/events lists it and a webhook delivers it: it is written once and never
 * built again from other data.
 */
export interface StoredEvent {
  /** `evt_` and 32 hex digits. */
  readonly eventId: string;
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly text: string;
}

export interface EventFacts {
  readonly eventId: string;
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly status: InvoiceState | 'received' | 'test';
  readonly direction: 'out' | 'in';
  /** What happened, if the state does not say it. */
  readonly event?: 'document_mailed' | 'document_not_mailed';
  readonly errors?: readonly Finding[];
  /** Of the check of a received invoice. */
  readonly warnings?: readonly Finding[];
  /** The route's reference of this submission and its answer, without content and secrets. */
  readonly route?: { readonly submissionId?: string; readonly raw?: unknown };
}

type EventSubject = Pick<
  InvoiceRecord,
  'invoiceRef' | 'invoiceNumber' | 'route' | 'environment' | 'legalId' | 'documentSha256' | 'buyerStatus'
>;

/** One event about an invoice (contract 2.6). */
export interface StatusEvent {
  readonly subject: EventSubject;
  readonly facts: EventFacts;
}
