import type { AuditEntry, AuditLog } from '../../src/ports/audit-log.ts';

export class FakeAuditLog implements AuditLog {
  readonly #entries: AuditEntry[] = [];

  async write(entry: AuditEntry): Promise<void> {
    this.#entries.push(entry);
  }

  async recent(query: { client?: string; action?: string; limit: number }): Promise<readonly AuditEntry[]> {
    return this.#entries
      .filter(({ client }) => query.client === undefined || client === query.client)
      .filter(({ action }) => query.action === undefined || action === query.action)
      .reverse()
      .sort((a, b) => Number(b.at) - Number(a.at))
      .slice(0, query.limit);
  }
}
