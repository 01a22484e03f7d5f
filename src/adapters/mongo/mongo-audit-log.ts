import { randomUUID } from 'node:crypto';
import type { AuditEntry, AuditLog, FoldedEntry } from '../../ports/audit-log.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { isDuplicate } from './driver-errors.ts';
import { type Mongo, untilSettled } from './mongo.ts';

export class MongoAuditLog implements AuditLog {
  constructor(
    private readonly mongo: Mongo,
    private readonly relay: OutboxRelay,
  ) {}

  async write(entry: AuditEntry): Promise<void> {
    await this.mongo.audit.insertOne({ _id: randomUUID(), ...entry });
  }

  async fold(name: string, { times, lastAt, ...first }: FoldedEntry): Promise<void> {
    await untilSettled(async () => {
      try {
        await this.mongo.audit.updateOne(
          { _id: name },
          { $inc: { times }, $max: { lastAt }, $setOnInsert: first },
          { upsert: true },
        );
        return 'folded';
      } catch (error) {
        // Two first ones met.
        if (!isDuplicate(error)) throw error;
        return 'again';
      }
    });
  }

  async forget(before: Date, limit: number): Promise<number> {
    const old = { at: { $lt: before }, lastAt: { $not: { $gte: before } } };
    const found = await this.mongo.audit
      .find(old, { projection: { _id: 1 } })
      .sort({ at: 1 })
      .limit(limit)
      .toArray();
    if (found.length === 0) return 0;
    const { deletedCount } = await this.mongo.audit.deleteMany({
      ...old,
      _id: { $in: found.map(({ _id }) => _id) },
    });
    return deletedCount;
  }

  async recent(query: { client?: string; action?: string; limit: number }): Promise<readonly AuditEntry[]> {
    await this.relay.copyAudit();
    const { client, action } = query;
    const found = this.mongo.audit
      .find(
        { ...(client !== undefined && { client }), ...(action !== undefined && { action }) },
        { projection: { _id: 0 } },
      )
      .sort({ at: -1 })
      .limit(query.limit);
    return found.toArray();
  }
}
