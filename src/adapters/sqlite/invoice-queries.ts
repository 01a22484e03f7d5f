import { dateOf, DAY_MS, dayOf, seriesOf } from '../../domain/lifecycle/day-counts.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { InvoiceTally, SeriesCount, SeriesQuery } from '../../ports/invoice-reads.ts';
import { integer, optional, text, time } from './columns.ts';
import { instants, IS_DUE, IS_FREE } from './due.ts';
import { ALL_CLIENTS } from './invoice-counts.ts';
import type { Row, Sqlite } from './sqlite.ts';

// Reads of more than one invoice. Lists are bound as JSON, so that there are few different statements.

export function seriesCounts(sqlite: Sqlite, query: SeriesQuery): readonly SeriesCount[] {
  const { client, from, to } = query;
  const [first, last] = [dayOf(from), dayOf(to)];
  const routes = JSON.stringify(query.routes);
  const received = sqlite.all(
    `SELECT day, route, sum(invoices) AS invoices FROM invoice_count
     WHERE client = @client AND day BETWEEN @first AND @last AND route IN (SELECT value FROM json_each(@routes))
     GROUP BY 1, 2 HAVING sum(invoices) > 0`,
    { client: client ?? ALL_CLIENTS, first, last, routes },
  );
  const rejected = sqlite.all(
    `SELECT updated_at / ${DAY_MS} AS day, route, count(*) AS invoices FROM invoice
     WHERE state = 'rejected' AND updated_at >= @from AND updated_at < @until
     AND route IN (SELECT value FROM json_each(@routes)) ${client === undefined ? '' : 'AND client = @client'}
     GROUP BY 1, 2`,
    { client: client ?? null, from: first * DAY_MS, until: (last + 1) * DAY_MS, routes },
  );
  const byRoute = (row: Row) => ({
    date: dateOf(integer(row, 'day')),
    route: text(row, 'route') as Route,
    invoices: integer(row, 'invoices'),
  });
  return seriesOf(received.map(byRoute), rejected.map(byRoute));
}

export function tallyInvoices(sqlite: Sqlite, now: Date): InvoiceTally {
  const at = { now: now.getTime() };
  const waiting = sqlite.one(
    `SELECT count(*) AS invoices, min(due_at) AS oldest FROM invoice
     WHERE due_at IS NOT NULL AND ${IS_DUE} AND ${IS_FREE}`,
    instants(now),
  )!;
  const atRisk = sqlite.one(
    "SELECT count(*) AS invoices FROM invoice WHERE state = 'queued' AND at_risk_at <= @now",
    at,
  )!;
  const byState: Partial<Record<InvoiceState, number>> = {};
  for (const row of sqlite.all(
    `SELECT state, sum(invoices) AS invoices FROM invoice_count WHERE client = '${ALL_CLIENTS}'
     GROUP BY state HAVING sum(invoices) > 0`,
  ))
    byState[text(row, 'state') as InvoiceState] = integer(row, 'invoices');
  const openCare = sqlite.all('SELECT code, who_acts, open FROM care_count WHERE open > 0');
  const oldestCare = sqlite.one(
    'SELECT min(open_care_since) AS since FROM invoice WHERE open_care_since IS NOT NULL',
  )!;
  return {
    byState,
    waiting: integer(waiting, 'invoices'),
    oldestDueAt: optional(waiting, 'oldest', time) ?? null,
    openCare: openCare.map((row) => ({
      code: text(row, 'code'),
      whoActs: text(row, 'who_acts'),
      rows: integer(row, 'open'),
    })),
    openCareSince: optional(oldestCare, 'since', time) ?? null,
    deadlinesAtRisk: integer(atRisk, 'invoices'),
  };
}
