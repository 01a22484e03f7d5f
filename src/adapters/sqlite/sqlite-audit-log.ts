import type { AuditEntry, AuditLog, FoldedEntry } from '../../ports/audit-log.ts';
import { integer, json, optional, text, time } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

export class SqliteAuditLog implements AuditLog {
  readonly #sqlite: Sqlite;

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  // A row per request: it reaches the disk with the invoice or key that the request is about.
  async write(entry: AuditEntry): Promise<void> {
    await this.#sqlite.write(() => writeAudit(this.#sqlite, entry));
  }

  // Not awaited on disk: a power cut may cost some of the count.
  async fold(name: string, entry: FoldedEntry): Promise<void> {
    await this.#sqlite.write(() =>
      this.#sqlite.run(
        `INSERT INTO audit (at, action, actor, client, subject, request_id, details, fold, times, last_at)
         VALUES (@at, @action, @actor, @client, @subject, @requestId, @details, @fold, @times, @lastAt)
         ON CONFLICT (fold) WHERE fold IS NOT NULL DO UPDATE
           SET times = times + excluded.times, last_at = max(last_at, excluded.last_at)`,
        { ...columns(entry), fold: name, times: entry.times, lastAt: entry.lastAt.getTime() },
      ),
    );
  }

  async recent(query: { client?: string; action?: string; limit: number }): Promise<readonly AuditEntry[]> {
    const where = [
      ...(query.client === undefined ? [] : ['client = @client']),
      ...(query.action === undefined ? [] : ['action = @action']),
    ];
    const rows = await this.#sqlite.read(() =>
      this.#sqlite.all(
        `SELECT * FROM audit ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY id DESC LIMIT @limit`,
        { client: query.client ?? null, action: query.action ?? null, limit: query.limit },
      ),
    );
    return rows.map((row) => {
      const client = optional(row, 'client', text);
      const subject = optional(row, 'subject', text);
      const requestId = optional(row, 'request_id', text);
      const details = optional(row, 'details', json<NonNullable<AuditEntry['details']>>);
      const times = optional(row, 'times', integer);
      const lastAt = optional(row, 'last_at', time);
      return {
        at: time(row, 'at'),
        action: text(row, 'action'),
        actor: text(row, 'actor'),
        ...(client !== undefined && { client }),
        ...(subject !== undefined && { subject }),
        ...(requestId !== undefined && { requestId }),
        ...(details !== undefined && { details }),
        ...(times !== undefined && { times }),
        ...(lastAt !== undefined && { lastAt }),
      };
    });
  }
}

/** Within a transaction of the caller's. */
export function writeAudit(sqlite: Sqlite, entry: AuditEntry): void {
  sqlite.run(
    `INSERT INTO audit (at, action, actor, client, subject, request_id, details)
     VALUES (@at, @action, @actor, @client, @subject, @requestId, @details)`,
    columns(entry),
  );
}

const columns = (entry: AuditEntry) => ({
  at: entry.at.getTime(),
  action: entry.action,
  actor: entry.actor,
  client: entry.client ?? null,
  subject: entry.subject ?? null,
  requestId: entry.requestId ?? null,
  details: entry.details ? JSON.stringify(entry.details) : null,
});
