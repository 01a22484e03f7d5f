import type { DocumentRef } from '../../domain/lifecycle/invoice-record.ts';
import type { RemovalQuery } from '../../ports/removal.ts';
import { json, text } from './columns.ts';
import { letGo } from './contents.ts';
import type { Sqlite } from './sqlite.ts';

/** In the order of arrival, as the index of a client's records. A record that changed before a time also arrived before it. */
const HAS_ENDED = `AND created_at < @before AND updated_at < @before AND due_at IS NULL AND lease_token IS NULL
  AND newest_open_care IS NULL AND state IN (SELECT value FROM json_each(@ended))`;

/** A ledger from which records are removed. */
export interface RemovedFrom {
  /** With the columns that every ledger has. */
  readonly table: string;
  /** States in which a record may stay for good. */
  readonly ended: readonly string[];
  /** The names by which a document is found. */
  readonly claims?: string;
}

/** Removes records of a ledger with their parts in one transaction. Triggers count them as removed. */
export function removeRecords(
  sqlite: Sqlite,
  { table, ended, claims }: RemovedFrom,
  { client, endedBefore }: RemovalQuery,
  limit: number,
): Promise<number> {
  return sqlite.writeToDisk(() => {
    const rows = sqlite.all(
      `SELECT id, documents FROM ${table} WHERE client = @client ${endedBefore ? HAS_ENDED : ''}
       ORDER BY created_at, id LIMIT @limit`,
      { client, limit, before: endedBefore?.getTime() ?? null, ended: JSON.stringify(ended) },
    );
    for (const row of rows) {
      const id = text(row, 'id');
      letGo(
        sqlite,
        client,
        new Set(json<readonly DocumentRef[]>(row, 'documents').map(({ sha256 }) => sha256)),
      );
      sqlite.run('DELETE FROM event WHERE invoice_id = @id', { id });
      sqlite.run('DELETE FROM idempotency WHERE invoice_id = @id', { id });
      if (claims !== undefined) sqlite.run(`DELETE FROM ${claims} WHERE received_id = @id`, { id });
      sqlite.run(`DELETE FROM ${table} WHERE id = @id`, { id });
    }
    return rows.length;
  });
}
