import type { InvoiceRecord } from './invoice-record.ts';
import type { InvoiceState } from './states.ts';

/** The code of an invoice that may have been sent since the backup that a store was restored from. */
export const RESTORED = 'EI-RESTORED';

const REASONS = {
  check: 'It waits for its check.',
  send: 'It waits to be sent to the route.',
  answer:
    'A call to the route is under way, or its answer was lost; then the route is asked whether it has the invoice.',
  verdict: 'The route has it, and its verdict is open: the service goes on asking.',
  decision: 'It is held after a restore: the operator releases it or gives it up.',
} as const;

export type WaitsFor = keyof typeof REASONS;

export interface Wait {
  readonly for: WaitsFor;
  /** A sentence of which the subject is the invoice. */
  readonly reason: string;
}

type Waiting = Pick<InvoiceRecord, 'state' | 'work' | 'dueAt' | 'care'>;

/** What an invoice waits for; undefined at its end. */
export function waitOf(invoice: Waiting): Wait | undefined {
  const waitsFor = isHeldAfterRestore(invoice) ? 'decision' : stepOf(invoice);
  return waitsFor && { for: waitsFor, reason: REASONS[waitsFor] };
}

/** The service leaves it alone until a person decides. */
export const isHeldAfterRestore = ({ dueAt, care }: Pick<Waiting, 'dueAt' | 'care'>): boolean =>
  dueAt === null && care.some(({ code, handledAt }) => code === RESTORED && handledAt === undefined);

/** A send that failed goes back to the queue; the document is not checked again. */
function stepOf({ state, work }: Pick<Waiting, 'state' | 'work'>): WaitsFor | undefined {
  const waitsFor = AFTER[state];
  return waitsFor === 'check' && work !== 'check' ? 'send' : waitsFor;
}

const AFTER: Readonly<Partial<Record<InvoiceState, WaitsFor>>> = {
  received: 'check',
  queued: 'check',
  validated: 'send',
  submitting: 'answer',
  submitted: 'verdict',
};
