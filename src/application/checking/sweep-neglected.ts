import { taskOf } from '../../domain/lifecycle/lanes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Jobs } from '../../ports/jobs.ts';

/** Longer than a job normally waits for a free worker, so that the sweep seldom asks for what is on its way. */
export const NEGLECT_GRACE_MS = 30_000;

/** Of each route; keeps one sweep short, and what is left is found by the next. */
const MOST_AT_ONCE = 500;

/** Schedules invoices that are due but that nobody works on (the process died between the commit and its job), and settles the store. */
export class SweepNeglected {
  readonly #invoices: InvoiceStore;
  readonly #jobs: Jobs;
  readonly #clock: Clock;

  constructor(invoices: InvoiceStore, jobs: Jobs, clock: Clock) {
    this.#invoices = invoices;
    this.#jobs = jobs;
    this.#clock = clock;
  }

  /** @returns how many were scheduled. */
  async run(): Promise<number> {
    const now = this.#clock.now();
    const overdue = new Date(now.getTime() - NEGLECT_GRACE_MS);
    const ids = await this.#invoices.neglected(overdue, now, MOST_AT_ONCE);
    for (const id of ids) {
      const invoice = await this.#invoices.find(id);
      if (invoice) await this.#jobs.schedule(taskOf(invoice), now);
    }
    await this.#invoices.settle();
    return ids.length;
  }
}
