import type { Submission } from './submission.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Waits after the first to fifth transient failure (contract part 8). */
export const RETRY_WAITS_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE] as const;

/** From this many failures in a row on there is no further attempt. */
export const MAX_FAILURES = RETRY_WAITS_MS.length + 1;

type NextTry = { readonly at: Date } | 'give-up';

/**
 * When to try again after the nth failure in a row, or `give-up` from the sixth on.
 * @param failures failures so far, this one included, from 1.
 * @param scale `RETRY_SCALE` of the sandbox, 0.001 to 1.
 */
export function nextTry(failures: number, now: Date, scale: number): NextTry {
  const wait = RETRY_WAITS_MS[failures - 1];
  return wait === undefined ? 'give-up' : { at: new Date(now.getTime() + wait * scale) };
}

/**
 * How long to wait for the nth time, from 1; the last wait of the contract's schedule repeats.
 * @param share how much longer than the schedule says, 0 to 1 of the wait.
 */
export function repeatedWait(times: number, now: Date, scale: number, share = 0): Date {
  const wait = RETRY_WAITS_MS[Math.min(times, RETRY_WAITS_MS.length) - 1] ?? RETRY_WAITS_MS[0];
  return new Date(now.getTime() + wait * scale * (1 + share));
}

/** 0 to 1, different for nearly every invoice: records that failed at one instant are not repeated at one instant. */
export const shareOf = (id: string): number => parseInt(id.slice(-3), 36) / 36 ** 3;

/** Without a `Retry-After` (decisions, "429 of a route"). */
const USUAL_PAUSE_MS = MINUTE;
const MIN_PAUSE_MS = SECOND;
const MAX_PAUSE_MS = 60 * MINUTE;

/** From a second to an hour, whatever the network asks for (decisions, "Retry-After"). */
export const pauseMs = (retryAfterSeconds: number | undefined): number =>
  retryAfterSeconds === undefined
    ? USUAL_PAUSE_MS
    : Math.min(Math.max(retryAfterSeconds * 1000, MIN_PAUSE_MS), MAX_PAUSE_MS);

/** This many pauses in a row count as one failure (decisions, "Retry-After" and "a route's outcome 'later'"). */
export const PAUSES_OF_A_FAILURE = 10;

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
export const OVERDUE_MS = 24 * 60 * MINUTE;
export const isOverdue = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= OVERDUE_MS;

/** When empty lookups show that a route does not hold a document. */
export interface EmptyLookups {
  /** This many in a row, one wait apart. */
  readonly needed: number;
  /**
   * A lookup counts from this long after the last call on: before that the route may not show what the call left. After a clock was set
   * back this lasts until the clock has caught up, since a list by time may not show the call either. 0: a lookup counts at any time.
   */
  readonly countAfterMs: number;
}

/** The clock catches up with less without the help of a person. */
const SET_BACK_MS = 10 * MINUTE;

/** Whether empty lookups wait for the clock to catch up with the last call: it was set back since. */
export const waitsForClock = (
  { startedAt, calledAt = startedAt }: Submission,
  { countAfterMs }: EmptyLookups,
  now: Date,
): boolean => countAfterMs > 0 && calledAt.getTime() - now.getTime() > SET_BACK_MS;

/** How long a lost call may still be under way; 0 or less if it must have ended. */
export const callLastsMs = ({ callMayLastUntil }: Submission, now: Date): number =>
  callMayLastUntil ? callMayLastUntil.getTime() - now.getTime() : 0;

/**
 * Counts an empty lookup. It is not a failure: the calls before it failed.
 * @param failures of the record.
 * @param scale `RETRY_SCALE`; it does not make a route show a document earlier.
 * @returns when to look again; without a time the document is not held.
 */
export function countEmptyLookup(
  { submission, failures }: { readonly submission: Submission; readonly failures: number },
  { needed, countAfterMs }: EmptyLookups,
  now: Date,
  scale: number,
): { readonly submission: Submission; readonly nextLookupAt?: Date } {
  const { startedAt, calledAt = startedAt } = submission;
  const unshownMs = countAfterMs === 0 ? 0 : calledAt.getTime() + countAfterMs - now.getTime();
  const earlyMs = Math.max(unshownMs, callLastsMs(submission, now));
  if (earlyMs > 0) {
    const pause = pauseMs(Math.ceil(earlyMs / 1000));
    return { submission, nextLookupAt: new Date(now.getTime() + pause) };
  }
  const emptyLookups = submission.emptyLookups + 1;
  if (emptyLookups >= needed) return { submission: { ...submission, emptyLookups: 0, notHeld: true } };
  return {
    submission: { ...submission, emptyLookups },
    nextLookupAt: repeatedWait(Math.max(failures, 1), now, scale),
  };
}
