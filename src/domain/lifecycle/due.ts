/** Longer than a check of a small document takes, short enough that a dead worker's invoice is soon taken up again. */
export const LEASE_MS = 60_000;

/** The clocks of processes differ by less. */
export const SKEW_MS = 10_000;

/**
 * Every time in a record was written by some clock, and a clock may be set back. Then what was due would wait until it has caught
 * up, and so would what a dead worker held. A time that lies further ahead than it could have been written shows that.
 */
export interface Instants {
  readonly now: Date;
  /** A change later than this was written before the clock was set back: nobody can tell how long its invoice has waited. */
  readonly latestChange: Date;
  /** A lease until later than this holds nobody off. */
  readonly latestLease: Date;
}

export const instantsAt = (now: Date): Instants => ({
  now,
  latestChange: new Date(now.getTime() + SKEW_MS),
  latestLease: new Date(now.getTime() + LEASE_MS + SKEW_MS),
});
