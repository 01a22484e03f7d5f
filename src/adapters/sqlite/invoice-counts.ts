import { type DayCount, dayOf, REMOVED_COUNTS } from '../../domain/lifecycle/day-counts.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { InvoiceQuery } from '../../ports/invoice-reads.ts';
import { integer, text } from './columns.ts';
import type { Row, Sqlite } from './sqlite.ts';

// Kept by triggers with every change of an invoice, so that nothing counts the invoices themselves.

/** The client under which all are counted together. */
export const ALL_CLIENTS = '';

/** Of invoices that are there. */
export const IS_THERE = `state NOT IN ('${REMOVED_COUNTS.received}', '${REMOVED_COUNTS.rejected}')`;

/** Invoices by day of arrival and state, days in order, with every filter but state and text. */
export function countsByDay(sqlite: Sqlite, counts: string, query: InvoiceQuery): readonly DayCount[] {
  const { client, routes, receivedFrom, receivedTo } = query;
  const rows = sqlite.all(
    `SELECT day, state, sum(invoices) AS invoices FROM ${counts}
     WHERE client = @client AND ${IS_THERE} ${receivedFrom === undefined ? '' : 'AND day >= @from'}
     ${receivedTo === undefined ? '' : 'AND day <= @to'}
     ${routes ? 'AND route IN (SELECT value FROM json_each(@routes))' : ''}
     GROUP BY 1, 2 HAVING sum(invoices) > 0 ORDER BY day`,
    {
      client: client ?? ALL_CLIENTS,
      from: receivedFrom === undefined ? null : dayOf(receivedFrom),
      to: receivedTo === undefined ? null : dayOf(receivedTo),
      routes: JSON.stringify(routes ?? []),
    },
  );
  return rows.map(dayCount);
}

export const dayCount = (row: Row): DayCount => ({
  day: integer(row, 'day'),
  state: text(row, 'state') as InvoiceState,
  invoices: integer(row, 'invoices'),
});
