import type { Route } from '../vocabulary/route.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import { sizeOf } from './sizes.ts';
import { type Work, WORKS } from './work.ts';

/**
 * Work is done in lanes, each with places of its own: a stuck route holds up no other and no check, a large document no small one.
 */
export type Lane = 'check' | 'check-large' | Route;

/** Something to be done in a lane. */
export interface Task {
  readonly lane: Lane;
  /** Of what is to be worked on. */
  readonly id: string;
  /** Whose turn it is goes by this. */
  readonly client: string;
}

type Waiting = Pick<InvoiceRecord, 'id' | 'client' | 'work' | 'route' | 'documents'>;

/** What an invoice waits for, while it is due or will be. */
export const taskOf = (invoice: Waiting): Task => ({
  lane: laneOf(invoice),
  id: invoice.id,
  client: invoice.client,
});

function laneOf({ work, route, documents }: Waiting): Lane {
  if (work !== 'check') return route;
  // What came in stands first, and its size never changes.
  return sizeOf(documents[0]?.size ?? 0) === 'large' ? 'check-large' : 'check';
}

/** What a lane takes invoices up for. A job that was left over from before its invoice went on finds nothing there. */
export const worksIn = (lane: Lane): readonly Work[] =>
  WORKS.filter((work) => (work === 'check') === isForChecks(lane));

const isForChecks = (lane: Lane): boolean => lane === 'check' || lane === 'check-large';
