import type { SealedSummary } from '../../ports/sealed-summaries.ts';
import { optional, text } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

/** @param table of a ledger. */
export async function readSummaries(
  sqlite: Sqlite,
  table: 'invoice' | 'received',
  ids: readonly string[],
): Promise<readonly SealedSummary[]> {
  const rows = await sqlite.readAll(
    `SELECT id, client, sealed_summary FROM ${table} WHERE id IN (SELECT value FROM json_each(@ids))`,
    { ids: JSON.stringify(ids) },
  );
  return rows.map((row) => {
    const sealedSummary = optional(row, 'sealed_summary', text);
    return {
      id: text(row, 'id'),
      client: text(row, 'client'),
      ...(sealedSummary !== undefined && { sealedSummary }),
    };
  });
}
