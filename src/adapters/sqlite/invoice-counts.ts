import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { InvoiceQuery } from '../../ports/invoice-store.ts';
import { integer, text } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

// Kept by triggers with every change of an invoice, so that nothing counts the invoices themselves.

export const DAY_MS = 86_400_000;

/** Days since 1970 of `YYYY-MM-DD`, and back. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The client under which all are counted together. */
export const ALL_CLIENTS = '';

export interface DayCount {
  readonly day: number;
  readonly state: InvoiceState;
  readonly invoices: number;
}

/** Invoices by day of arrival and state, days in order, with every filter but state and text. */
export function countsByDay(sqlite: Sqlite, query: InvoiceQuery): readonly DayCount[] {
  const { client, routes, receivedFrom, receivedTo } = query;
  const rows = sqlite.all(
    `SELECT day, state, sum(invoices) AS invoices FROM invoice_count
     WHERE client = @client ${receivedFrom === undefined ? '' : 'AND day >= @from'}
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
  return rows.map((row) => ({
    day: integer(row, 'day'),
    state: text(row, 'state') as InvoiceState,
    invoices: integer(row, 'invoices'),
  }));
}
