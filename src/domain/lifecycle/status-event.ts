import type { Finding } from '../findings/finding.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import type { InvoiceState } from './states.ts';

/**
 * A status event as stored: `text` is its JSON, byte for byte what GET …/events lists and a webhook delivers, so it is
 * written once and never made again from other data.
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
  readonly errors?: readonly Finding[];
  /** The route's reference of this submission and its answer, without content and secrets. */
  readonly route?: { readonly submissionId?: string; readonly raw?: unknown };
}

type EventSubject = Pick<
  InvoiceRecord,
  'invoiceRef' | 'invoiceNumber' | 'route' | 'environment' | 'legalId' | 'documentSha256' | 'buyerStatus'
>;

/** Writes the event's JSON (contract 2.6). Members without a value are left out. */
export function storedEvent(subject: EventSubject, facts: EventFacts): StoredEvent {
  const { eventId, sequence, occurredAt } = facts;
  const text = JSON.stringify({
    event_id: eventId,
    sequence,
    occurred_at: occurredAt.toISOString(),
    status: facts.status,
    direction: facts.direction,
    invoice_ref: subject.invoiceRef,
    invoice_number: subject.invoiceNumber,
    country_route: subject.route,
    environment: subject.environment,
    legal_id: subject.legalId ?? undefined,
    document_sha256: subject.documentSha256,
    buyer_status: subject.buyerStatus ?? undefined,
    errors: facts.errors?.map(eventError),
    route: facts.route && { submission_id: facts.route.submissionId, raw: facts.route.raw },
  });
  return { eventId, sequence, occurredAt, text };
}

const eventError = (finding: Finding) => ({
  code: finding.code,
  source: finding.source,
  message: finding.message,
  field: finding.field,
  fix_hint: finding.fixHint,
});
