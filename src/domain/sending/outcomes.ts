import { COMMON_STATUSES, type Meaning, MEANINGS, type StatusMapping } from './status-mapping.ts';
import { mayHoldDocument, type Submission } from './submission.ts';

/** A question to a route. */
export type Question = 'prepare' | 'send' | 'ask' | 'poll' | 'receipt';

/** How far a record gets with an answer: for an invoice the states with an event each, for any other record their last. */
export interface Reached {
  readonly to: readonly ('submitted' | 'accepted' | 'delivered')[];
  /** Then the route is asked for the end until there is one, or that is the end. */
  readonly then: 'poll' | 'end';
}

/** The consequence of an answer that each kind of record stores in its own way. */
export type Conclusion =
  | Reached
  /** Refused for good. */
  | 'reject'
  /** Delivered first, then refused for good: an event for each. */
  | 'reject-delivered'
  /** A delivered invoice: a failed look at the receiver's reports is repeated a few times; nothing depends on it. */
  | 'watch-again'
  /** The end has its proof. */
  | 'keep-receipt'
  /** No receipt yet: repeated for as long as it takes; nothing depends on it. */
  | 'fetch-again'
  /** The route will have no receipt. */
  | 'go-without';

/** The consequence of an answer that is the same for every kind of record. */
export type Course =
  /** A transient failure: the contract's schedule; after its end the record is given up. */
  | 'fail'
  /** No failure: the same call again later. */
  | 'wait'
  /** The route does not hold the document: another lookup or, after enough of them, another send. */
  | 'not-found'
  /** Sends again under the same identity. */
  | 'resend'
  /** A transient failure, too: another submission under another identity. */
  | 'start-over'
  /** As `start-over`, once and without a wait: a rejection the second time. */
  | 'start-over-at-once'
  /** A failed poll: repeated for as long as it takes. */
  | 'poll-again'
  /** A rail must not give this answer here. */
  | 'never';

export type Consequence =
  | Course
  | Conclusion
  /** A failure the first time, a rejection the second time in a row. */
  | 'fail-once'
  /** As `start-over` the first time, a rejection the second time in a row. */
  | 'start-over-once';

/** The consequences of all answers for one kind of record. */
export type Outcomes = Readonly<Record<Question, Readonly<Record<Meaning, Consequence>>>>;

const then = (next: 'poll' | 'end', ...to: Reached['to']): Reached => ({ to, then: next });
const HELD = then('poll', 'submitted');
const ACCEPTED = then('end', 'submitted', 'accepted');
const SO_FAR = then('poll', 'submitted', 'accepted');
const DELIVERED = then('end', 'submitted', 'delivered');
const WATCHED = then('poll', 'submitted', 'delivered');
const NOW_ACCEPTED = then('end', 'accepted');
const NOW_SO_FAR = then('poll', 'accepted');
const NOW_DELIVERED = then('end', 'delivered');
const NOW_WATCHED = then('poll', 'delivered');
/** A status ends with the word of the route that it has it for good, whatever the receiver does with it. */
const TAKEN = then('end', 'accepted');

type InvoiceRow = readonly [
  prepare: Consequence,
  send: Consequence,
  ask: Consequence,
  poll: Consequence,
  receipt: Consequence,
];
/** No call comes before a status, and no proof of it is fetched. */
type StatusRow = readonly [send: Consequence, ask: Consequence, poll: Consequence];

interface Row {
  readonly invoice: InvoiceRow;
  /** A status that a client sends to the other party; a tax report. */
  readonly status: StatusRow;
}

/**
 * The outcome of each meaning after each question, for each kind of record (contract parts 3 and 8; decisions, "Sending, retries,
 * deadlines"). A route that cannot tell whether it has a status is never sent it again: it may report a second one to the administration.
 */
const ROWS: Readonly<Record<Meaning, Row>> = {
  held: {
    invoice: ['never', HELD, HELD, 'poll-again', 'fetch-again'],
    status: [HELD, HELD, 'poll-again'],
  },
  accepted: {
    invoice: ['never', ACCEPTED, ACCEPTED, NOW_ACCEPTED, 'never'],
    status: [TAKEN, TAKEN, TAKEN],
  },
  'accepted-so-far': {
    invoice: ['never', SO_FAR, SO_FAR, NOW_SO_FAR, 'never'],
    status: [TAKEN, TAKEN, TAKEN],
  },
  delivered: {
    invoice: ['never', DELIVERED, DELIVERED, NOW_DELIVERED, 'never'],
    status: [TAKEN, TAKEN, TAKEN],
  },
  'delivered-so-far': {
    invoice: ['never', WATCHED, WATCHED, NOW_WATCHED, 'never'],
    status: [TAKEN, TAKEN, TAKEN],
  },
  'refused-since': {
    invoice: ['never', 'reject-delivered', 'reject-delivered', 'reject-delivered', 'go-without'],
    status: ['reject', 'reject', 'reject'],
  },
  refused: {
    invoice: ['reject', 'reject', 'reject', 'reject', 'go-without'],
    status: ['reject', 'reject', 'reject'],
  },
  'not-taken': {
    invoice: ['fail', 'fail', 'fail', 'poll-again', 'fetch-again'],
    status: ['fail', 'fail', 'poll-again'],
  },
  'not-taken-once': {
    invoice: ['fail-once', 'fail-once', 'fail', 'poll-again', 'fetch-again'],
    status: ['fail', 'fail', 'poll-again'],
  },
  unclear: {
    invoice: ['fail', 'fail', 'fail', 'poll-again', 'fetch-again'],
    status: ['fail', 'fail', 'poll-again'],
  },
  'unclear-once': {
    invoice: ['fail-once', 'fail-once', 'fail', 'poll-again', 'fetch-again'],
    status: ['fail', 'fail', 'poll-again'],
  },
  later: {
    invoice: ['wait', 'wait', 'wait', 'wait', 'wait'],
    status: ['wait', 'wait', 'poll-again'],
  },
  'not-held': {
    invoice: ['never', 'never', 'not-found', 'poll-again', 'fetch-again'],
    status: ['never', 'not-found', 'poll-again'],
  },
  'cannot-tell': {
    invoice: ['never', 'never', 'resend', 'poll-again', 'go-without'],
    status: ['never', 'fail', 'poll-again'],
  },
  dropped: {
    invoice: ['never', 'never', 'start-over', 'start-over', 'never'],
    status: ['never', 'start-over-at-once', 'start-over-at-once'],
  },
  'dropped-once': {
    invoice: ['never', 'never', 'start-over-once', 'start-over-once', 'never'],
    status: ['never', 'start-over-at-once', 'start-over-at-once'],
  },
  receipt: {
    invoice: ['never', 'never', 'never', 'never', 'keep-receipt'],
    status: ['never', 'never', 'never'],
  },
};

/** The column of one question, for one kind of record. */
const column = (of: (row: Row) => Consequence): Outcomes[Question] =>
  Object.fromEntries(MEANINGS.map((meaning) => [meaning, of(ROWS[meaning])])) as Outcomes[Question];
const never = column(() => 'never');

const OF_INVOICE: Outcomes = {
  prepare: column(({ invoice: [prepare] }) => prepare),
  send: column(({ invoice: [, send] }) => send),
  ask: column(({ invoice: [, , ask] }) => ask),
  poll: column(({ invoice: [, , , poll] }) => poll),
  receipt: column(({ invoice: [, , , , receipt] }) => receipt),
};

const isAboutDelivered = (outcome: Consequence): boolean =>
  typeof outcome === 'object' ? outcome.to.includes('delivered') : outcome === 'reject-delivered';

export const OUTCOMES = {
  invoice: OF_INVOICE,
  /** A delivered invoice stays delivered, unless the receiver's side refuses it. */
  delivered: {
    ...OF_INVOICE,
    poll: column(({ invoice: [, , , poll] }) => (isAboutDelivered(poll) ? poll : 'watch-again')),
  } as Outcomes,
  status: {
    prepare: never,
    send: column(({ status: [send] }) => send),
    ask: column(({ status: [, ask] }) => ask),
    poll: column(({ status: [, , poll] }) => poll),
    receipt: never,
  } as Outcomes,
};

/** Whether a conclusion tells how far the record gets. */
export const mayReach = (conclusion: Conclusion): conclusion is Reached => typeof conclusion === 'object';

/** What an answer leads to: a second one of the same kind in a row is a rejection for some meanings. */
export function courseOf(
  outcomes: Outcomes,
  question: Question,
  { meaning, networkStatus }: StatusMapping,
  { lastStatus, lastDrop, drops = 0 }: Partial<Submission>,
): Course | Conclusion {
  const consequence = outcomes[question][meaning];
  switch (consequence) {
    case 'fail-once':
      return lastStatus === networkStatus ? 'reject' : 'fail';
    case 'start-over-once':
      return lastDrop === networkStatus ? 'reject' : 'start-over';
    case 'start-over-at-once':
      return drops > 0 ? 'reject' : consequence;
    default:
      return consequence;
  }
}

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

/** The status mapping of a record that is given up: if the route may hold the document, that decides, whatever came last. */
export const finalMapping = (submission: Submission | undefined, mapping: StatusMapping): StatusMapping =>
  mayHoldDocument(submission) ? COMMON_STATUSES.answerLost : mapping;
