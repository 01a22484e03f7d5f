import { type DayCount, dayOf, REMOVED_COUNTS } from '../../domain/lifecycle/day-counts.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { InvoiceQuery } from '../../ports/invoice-reads.ts';
import { integer, text } from './columns.ts';
import type { Row, Sqlite } from './sqlite.ts';

// Triggers update the counts with every change of an invoice, so no query counts invoices.

/** The client that stands for all clients. */
export const ALL_CLIENTS = '';

/** Counts of existing invoices. */
export const IS_THERE = `state NOT IN ('${REMOVED_COUNTS.received}', '${REMOVED_COUNTS.rejected}')`;

type Counted = Pick<InvoiceQuery, 'client' | 'routes' | 'receivedFrom' | 'receivedTo'>;

/** Invoices by day of arrival and state, in the order of days, with all filters except state and text. */
export function countsByDay(sqlite: Sqlite, counts: string, query: Counted): readonly DayCount[] {
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
