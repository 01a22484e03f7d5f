import { LEASE_MS, SKEW_MS } from '../../domain/lifecycle/due.ts';
import type { AheadLease, DueWork } from '../../ports/due-work.ts';
import { tryEach } from '../each-apart.ts';

/** The longest time that a live holder leaves its lease without a renewal. */
const DEAD_AFTER_MS = LEASE_MS + SKEW_MS;

/** Keeps one look short after a clock was set back far. */
const MAX_AT_ONCE = 1000;

interface Watched {
  readonly untilMs: number;
  /** On the monotonic clock. */
  readonly sinceMs: number;
}

/**
 * Ends leases that were taken before the clock was set back. By the clock they would last until it has caught up. A live holder renews its
 * lease, which then reads like any other. A holder that has not renewed for longer than a lease lasts, by the monotonic clock of the
 * watching process, is dead.
 */
export class AheadLeases {
  private watched = new Map<string, Watched>();

  constructor(
    private readonly store: Pick<DueWork<unknown>, 'listLeasedAhead' | 'expireLease'>,
    private readonly monotonicMs: () => number,
  ) {}

  /** Called regularly. @returns the records whose lease this call has ended, and what was thrown for others. */
  async expireDead(
    now: Date,
  ): Promise<{ readonly freed: readonly string[]; readonly failures: readonly unknown[] }> {
    const leases = await this.store.listLeasedAhead(now, MAX_AT_ONCE);
    const nowMs = this.monotonicMs();
    const before = this.watched;
    this.watched = new Map();
    const freed: string[] = [];
    const expire = async (lease: AheadLease): Promise<void> => {
      const watched = this.findUnchanged(before, lease) ?? { untilMs: lease.until.getTime(), sinceMs: nowMs };
      const isDead = nowMs - watched.sinceMs >= DEAD_AFTER_MS;
      // Noted first, so that the wait goes on after a failure.
      this.watched.set(lease.token, watched);
      if (!isDead || !(await this.store.expireLease(lease, now))) return;
      this.watched.delete(lease.token);
      freed.push(lease.id);
    };
    const failures = await tryEach(leases, expire, () => this.store.listLeasedAhead(now, 1));
    return { freed, failures };
  }

  private findUnchanged(
    before: ReadonlyMap<string, Watched>,
    { token, until }: AheadLease,
  ): Watched | undefined {
    const watched = before.get(token);
    return watched?.untilMs === until.getTime() ? watched : undefined;
  }
}
