/** Longer than the check of a small document, and short enough that the invoice of a dead worker is soon leased again. */
export const LEASE_MS = 60_000;

/** The largest difference between the clocks of two processes. */
export const SKEW_MS = 10_000;

/**
 * A record's times come from clocks, and a clock may be set back. What was due then would wait until the clock has caught up. If a record's
 * last change lies further ahead than any process could have written it, the clock was set back, and the record is due.
 *
 * A lease differs: its holder may be alive and in the middle of a call. So a lease whose end now reads as too far ahead is a lease like any
 * other. Only a missing renewal, by the monotonic clock, shows that its holder is dead (`AheadLeases`).
 */
interface Instants {
  readonly now: Date;
  /** A later change was written before the clock was set back: how long its record has waited is unknown. */
  readonly latestChange: Date;
  /** A lease that ends later than this was taken before the clock was set back. */
  readonly latestLease: Date;
}

export const instantsAt = (now: Date): Instants => ({
  now,
  latestChange: new Date(now.getTime() + SKEW_MS),
  latestLease: new Date(now.getTime() + LEASE_MS + SKEW_MS),
});
