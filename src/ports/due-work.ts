import type { Lease } from '../domain/lifecycle/work-record.ts';

/** The due records of a ledger, each with one worker at a time. */
export interface DueWork<R> {
  /**
   * Gives the record to one worker until `until`. Undefined if it is unknown, not due by `now`, has nothing to do, or has a lease that has
   * not run out; a clock that was set back delays no due record (`Instants`). The version stays; a lease that ran out is counted in
   * `holders`.
   * @param works only if it is due for one of them; for any if left out.
   */
  lease(id: string, lease: Lease, now: Date, works?: readonly string[]): Promise<R | undefined>;

  /** Extends a lease; false if it was lost. */
  renewLease(id: string, lease: Lease): Promise<boolean>;

  /** Releases a record before the lease runs out; does nothing if the lease was lost. */
  releaseLease(id: string, token: string): Promise<void>;

  /**
   * Ids of records due before `before` that no worker holds: their job may be lost. Oldest first. Then those that are due because the clock
   * was set back: their job waits for the clock.
   * @param limit for each route: records that wait for a stuck route hide none of the others.
   * @param from leaves out records that were due earlier, except those that the clock has moved.
   */
  listNeglected(before: Date, now: Date, limit: number, from?: Date): Promise<readonly string[]>;

  /** Leases that were taken before the clock was set back: they run longer than any lease that is taken now. At most `limit`. */
  listLeasedAhead(now: Date, limit: number): Promise<readonly AheadLease[]>;

  /** Ends a lease that its holder has not renewed since it was read; false if the holder has renewed or released it. */
  expireLease(lease: AheadLease, now: Date): Promise<boolean>;
}

export interface AheadLease extends Lease {
  /** Of the record. */
  readonly id: string;
}
