import { MOST_FAILURES, nextAttempt, RETRY_WAITS_MS } from '../lifecycle/retry.ts';
import type { InvoiceState } from '../lifecycle/states.ts';
import { columnOf, COMMON_STATUSES, type Meaning, type StatusMapping } from './status-mapping.ts';
import { mayHoldDocument, type Submission } from '../lifecycle/submission.ts';

/** A question to a route. */
export type Question = 'prepare' | 'send' | 'ask' | 'poll' | 'receipt';

/** The consequence of an answer. */
export type Outcome =
  /** Through these states, one event each; then the route is asked for the end until there is one, or that is the end. */
  | { readonly to: readonly InvoiceState[]; readonly then: 'poll' | 'end' }
  /** Refused for good. */
  | 'reject'
  /** Delivered first, then refused for good: an event for each. */
  | 'reject-delivered'
  /** A transient failure: the contract's schedule, and a dead letter at its end. */
  | 'fail'
  /** No failure: the same call again later. */
  | 'wait'
  /** A failure the first time, a refusal the second time in a row. */
  | 'fail-once'
  /** The route does not hold the document: another look or, after enough of them, another send. */
  | 'look-empty'
  /** Sends again under the same identity. */
  | 'resend'
  /** A transient failure, too: another submission under another identity. */
  | 'start-over'
  /** As `start-over` the first time, a refusal the second time in a row. */
  | 'start-over-once'
  /** A failed poll: repeated for as long as it takes. */
  | 'poll-again'
  /** A delivered invoice: a failed look at the receiver's reports is repeated a few times; nothing depends on it. */
  | 'watch-again'
  /** The end has its proof. */
  | 'keep-receipt'
  /** No receipt yet: repeated for as long as it takes; nothing depends on it. */
  | 'fetch-again'
  /** The route will have no receipt. */
  | 'go-without'
  /** A rail must not give this answer here. */
  | 'never';

const then = (next: 'poll' | 'end', ...to: readonly InvoiceState[]): Outcome => ({ to, then: next });
const HELD = then('poll', 'submitted');
const ACCEPTED = then('end', 'submitted', 'accepted');
const SO_FAR = then('poll', 'submitted', 'accepted');
const DELIVERED = then('end', 'submitted', 'delivered');
const WATCHED = then('poll', 'submitted', 'delivered');
const NOW_ACCEPTED = then('end', 'accepted');
const NOW_SO_FAR = then('poll', 'accepted');
const NOW_DELIVERED = then('end', 'delivered');
const NOW_WATCHED = then('poll', 'delivered');

type Row = readonly [prepare: Outcome, send: Outcome, ask: Outcome, poll: Outcome, receipt: Outcome];

/** The outcome of each meaning after each question (contract parts 3 and 8; decisions, "Sending, retries, deadlines"). */
const ROWS: Readonly<Record<Meaning, Row>> = {
  held: ['never', HELD, HELD, 'poll-again', 'fetch-again'],
  accepted: ['never', ACCEPTED, ACCEPTED, NOW_ACCEPTED, 'never'],
  'accepted-so-far': ['never', SO_FAR, SO_FAR, NOW_SO_FAR, 'never'],
  delivered: ['never', DELIVERED, DELIVERED, NOW_DELIVERED, 'never'],
  'delivered-so-far': ['never', WATCHED, WATCHED, NOW_WATCHED, 'never'],
  'refused-since': ['never', 'reject-delivered', 'reject-delivered', 'reject-delivered', 'go-without'],
  refused: ['reject', 'reject', 'reject', 'reject', 'go-without'],
  'not-taken': ['fail', 'fail', 'fail', 'poll-again', 'fetch-again'],
  'not-taken-once': ['fail-once', 'fail-once', 'fail', 'poll-again', 'fetch-again'],
  unclear: ['fail', 'fail', 'fail', 'poll-again', 'fetch-again'],
  'unclear-once': ['fail-once', 'fail-once', 'fail', 'poll-again', 'fetch-again'],
  later: ['wait', 'wait', 'wait', 'wait', 'wait'],
  'not-held': ['never', 'never', 'look-empty', 'poll-again', 'fetch-again'],
  'cannot-tell': ['never', 'never', 'resend', 'poll-again', 'go-without'],
  dropped: ['never', 'never', 'start-over', 'start-over', 'never'],
  'dropped-once': ['never', 'never', 'start-over-once', 'start-over-once', 'never'],
  receipt: ['never', 'never', 'never', 'never', 'keep-receipt'],
};

export const OUTCOMES: Readonly<Record<Question, Readonly<Record<Meaning, Outcome>>>> = {
  prepare: columnOf(ROWS, 0),
  send: columnOf(ROWS, 1),
  ask: columnOf(ROWS, 2),
  poll: columnOf(ROWS, 3),
  receipt: columnOf(ROWS, 4),
};

/** Without a `Retry-After` (decisions, "429 of a route"). */
const USUAL_PAUSE_MS = 60_000;

const LEAST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 3_600_000;

/** From a second to an hour, whatever the network asks for (decisions, "Retry-After"). */
export const pauseMs = (retryAfterSeconds: number | undefined): number =>
  retryAfterSeconds === undefined
    ? USUAL_PAUSE_MS
    : Math.min(Math.max(retryAfterSeconds * 1000, LEAST_PAUSE_MS), LONGEST_PAUSE_MS);

/** This many pauses in a row that a network asks for count as one failure (decisions, "Retry-After"). */
export const PAUSES_OF_A_FAILURE = 10;

/** Failures before the first byte has left. */
const NO_BYTE_LEFT: ReadonlySet<string> = new Set([
  COMMON_STATUSES.unreachable.networkStatus,
  COMMON_STATUSES.blocked.networkStatus,
]);
const NOTHING_TAKEN: ReadonlySet<Meaning> = new Set(['not-taken', 'not-taken-once', 'later']);

/**
 * Whether a send failed before the first byte of the document left: a failed log-in, session or key exchange reaches nothing (decisions,
 * "reached the rail").
 * @param hasBegun as the rail reports it.
 */
export const isBeforeDocument = ({ networkStatus, meaning }: StatusMapping, hasBegun: boolean): boolean =>
  NOTHING_TAKEN.has(meaning) && (!hasBegun || NO_BYTE_LEFT.has(networkStatus));

/** A second failure of the same kind in a row is a refusal. */
export const isSecondInRow = ({ lastStatus }: Submission, { networkStatus }: StatusMapping): boolean =>
  lastStatus === networkStatus;

/** The status mapping of a dead letter: if the route may hold the document, that decides, whatever came last. */
export const finalMapping = (
  submission: Submission | undefined,
  mapping: StatusMapping,
  lost: StatusMapping,
): StatusMapping => (mayHoldDocument(submission) ? lost : mapping);

/** How long to wait for the nth time, from 1; the last wait of the contract's schedule repeats. */
export function repeatedWait(times: number, now: Date, scale: number): Date {
  const wait = RETRY_WAITS_MS[Math.min(times, RETRY_WAITS_MS.length) - 1] ?? RETRY_WAITS_MS[0];
  return new Date(now.getTime() + wait * scale);
}

export type NextTry = { readonly at: Date } | 'give-up';

/** @param failures this one included. */
export function nextTry(failures: number, now: Date, scale: number): NextTry {
  const at = nextAttempt(Math.min(failures, MOST_FAILURES), now, scale);
  return at === 'give-up' ? at : { at };
}

/** Milliseconds before each question of a kind; the last wait repeats. */
export type Waits = readonly [number, ...number[]];

/** In the sandbox, on every route (decisions, "polling"). */
export const SANDBOX_POLL_WAITS_MS: Waits = [1000, 2000, 4000, 5000];

/**
 * @param polls made so far; for a receipt, how often it was asked for.
 * @param scale `RETRY_SCALE`.
 */
export const nextPoll = (waits: Waits, polls: number, now: Date, scale: number): Date =>
  new Date(now.getTime() + (waits[polls] ?? waits.at(-1)!) * scale);

/** After this time a missing end state or receipt opens a care row. */
export const OVERDUE_MS = 24 * 3_600_000;
export const isOverdue = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= OVERDUE_MS;
