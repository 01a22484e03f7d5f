import { LEASE_MS } from '../../domain/lifecycle/due.ts';
import type { Lease } from '../../domain/lifecycle/invoice-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';

/**
 * Keeps a lease alive while its worker works. A worker that cannot renew it goes on unaware and is stopped by the fence:
 * its next commit under the lost lease is a conflict.
 */
export class LeaseHeartbeat {
  readonly #invoices: InvoiceStore;
  readonly #clock: Clock;
  readonly #id: string;
  readonly #token: string;
  readonly #timer: NodeJS.Timeout;

  constructor(invoices: InvoiceStore, clock: Clock, id: string, token: string) {
    this.#invoices = invoices;
    this.#clock = clock;
    this.#id = id;
    this.#token = token;
    this.#timer = setInterval(() => void this.#renew(), LEASE_MS / 3);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #renew(): Promise<void> {
    const renewed = newLease(this.#token, this.#clock.now());
    // A store that cannot be reached is the commit's to report; until then the lease runs on or out.
    const held = await this.#invoices.renewLease(this.#id, renewed).catch(() => true);
    if (!held) this.stop();
  }
}

export const newLease = (token: string, now: Date): Lease => ({
  token,
  until: new Date(now.getTime() + LEASE_MS),
});
