/** Longer than the check of a small document, short enough that a dead worker's invoice is soon leased again. */
export const LEASE_MS = 60_000;

/** The clocks of processes differ by less. */
export const SKEW_MS = 10_000;

/**
 * Every time in a record was written by some clock, and a clock may be set back. Then what was due would wait until it has caught
 * up. A time of a change that lies further ahead than it could have been written shows that, and the record is due.
 *
 * A lease is another matter: its holder may be alive and in the middle of a call. So a lease until a time that now reads as too far
 * ahead is a lease like any other. That its holder is dead shows only by its not being renewed, on the monotonic clock (`AheadLeases`).
 */
export interface Instants {
  readonly now: Date;
  /** A change later than this was written before the clock was set back: how long its record has waited is unknown. */
  readonly latestChange: Date;
  /** No lease is taken until later than this: one that is was taken before the clock was set back. */
  readonly latestLease: Date;
}

export const instantsAt = (now: Date): Instants => ({
  now,
  latestChange: new Date(now.getTime() + SKEW_MS),
  latestLease: new Date(now.getTime() + LEASE_MS + SKEW_MS),
});
