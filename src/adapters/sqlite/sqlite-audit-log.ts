import {
  AUDIT_FIELDS,
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  type FoldedEntry,
  type LeftOpen,
  type OpenEntry,
} from '../../ports/audit-log.ts';
import { cutPage, type Page } from '../../ports/page.ts';
import { integer, text } from './columns.ts';
import { columnsOf, fromRow, insertInto, toColumns } from './field-columns.ts';
import type { Sqlite } from './sqlite.ts';

export class SqliteAuditLog implements AuditLog {
  constructor(private readonly sqlite: Sqlite) {}

  // One row per request. It reaches the disk with the invoice or key of the request.
  async write(entry: AuditEntry): Promise<void> {
    await this.sqlite.write(() => writeAudit(this.sqlite, entry));
  }

  // Does not wait for the disk: a power cut may lose a part of the count.
  async fold(name: string, entry: FoldedEntry): Promise<void> {
    await this.sqlite.execute(FOLD, nameFold(name, entry));
  }

  async begin(name: string, entry: OpenEntry): Promise<void> {
    await this.sqlite.writeToDisk(() => this.sqlite.run(ONCE, nameFold(name, entry)));
  }

  async keepOpen(name: string, until: Date): Promise<void> {
    await this.sqlite.execute(
      'UPDATE audit SET open_until = @until WHERE fold = @name AND open_until IS NOT NULL',
      { name, until: until.getTime() },
    );
  }

  async end(name: string, entry: AuditEntry): Promise<boolean> {
    return this.sqlite.write(() => {
      this.sqlite.run('UPDATE audit SET open_until = NULL WHERE fold = @name', { name });
      return this.sqlite.run(ONCE, nameFold(`${name} ended`, entry)) === 1;
    });
  }

  async leftOpen(before: Date, limit: number): Promise<readonly LeftOpen[]> {
    const rows = await this.sqlite.readAll(
      'SELECT * FROM audit WHERE open_until < @before ORDER BY open_until LIMIT @limit',
      { before: before.getTime(), limit },
    );
    return rows.map((row) => ({
      name: text(row, 'fold'),
      entry: fromRow<AuditEntry>(AUDIT_FIELDS, row) as OpenEntry,
    }));
  }

  // Rows are in the order of their writing, so the first are the oldest.
  async forget(before: Date, limit: number): Promise<number> {
    return this.sqlite.execute(
      `DELETE FROM audit WHERE id IN (SELECT id FROM audit ORDER BY id LIMIT @limit)
         AND coalesce(last_at, at) < @before`,
      { before: before.getTime(), limit },
    );
  }

  // Ids ascend in the order of writing.
  async page({ client, after, limit }: AuditQuery): Promise<Page<AuditEntry> | undefined> {
    if (after !== undefined && !/^\d{1,15}$/.test(after)) return undefined;
    const rows = await this.sqlite.readAll(
      `SELECT * FROM audit WHERE id < @after ${client === undefined ? '' : 'AND client = @client'} ORDER BY id DESC LIMIT @limit`,
      {
        after: after === undefined ? Number.MAX_SAFE_INTEGER : Number(after),
        client: client ?? null,
        limit: limit + 1,
      },
    );
    // As long for each row, so that the length of a cursor tells nothing.
    const page = cutPage(rows, limit, (last) => String(integer(last, 'id')).padStart(15, '0'));
    return { ...page, rows: page.rows.map((row) => fromRow<AuditEntry>(AUDIT_FIELDS, row)) };
  }

  async recent(query: { client?: string; action?: string; limit: number }): Promise<readonly AuditEntry[]> {
    const where = [
      ...(query.client === undefined ? [] : ['client = @client']),
      ...(query.action === undefined ? [] : ['action = @action']),
    ];
    const rows = await this.sqlite.readAll(
      `SELECT * FROM audit ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY id DESC LIMIT @limit`,
      { client: query.client ?? null, action: query.action ?? null, limit: query.limit },
    );
    return rows.map((row) => fromRow<AuditEntry>(AUDIT_FIELDS, row));
  }
}

/** Runs within a transaction of the caller. */
export function writeAudit(sqlite: Sqlite, entry: AuditEntry): void {
  sqlite.run(INSERT, toColumns(AUDIT_FIELDS, entry));
}

const COLUMNS = columnsOf(AUDIT_FIELDS);
const INSERT = insertInto('audit', COLUMNS);

const nameFold = (fold: string, entry: AuditEntry) => ({ ...toColumns(AUDIT_FIELDS, entry), fold });

const NAMED = insertInto('audit', ['fold', ...COLUMNS]);

const ONCE = `${NAMED} ON CONFLICT (fold) WHERE fold IS NOT NULL DO NOTHING`;

const FOLD = `${NAMED}
  ON CONFLICT (fold) WHERE fold IS NOT NULL DO UPDATE
    SET times = times + excluded.times, last_at = max(last_at, excluded.last_at)`;
