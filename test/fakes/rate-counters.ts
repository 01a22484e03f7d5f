import type { AuditEntry } from '../../src/ports/audit-log.ts';
import type { RateCounters, RateWindow } from '../../src/ports/rate-counters.ts';
import type { FakeAuditLog } from './audit-log.ts';

export class FakeRateCounters implements RateCounters {
  private readonly used = new Map<string, number>();

  constructor(private readonly audit: FakeAuditLog) {}

  async take(bucket: string, windows: readonly RateWindow[], now: Date, audit?: AuditEntry): Promise<number> {
    if (audit) await this.audit.write(audit);
    const seconds = now.getTime() / 1000;
    const slots = windows.map((window) => {
      const slot = Math.floor(seconds / window.seconds);
      const name = `${bucket} ${window.seconds} ${slot}`;
      return { window, name, used: this.used.get(name) ?? 0, ends: (slot + 1) * window.seconds };
    });
    const full = slots.filter(({ window, used }) => used >= window.limit);
    if (full.length > 0) return Math.max(1, ...full.map(({ ends }) => Math.ceil(ends - seconds)));
    for (const { name, used } of slots) this.used.set(name, used + 1);
    return 0;
  }
}
