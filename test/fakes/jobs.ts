import type { Jobs } from '../../src/ports/jobs.ts';

/** Remembers what was asked for; `runDue` plays the worker. */
export class FakeJobs implements Jobs {
  readonly waiting = new Map<string, Date>();

  async schedule(invoiceId: string, notBefore: Date): Promise<void> {
    const known = this.waiting.get(invoiceId);
    if (!known || notBefore < known) this.waiting.set(invoiceId, notBefore);
  }

  /** Hands every job due by `now` to the handler, earliest first; each is gone before its run, so that it can be asked anew. */
  async runDue(now: Date, handler: (invoiceId: string) => Promise<void>): Promise<number> {
    const due = [...this.waiting].filter(([, at]) => at <= now).sort(([, a], [, b]) => Number(a) - Number(b));
    for (const [invoiceId] of due) {
      this.waiting.delete(invoiceId);
      await handler(invoiceId);
    }
    return due.length;
  }
}
