import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentRef, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { ORPHANED_MS } from '../../domain/lifecycle/orphans.ts';
import type { SealedFile } from '../../ports/content-store.ts';
import { json } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

// Files are written with the invoice that names them, so a process that dies leaves none behind. A later file replaces an
// earlier one, so each file counts the invoices that name it, and a sweep removes files without any.

type OfClient = Pick<InvoiceRecord, 'client'>;

/** Runs within a transaction of the caller. A stored file stays and counts one more reference. */
export function writeFiles(sqlite: Sqlite, { client }: OfClient, files: readonly SealedFile[]): void {
  // A step that stores the same bytes twice counts one reference.
  for (const { sha256, sealed } of new Map(files.map((file) => [file.sha256, file])).values())
    sqlite.run(
      `INSERT INTO content (client, sha256, sealed, named) VALUES (@client, @sha256, @bytes, 1)
       ON CONFLICT DO UPDATE SET named = named + 1, unnamed_since = NULL`,
      { client, sha256, bytes: Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength) },
    );
}

/**
 * The files that an invoice names now. Runs within the transaction that changes the invoice.
 * @param table of its ledger.
 */
export function namesOf(sqlite: Sqlite, table: string, id: string): ReadonlySet<string> {
  const row = sqlite.one(`SELECT documents FROM ${table} WHERE id = @id`, { id });
  return new Set(row && json<readonly DocumentRef[]>(row, 'documents').map(({ sha256 }) => sha256));
}

/** @param before the files that the invoice named before. */
export function changeFiles(
  sqlite: Sqlite,
  { client, documents }: Pick<InvoiceRecord, 'client' | 'documents'>,
  before: ReadonlySet<string>,
  files: readonly SealedFile[],
): void {
  const fresh = files.filter(({ sha256 }) => !before.has(sha256));
  writeFiles(sqlite, { client }, fresh);
  const named = new Set(documents.map(({ sha256 }) => sha256));
  letGo(
    sqlite,
    client,
    [...before].filter((sha256) => !named.has(sha256)),
  );
}

/** Runs within the transaction in which a record of the client drops its references. */
export function letGo(sqlite: Sqlite, client: string, hashes: Iterable<string>): void {
  const now = Date.now();
  for (const sha256 of hashes)
    sqlite.run(
      `UPDATE content SET named = named - 1, unnamed_since = CASE WHEN named = 1 THEN @now END
       WHERE client = @client AND sha256 = @sha256`,
      { client, sha256, now },
    );
}

const AT_ONCE = 100;

/** In batches. */
export async function sweepFiles(sqlite: Sqlite): Promise<void> {
  const before = Date.now() - ORPHANED_MS;
  for (let removed = AT_ONCE; removed === AT_ONCE; await nextTurn())
    removed = await sqlite.execute(
      `DELETE FROM content WHERE rowid IN
           (SELECT rowid FROM content WHERE unnamed_since < @before ORDER BY unnamed_since LIMIT @most)`,
      { before, most: AT_ONCE },
    );
}
