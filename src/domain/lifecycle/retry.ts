const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Waits after the first to fifth transient failure (contract part 8). */
export const RETRY_WAITS_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE] as const;

/** From this many failures in a row on there is no further attempt. */
export const MOST_FAILURES = RETRY_WAITS_MS.length + 1;

/**
 * When to try again after the nth failure in a row, or `give-up` from the sixth on (`dead_letter`).
 * @param failures failures so far, this one included, from 1.
 * @param scale `RETRY_SCALE` of the sandbox, 0.001 to 1.
 * @param share how much longer than the schedule says, 0 to 1 of the wait.
 */
export function nextAttempt(failures: number, now: Date, scale = 1, share = 0): Date | 'give-up' {
  const wait = RETRY_WAITS_MS[failures - 1];
  return wait === undefined ? 'give-up' : new Date(now.getTime() + wait * scale * (1 + share));
}

/** 0 to 1, different for nearly every invoice: records that failed at one instant are not repeated at one instant. */
export const shareOf = (id: string): number => parseInt(id.slice(-3), 36) / 36 ** 3;
