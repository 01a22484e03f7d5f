import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { InvoiceQuery } from '../../ports/invoice-store.ts';
import { integer, text } from './columns.ts';
import type { Row, Sqlite } from './sqlite.ts';

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

/** Days one after the other, all in one statement. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** A statement may look at so many invoices: more would stop the event loop for too long. */
export const MOST_LOOKED_AT = 20_000;

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
  return rows.map(dayCount);
}

export const dayCount = (row: Row): DayCount => ({
  day: integer(row, 'day'),
  state: text(row, 'state') as InvoiceState,
  invoices: integer(row, 'invoices'),
});

/** The invoices of each day, days in the order of the counts. */
export function perDay(counts: readonly DayCount[]): ReadonlyMap<number, number> {
  const days = new Map<number, number>();
  for (const { day, invoices } of counts) days.set(day, (days.get(day) ?? 0) + invoices);
  return days;
}

/** All days, in spans of no more than a statement may look at, or of a single day. */
export function spansOf(days: ReadonlyMap<number, number>): readonly Span[] {
  const spans: (Span & { invoices: number })[] = [];
  for (const [day, invoices] of days) {
    const open = spans.at(-1);
    if (!open || open.invoices + invoices > MOST_LOOKED_AT) spans.push({ first: day, last: day, invoices });
    else spans[spans.length - 1] = { first: open.first, last: day, invoices: open.invoices + invoices };
  }
  return spans;
}
