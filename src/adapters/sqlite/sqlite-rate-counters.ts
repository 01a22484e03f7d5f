import type { AuditEntry } from '../../ports/audit-log.ts';
import type { RateCounters, RateWindow } from '../../ports/rate-counters.ts';
import { json } from './columns.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import type { Sqlite } from './sqlite.ts';

/** By window length in seconds: the window's number since 1970 and the requests counted in it. */
type Counts = Readonly<Record<string, readonly [slot: number, used: number]>>;

export class SqliteRateCounters implements RateCounters {
  constructor(private readonly sqlite: Sqlite) {}

  async take(bucket: string, windows: readonly RateWindow[], now: Date, audit?: AuditEntry) {
    const at = now.getTime() / 1000;
    return this.sqlite.write(() => {
      if (audit) writeAudit(this.sqlite, audit);
      const row = this.sqlite.one('SELECT counts FROM rate WHERE bucket = @bucket', { bucket });
      const before: Counts = row ? json(row, 'counts') : {};
      const counts: Record<string, [number, number]> = {};
      let wait = 0;
      for (const { seconds, limit } of windows) {
        const slot = Math.floor(at / seconds);
        const known = before[seconds];
        const used = known?.[0] === slot ? known[1] : 0;
        if (used >= limit) wait = Math.max(wait, 1, Math.ceil((slot + 1) * seconds - at));
        counts[seconds] = [slot, used + 1];
      }
      if (wait === 0)
        this.sqlite.run(
          `INSERT INTO rate (bucket, counts) VALUES (@bucket, @counts)
           ON CONFLICT (bucket) DO UPDATE SET counts = excluded.counts`,
          { bucket, counts: JSON.stringify(counts) },
        );
      return wait;
    });
  }
}
