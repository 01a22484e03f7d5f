import type { Lease } from '../domain/lifecycle/work-record.ts';

/** What of a ledger somebody has to work on, and who does: each record is with one worker at a time. */
export interface DueWork<R> {
  /**
   * Gives the record to one worker until `until`. Undefined if it is unknown, not due by `now`, has nothing to do, or has a lease
   * that has not run out; what is due waits for no clock that was set back (`Instants`). The version stays as it is; a lease that ran
   * out is counted in `holders`.
   * @param works only if it is due for one of them; for any if left out.
   */
  lease(id: string, lease: Lease, now: Date, works?: readonly string[]): Promise<R | undefined>;

  /** Extends a lease; false if it was lost. */
  renewLease(id: string, lease: Lease): Promise<boolean>;

  /** Hands a record back before the lease runs out; nothing happens if the lease was lost. */
  releaseLease(id: string, token: string): Promise<void>;

  /**
   * Ids of records due before `before` that no worker holds: their job may be lost. Oldest first. Then those that are due because
   * the clock was set back: their job waits for it.
   * @param limit of each route: what waits for a stuck one hides nothing of the others.
   * @param from leaves out what was due earlier; not what the clock has moved.
   */
  neglected(before: Date, now: Date, limit: number, from?: Date): Promise<readonly string[]>;

  /** Leases that were taken before the clock was set back: they run until later than any that is taken now. At most `limit`. */
  leasedAhead(now: Date, limit: number): Promise<readonly AheadLease[]>;

  /** Has a lease run out that its holder has not renewed since it was read; false if it has, or was handed back. */
  expireLease(lease: AheadLease, now: Date): Promise<boolean>;
}

export interface AheadLease extends Lease {
  /** Of the record. */
  readonly id: string;
}
