import { dateOf, dayOf, REMOVED_COUNTS, seriesOf } from '../../domain/lifecycle/day-counts.ts';
import type { Activity, ActivityCount } from '../../domain/lifecycle/activity.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import {
  type ActivityQuery,
  type InvoiceTally,
  CARE_AGES_MS,
  MAX_COUNTED,
  type SeriesCount,
  type SeriesQuery,
} from '../../ports/invoice-reads.ts';
import { integer, optional, text, time } from './columns.ts';
import { instants, IS_AHEAD, IS_FREE } from './due.ts';
import { ALL_CLIENTS, IS_THERE } from './invoice-counts.ts';
import type { Row, Sqlite } from './sqlite.ts';

// Reads of more than one invoice. Lists are bound as JSON, so that there are few different statements.

export function seriesCounts(sqlite: Sqlite, query: SeriesQuery): readonly SeriesCount[] {
  const { client, from, to } = query;
  const [first, last] = [dayOf(from), dayOf(to)];
  const routes = JSON.stringify(query.routes);
  const received = sqlite.all(
    `SELECT day, route, sum(invoices) AS invoices FROM invoice_count
     WHERE client = @client AND day BETWEEN @first AND @last AND route IN (SELECT value FROM json_each(@routes))
     AND state <> '${REMOVED_COUNTS.rejected}' GROUP BY 1, 2 HAVING sum(invoices) > 0`,
    { client: client ?? ALL_CLIENTS, first, last, routes },
  );
  const rejected = sqlite.all(
    `SELECT day, route, sum(invoices) AS invoices FROM (
       SELECT client, day, route, invoices FROM rejected_count
       UNION ALL
       SELECT client, day, route, invoices FROM invoice_count WHERE state = '${REMOVED_COUNTS.rejected}')
     WHERE client = @client AND day BETWEEN @first AND @last AND route IN (SELECT value FROM json_each(@routes))
     GROUP BY 1, 2 HAVING sum(invoices) > 0`,
    { client: client ?? ALL_CLIENTS, first, last, routes },
  );
  const byRoute = (row: Row) => ({
    date: dateOf(integer(row, 'day')),
    route: text(row, 'route') as Route,
    invoices: integer(row, 'invoices'),
  });
  return seriesOf(received.map(byRoute), rejected.map(byRoute));
}

export const activityCounts = (
  sqlite: Sqlite,
  { client = ALL_CLIENTS, from, to }: ActivityQuery,
): readonly ActivityCount[] =>
  sqlite
    .all(
      `SELECT hour, route, activity, invoices FROM activity_count
       WHERE client = @client AND hour BETWEEN @from AND @to ORDER BY hour, route, activity`,
      { client, from, to },
    )
    .map((row) => ({
      hour: integer(row, 'hour'),
      route: text(row, 'route') as Route,
      activity: text(row, 'activity') as Activity,
      invoices: integer(row, 'invoices'),
    }));

/** A sweep removes what no series shows any more. */
export const forgetActivity = (sqlite: Sqlite, before: number): Promise<number> =>
  sqlite.execute('DELETE FROM activity_count WHERE hour < @before', { before });

export function tallyInvoices(sqlite: Sqlite, now: Date): InvoiceTally {
  const at = { now: now.getTime() };
  const { waiting, oldestDueAt } = waitingAt(sqlite, now);
  const atRisk = sqlite.one(
    `SELECT count(*) AS invoices FROM (
       SELECT 1 FROM invoice WHERE state = 'queued' AND at_risk_at <= @now LIMIT ${MAX_COUNTED})`,
    at,
  )!;
  const byState: Partial<Record<InvoiceState, number>> = {};
  for (const row of sqlite.all(
    `SELECT state, sum(invoices) AS invoices FROM invoice_count WHERE client = '${ALL_CLIENTS}' AND ${IS_THERE}
     GROUP BY state HAVING sum(invoices) > 0`,
  ))
    byState[text(row, 'state') as InvoiceState] = integer(row, 'invoices');
  const openCare = sqlite.all(
    'SELECT code, who_acts, open FROM care_count WHERE open > 0 ORDER BY code, who_acts',
  );
  const oldestCare = sqlite.one(
    'SELECT min(open_care_since) AS since FROM invoice WHERE open_care_since IS NOT NULL',
  )!;
  return {
    byState,
    waiting,
    oldestDueAt,
    openCare: openCare.map((row) => ({
      code: text(row, 'code'),
      whoActs: text(row, 'who_acts'),
      rows: integer(row, 'open'),
    })),
    openCareSince: optional(oldestCare, 'since', time) ?? null,
    openCareByAge: CARE_AGES_MS.map((age) => inCareSince(sqlite, now.getTime() - age)),
    deadlinesAtRisk: integer(atRisk, 'invoices'),
  };
}

function inCareSince(sqlite: Sqlite, before: number): number {
  const row = sqlite.one(
    `SELECT count(*) AS invoices FROM (SELECT 1 FROM invoice WHERE open_care_since < @before LIMIT ${MAX_COUNTED})`,
    { before },
  )!;
  return integer(row, 'invoices');
}

/** Counts up to the bound, so that a long queue is not read; of each route at least the oldest one. */
function waitingAt(sqlite: Sqlite, now: Date): Pick<InvoiceTally, 'waiting' | 'oldestDueAt'> {
  let rest = MAX_COUNTED;
  const count = (from: string, route: string | null = null): Row => {
    const row = sqlite.one(
      `SELECT count(*) AS invoices, min(due_at) AS oldest FROM (
         SELECT due_at FROM invoice ${from} AND ${IS_FREE} ORDER BY due_at LIMIT @limit)`,
      { ...instants(now), route, limit: Math.max(rest, 1) },
    )!;
    rest -= integer(row, 'invoices');
    return row;
  };
  const due = ROUTES.map((route) => count('WHERE route = @route AND due_at <= @now', route));
  const all = [...due, count(`INDEXED BY invoice_changed WHERE ${IS_AHEAD}`)];
  const oldest = all.flatMap((row) => optional(row, 'oldest', time) ?? []);
  return {
    waiting: Math.min(
      all.reduce((sum, row) => sum + integer(row, 'invoices'), 0),
      MAX_COUNTED,
    ),
    oldestDueAt: oldest.sort((one, other) => Number(one) - Number(other))[0] ?? null,
  };
}
