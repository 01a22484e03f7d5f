import type { AuditEntry, AuditLog } from '../../ports/audit-log.ts';
import { json, optional, text, time } from './columns.ts';
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
      return {
        at: time(row, 'at'),
        action: text(row, 'action'),
        actor: text(row, 'actor'),
        ...(client !== undefined && { client }),
        ...(subject !== undefined && { subject }),
        ...(requestId !== undefined && { requestId }),
        ...(details !== undefined && { details }),
      };
    });
  }
}

/** Within a transaction of the caller's. */
export function writeAudit(sqlite: Sqlite, entry: AuditEntry): void {
  sqlite.run(
    `INSERT INTO audit (at, action, actor, client, subject, request_id, details)
     VALUES (@at, @action, @actor, @client, @subject, @requestId, @details)`,
    {
      at: entry.at.getTime(),
      action: entry.action,
      actor: entry.actor,
      client: entry.client ?? null,
      subject: entry.subject ?? null,
      requestId: entry.requestId ?? null,
      details: entry.details ? JSON.stringify(entry.details) : null,
    },
  );
}
