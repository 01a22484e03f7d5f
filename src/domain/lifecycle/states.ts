/** States of a sent invoice (contract part 3). */
export const INVOICE_STATES = [
  'received',
  'source_error',
  'validated',
  'validation_failed',
  'queued',
  'submitting',
  'submitted',
  'ready',
  'accepted',
  'rejected',
  'delivered',
  'cancelled',
  'dead_letter',
] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** Allowed moves (decisions, "Lifecycle"). Any other move is a bug. */
const MOVES = {
  received: ['queued', 'cancelled'],
  queued: ['validated', 'validation_failed', 'source_error', 'submitting', 'dead_letter', 'cancelled'],
  validated: ['queued', 'ready', 'cancelled'],
  submitting: ['submitted', 'queued', 'rejected', 'dead_letter'],
  submitted: ['accepted', 'delivered', 'rejected', 'queued'],
  accepted: ['delivered', 'rejected'],
  delivered: ['rejected'],
  dead_letter: ['cancelled'],
  source_error: [],
  validation_failed: [],
  ready: [],
  rejected: [],
  cancelled: [],
} as const satisfies Record<InvoiceState, readonly InvoiceState[]>;

export const mayMove = (from: InvoiceState, to: InvoiceState): boolean =>
  (MOVES[from] as readonly InvoiceState[]).includes(to);

/** Internal states between `validated` and `submitted`: a move to them writes no event. */
const SILENT: ReadonlySet<InvoiceState> = new Set(['queued', 'submitting']);
export const writesEvent = (state: InvoiceState): boolean => !SILENT.has(state);

/** A submission that ended so holds no document: the same file may be sent again. `dead_letter` keeps holding it. */
const RELEASING: ReadonlySet<InvoiceState> = new Set([
  'rejected',
  'validation_failed',
  'cancelled',
  'source_error',
]);
export const releasesDocument = (state: InvoiceState): boolean => RELEASING.has(state);

/** States in which an invoice may stay for good; a step may still be due in some. */
export const ENDED_STATES: readonly InvoiceState[] = [
  'source_error',
  'validation_failed',
  'ready',
  'accepted',
  'rejected',
  'delivered',
  'cancelled',
  'dead_letter',
];

/** States in which the route has not got the invoice, or has refused it: it is still to be filed unless it was sent again. */
export const UNFILED_STATES: readonly InvoiceState[] = [
  'received',
  'validated',
  'queued',
  'submitting',
  'rejected',
  'validation_failed',
  'source_error',
  'dead_letter',
];

/** States whose errors appear on the care list, one row per code of severity `error`. */
const CARED_FOR: ReadonlySet<InvoiceState> = new Set([
  'rejected',
  'dead_letter',
  'source_error',
  'validation_failed',
]);
export const needsCare = (state: InvoiceState): boolean => CARED_FOR.has(state);

/** It has ended, and its buyer does not get it. */
export const hasFailed = (state: InvoiceState): boolean => needsCare(state) || state === 'cancelled';

/** What POST /invoices/{id}/cancel does in each state (contract part 3, decisions "cancel"). */
type CancelRule = 'cancel' | 'already-cancelled' | 'send-in-progress' | 'dead-letter' | 'already-submitted';
export const CANCEL_RULES = {
  received: 'cancel',
  validated: 'cancel',
  queued: 'cancel',
  cancelled: 'already-cancelled',
  submitting: 'send-in-progress',
  dead_letter: 'dead-letter',
  submitted: 'already-submitted',
  ready: 'already-submitted',
  accepted: 'already-submitted',
  delivered: 'already-submitted',
  rejected: 'already-submitted',
  validation_failed: 'already-submitted',
  source_error: 'already-submitted',
} as const satisfies Record<InvoiceState, CancelRule>;
