import type { Lease } from '../domain/lifecycle/invoice-record.ts';
import type { Work } from '../domain/lifecycle/work.ts';

/** What of a ledger somebody has to work on, and who does: each invoice is with one worker at a time. */
export interface DueWork<R> {
  /**
   * Gives the invoice to one worker until `until`. Undefined when it is unknown, not due by `now`, has nothing to do, or
   * a lease that has not run out; a clock that was set back makes nobody wait for it (`Instants`). The version stays as it is; a
   * lease that ran out is counted in `holders`.
   * @param works only when it is due for one of them; for any when left out.
   */
  lease(id: string, lease: Lease, now: Date, works?: readonly Work[]): Promise<R | undefined>;

  /** Extends a lease; false when it was lost. */
  renewLease(id: string, lease: Lease): Promise<boolean>;

  /** Hands an invoice back before the lease runs out; nothing happens when the lease was lost. */
  releaseLease(id: string, token: string): Promise<void>;

  /**
   * Ids of invoices due before `before` that nobody holds: their job may be lost. Oldest first. Then those that are due because
   * the clock was set back: their job waits for it.
   * @param limit of each route: what waits for a stuck one hides nothing of the others.
   */
  neglected(before: Date, now: Date, limit: number): Promise<readonly string[]>;
}
