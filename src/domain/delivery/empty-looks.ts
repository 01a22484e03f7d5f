import type { Submission } from '../lifecycle/submission.ts';
import { pauseMs, repeatedWait } from './decisions.ts';

/** When empty looks show that a route does not hold a document. */
export interface EmptyLooks {
  /** This many in a row, one wait apart. */
  readonly needed: number;
  /**
   * A look counts from this long after the last call on: before that the route may not show what the call left. After a clock was set back
   * this lasts until the clock has caught up, since a list by time may not show the call either. 0: a look counts at any time.
   */
  readonly countAfterMs: number;
}

/** The clock catches up with less without the help of a person. */
const SET_BACK_MS = 10 * 60_000;

/** Whether empty looks wait for the clock to catch up with the last call: it was set back since. */
export const waitsForClock = (
  { startedAt, calledAt = startedAt }: Submission,
  { countAfterMs }: EmptyLooks,
  now: Date,
): boolean => countAfterMs > 0 && calledAt.getTime() - now.getTime() > SET_BACK_MS;

/**
 * Counts an empty look. It is not a failure: the calls before it failed.
 * @param failures of the record.
 * @param scale `RETRY_SCALE`; it does not make a route show a document earlier.
 * @returns when to look again; without a time the document is not held.
 */
export function countEmptyLook(
  { submission, failures }: { readonly submission: Submission; readonly failures: number },
  { needed, countAfterMs }: EmptyLooks,
  now: Date,
  scale: number,
): { readonly submission: Submission; readonly lookAgainAt?: Date } {
  const { startedAt, calledAt = startedAt } = submission;
  const earlyMs = countAfterMs === 0 ? 0 : calledAt.getTime() + countAfterMs - now.getTime();
  if (earlyMs > 0) {
    const pause = pauseMs(Math.ceil(earlyMs / 1000));
    return { submission, lookAgainAt: new Date(now.getTime() + pause) };
  }
  const emptyLooks = submission.emptyLooks + 1;
  if (emptyLooks >= needed) return { submission: { ...submission, emptyLooks: 0, notHeld: true } };
  return {
    submission: { ...submission, emptyLooks },
    lookAgainAt: repeatedWait(Math.max(failures, 1), now, scale),
  };
}
