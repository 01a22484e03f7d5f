import { LEASE_MS, SKEW_MS } from '../../domain/lifecycle/due.ts';
import type { Lease } from '../../domain/lifecycle/work-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DueWork } from '../../ports/due-work.ts';

/** After this time since the last confirmation another process may have taken over: its clock may be ahead of ours. */
export const SURE_MS = LEASE_MS - SKEW_MS;

export interface LeaseClocks {
  readonly clock: Clock;
  /** Milliseconds of the monotonic clock. */
  readonly monotonicMs?: () => number;
}

/** Another worker may hold the record: the pending action is not taken. */
export class LeaseLost extends Error {
  constructor(id: string) {
    super(`the lease of ${id} is no longer surely ours`);
  }
}

/** One moment on two clocks: the monotonic one may stand still while a machine is suspended, the other one may be set. */
interface Moment {
  readonly monotonic: number;
  readonly clock: number;
}

/**
 * Keeps a lease alive while its worker works. A worker that cannot renew it goes on unaware and is stopped by the fence: its next commit
 * under the lost lease is a conflict. The fence cannot stop a call to another system, so `confirm` precedes each such call.
 */
export class LeaseKeeper {
  private readonly id: string;
  private readonly token: string;
  private readonly timer: NodeJS.Timeout;
  private isLost = false;

  /** @param asked when the store was asked for the lease: it counts from then. */
  constructor(
    private readonly store: Pick<DueWork<unknown>, 'renewLease'>,
    private readonly ports: LeaseClocks,
    { id, token }: { readonly id: string; readonly token: string },
    private confirmed: Moment = momentOf(ports),
  ) {
    this.id = id;
    this.token = token;
    // The commit reports an unreachable store; until then the lease goes on or ends.
    this.timer = setInterval(() => void this.renew().catch(() => undefined), LEASE_MS / 3);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Whether the lease is surely ours, as far as this process can tell without the store. */
  get isSure(): boolean {
    const { monotonic, clock } = momentOf(this.ports);
    const elapsed = Math.max(monotonic - this.confirmed.monotonic, clock - this.confirmed.clock);
    return !this.isLost && elapsed < SURE_MS;
  }

  /** @throws LeaseLost unless the lease is surely ours by both clocks. */
  requireSure(): void {
    if (!this.isSure) throw new LeaseLost(this.id);
  }

  /**
   * Asks the store whether the lease is ours, and extends it.
   * @throws LeaseLost if it is not.
   * @throws CallFailed `busy` if the store cannot tell.
   */
  async confirm(): Promise<void> {
    if (!this.isLost) await this.renew();
    this.requireSure();
  }

  private async renew(): Promise<void> {
    const moment = momentOf(this.ports);
    const isOurs = await this.store.renewLease(this.id, newLease(this.token, this.ports.clock.now()));
    if (isOurs) {
      this.confirmed = moment;
      return;
    }
    this.isLost = true;
    this.stop();
  }
}

export const momentOf = ({ clock, monotonicMs = () => performance.now() }: LeaseClocks): Moment => ({
  monotonic: monotonicMs(),
  clock: clock.now().getTime(),
});

export const newLease = (token: string, now: Date): Lease => ({
  token,
  until: new Date(now.getTime() + LEASE_MS),
});
