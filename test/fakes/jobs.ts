import type { Jobs, WorkItem } from '../../src/ports/jobs.ts';

/** Remembers what was asked for; `runDue` plays the worker. */
export class FakeJobs implements Jobs {
  readonly waiting = new Map<string, Date>();

  async schedule({ id }: WorkItem, notBefore: Date): Promise<void> {
    const known = this.waiting.get(id);
    if (!known || notBefore < known) this.waiting.set(id, notBefore);
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
