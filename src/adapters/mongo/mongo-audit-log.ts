import { randomUUID } from 'node:crypto';
import type { AuditEntry, AuditLog } from '../../ports/audit-log.ts';
import type { Courier } from './courier.ts';
import type { Mongo } from './mongo.ts';

export class MongoAuditLog implements AuditLog {
  readonly #mongo: Mongo;
  readonly #courier: Courier;

  constructor(mongo: Mongo, courier: Courier) {
    this.#mongo = mongo;
    this.#courier = courier;
  }

  async write(entry: AuditEntry): Promise<void> {
    await this.#mongo.audit.insertOne({ _id: randomUUID(), ...entry });
  }

  async recent(query: { client?: string; action?: string; limit: number }): Promise<readonly AuditEntry[]> {
    await this.#courier.copyAudit();
    const { client, action } = query;
    const found = this.#mongo.audit
      .find(
        { ...(client !== undefined && { client }), ...(action !== undefined && { action }) },
        { projection: { _id: 0 } },
      )
      .sort({ at: -1 })
      .limit(query.limit);
    return found.toArray();
  }
}
