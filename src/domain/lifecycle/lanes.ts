import type { InvoiceRecord } from './invoice-record.ts';
import { sizeOf } from './sizes.ts';
import { type Work, WORKS } from './work.ts';

/**
 * Work is done in lanes, each with slots of its own: a stuck route blocks no other route and no check, a large document no small one. A
 * sent invoice has the lanes `check`, `check-large` and one per route; another kind of record may share these or bring its own.
 */
export type Lane = string;

/** Something to be done in a lane. */
export interface Task {
  /** The kind of the record: `sent-invoice`. */
  readonly kind: string;
  readonly lane: Lane;
  /** The id of the record. */
  readonly id: string;
  /** Clients take turns in a lane and share its slots. */
  readonly client: string;
  /** The span that asked for the task, as a `traceparent`; present only if the operator has spans written. */
  readonly traceParent?: string;
}

export const SENT_INVOICE = 'sent-invoice';

type Waiting = Pick<InvoiceRecord, 'id' | 'client' | 'work' | 'route' | 'documents'>;

/** The task of a sent invoice that is due, now or later. */
export const taskOf = (invoice: Waiting): Task => ({
  kind: SENT_INVOICE,
  lane: laneOf(invoice),
  id: invoice.id,
  client: invoice.client,
});

function laneOf({ work, route, documents }: Omit<Waiting, 'id' | 'client'>): Lane {
  return work === 'check' ? checkLane(documents) : route;
}

/** The first document is the one that came in; its size never changes. */
export const checkLane = (documents: InvoiceRecord['documents']): Lane =>
  sizeOf(documents[0]?.size ?? 0) === 'large' ? 'check-large' : 'check';

/** The work of a lane. A job that is left from an earlier state of its invoice finds none. */
export const worksIn = (lane: Lane): readonly Work[] =>
  WORKS.filter((work) => (work === 'check') === isForChecks(lane));

export const isForChecks = (lane: Lane): boolean => lane === 'check' || lane === 'check-large';
