import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CareKind, listCare } from '../../application/care/listed-care.ts';
import type { CareItem, InvoiceInCare } from '../../domain/lifecycle/care-item.ts';
import { IN_CARE_FIELDS } from '../../domain/lifecycle/invoice-fields.ts';
import type { CareQuery } from '../../ports/care-list.ts';
import { fromRow } from './field-columns.ts';
import type { Sqlite } from './sqlite.ts';

const NEWEST: Readonly<Record<CareKind, string>> = {
  open: 'newest_open_care',
  handled: 'newest_handled_care',
};

/** @param table of a ledger. @see CareList */
export const careItems = (sqlite: Sqlite, table: CareTable, query: CareQuery): Promise<readonly CareItem[]> =>
  listCare(query, async (kind, count, before) => {
    // One batch blocks the event loop for the time of this many rows.
    await nextTurn();
    return sqlite.read(() =>
      newestInCare(sqlite, table, NEWEST[kind], { client: query.client, id: query.id, count, before }),
    );
  });

/** Received invoices have no deadline. */
type CareTable = 'invoice' | 'received' | 'tax_report';
const DEADLINE: Readonly<Record<CareTable, string>> = {
  invoice: 'deadline_at',
  received: 'NULL',
  tax_report: 'deadline_at',
};

interface Newest {
  readonly count: number;
  readonly before: Date;
}

function newestInCare(
  sqlite: Sqlite,
  table: CareTable,
  newest: string,
  { client, id, count, before }: Pick<CareQuery, 'client' | 'id'> & Newest,
): readonly InvoiceInCare[] {
  const older = [
    `${newest} < @before`,
    ...(client === undefined ? [] : ['client = @client']),
    ...(id === undefined ? [] : ['id = @id']),
  ].join(' AND ');
  const rows = sqlite.all(
    `SELECT id, client, route, invoice_ref, ${DEADLINE[table]} AS deadline_at, care, ${newest} AS newest_at FROM ${table}
     WHERE ${older} AND ${newest} >= coalesce(
       (SELECT ${newest} FROM ${table} WHERE ${older} ORDER BY ${newest} DESC LIMIT 1 OFFSET @others), 0)
     ORDER BY ${newest} DESC`,
    { client: client ?? null, id: id ?? null, before: before.getTime(), others: count - 1 },
  );
  return rows.map((row) => fromRow<InvoiceInCare>(IN_CARE_FIELDS, row));
}
