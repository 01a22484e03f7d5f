import type { AuditEntry, AuditLog } from '../../ports/audit-log.ts';
import type { RateCounters, RateWindow } from '../../ports/rate-counters.ts';
import type { RateDocument } from './documents.ts';
import { isFirst } from './driver-errors.ts';
import { type Mongo, untilSettled } from './mongo.ts';

/**
 * One document holds a bucket's windows for the length of the longest. The upsert that counts has the condition that no window
 * is full. If one is full, the upsert tries to insert a second document with the same id, and is refused.
 */
export class MongoRateCounters implements RateCounters {
  constructor(
    private readonly mongo: Mongo,
    private readonly audit: Pick<AuditLog, 'write'>,
  ) {}

  async take(bucket: string, windows: readonly RateWindow[], now: Date, audit?: AuditEntry): Promise<number> {
    const [wait] = await Promise.all([this.count(bucket, windows, now), audit && this.audit.write(audit)]);
    return wait;
  }

  private count(bucket: string, windows: readonly RateWindow[], now: Date): Promise<number> {
    const at = now.getTime() / 1000;
    const longest = Math.max(...windows.map(({ seconds }) => seconds));
    const whole = Math.floor(at / longest);
    const slots = windows.map(({ seconds, limit }) => {
      const slot = Math.floor(at / seconds);
      return { name: `${seconds}_${slot}`, limit, ends: (slot + 1) * seconds };
    });
    const _id = `${bucket} ${longest}_${whole}`;
    const free = slots.map(({ name, limit }) => [`used.${name}`, { $not: { $gte: limit } }]);
    const counted = slots.map(({ name }) => [`used.${name}`, 1]);
    return untilSettled(async () => {
      const change = {
        $inc: Object.fromEntries(counted) as Record<string, number>,
        $setOnInsert: { expiresAt: new Date((whole + 2) * longest * 1000) },
      };
      const filter = { _id, ...Object.fromEntries(free) } as object;
      if (await isFirst(this.mongo.rates.updateOne(filter, change, { upsert: true }))) return 0;
      const row: RateDocument | null = await this.mongo.rates.findOne({ _id });
      const full = slots.filter(({ name, limit }) => (row?.used[name] ?? 0) >= limit);
      // No window is full: two first requests of the bucket collided.
      if (full.length === 0) return 'again';
      return Math.max(1, ...full.map(({ ends }) => Math.ceil(ends - at)));
    });
  }
}
