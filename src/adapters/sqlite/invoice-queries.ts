import { foldedCase } from '../../domain/vocabulary/text.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type {
  InvoicePage,
  InvoiceQuery,
  InvoiceTally,
  SeriesCount,
  SeriesQuery,
} from '../../ports/invoice-store.ts';
import { integer, optional, text, time } from './columns.ts';
import { instants, IS_DUE, IS_FREE } from './due.ts';
import { invoiceFromRow } from './invoice-rows.ts';
import type { Parameters, Sqlite } from './sqlite.ts';

const DAY_MS = 86_400_000;
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Reads of more than one invoice. Lists are bound as JSON, so that there are few different statements. */
export function listInvoices(sqlite: Sqlite, query: InvoiceQuery): InvoicePage {
  const { where, parameters } = filters(query);
  const countsByState: Partial<Record<InvoiceState, number>> = {};
  for (const row of sqlite.all(
    `SELECT state, count(*) AS invoices FROM invoice ${whereAll(where)} GROUP BY state`,
    parameters,
  ))
    countsByState[text(row, 'state') as InvoiceState] = integer(row, 'invoices');
  const shown = Object.entries(countsByState).filter(
    ([state]) => !query.states || query.states.includes(state as InvoiceState),
  );
  const total = shown.reduce((sum, [, invoices]) => sum + invoices, 0);
  const page = Math.min(query.page, Math.max(1, Math.ceil(total / query.pageSize)));
  const inStates = query.states ? ['state IN (SELECT value FROM json_each(@states))'] : [];
  const order = query.sort === 'newest' ? 'DESC' : 'ASC';
  const rows = sqlite.all(
    `SELECT * FROM invoice ${whereAll([...where, ...inStates])}
     ORDER BY created_at ${order}, id ${order} LIMIT @limit OFFSET @offset`,
    {
      ...parameters,
      states: JSON.stringify(query.states ?? []),
      limit: query.pageSize,
      offset: (page - 1) * query.pageSize,
    },
  );
  return { invoices: rows.map(invoiceFromRow), total, page, countsByState };
}

const whereAll = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';

function filters(query: InvoiceQuery): { where: readonly string[]; parameters: Parameters } {
  const { client, q, routes, receivedFrom, receivedTo } = query;
  const where: string[] = [];
  if (client !== undefined) where.push('client = @client');
  if (q !== undefined) where.push('instr(search, @q) > 0');
  if (routes) where.push('route IN (SELECT value FROM json_each(@routes))');
  if (receivedFrom !== undefined) where.push('created_at >= @from');
  if (receivedTo !== undefined) where.push('created_at < @until');
  const parameters = {
    client: client ?? null,
    // Nothing stored holds a NUL character, and none can be bound: NULL matches nothing.
    q: q === undefined || q.includes('\u0000') ? null : foldedCase(q),
    routes: JSON.stringify(routes ?? []),
    from: receivedFrom === undefined ? null : startOf(receivedFrom),
    until: receivedTo === undefined ? null : startOf(receivedTo) + DAY_MS,
  };
  return { where, parameters };
}

export function seriesCounts(sqlite: Sqlite, query: SeriesQuery): readonly SeriesCount[] {
  const counts = (time: 'created_at' | 'updated_at', condition: string) =>
    sqlite.all(
      `SELECT strftime('%Y-%m-%d', ${time} / 1000, 'unixepoch') AS date, route, count(*) AS invoices FROM invoice
       WHERE ${time} >= @from AND ${time} < @until AND route IN (SELECT value FROM json_each(@routes))
       ${condition} ${query.client === undefined ? '' : 'AND client = @client'} GROUP BY 1, 2`,
      {
        from: startOf(query.from),
        until: startOf(query.to) + DAY_MS,
        routes: JSON.stringify(query.routes),
        client: query.client ?? null,
      },
    );
  const merged = new Map<string, SeriesCount>();
  const merge = (row: ReturnType<typeof counts>[number], kind: 'received' | 'rejected') => {
    const date = text(row, 'date');
    const route = text(row, 'route') as SeriesCount['route'];
    const known = merged.get(`${date} ${route}`) ?? { date, route, received: 0, rejected: 0 };
    merged.set(`${date} ${route}`, { ...known, [kind]: integer(row, 'invoices') });
  };
  for (const row of counts('created_at', '')) merge(row, 'received');
  for (const row of counts('updated_at', "AND state = 'rejected'")) merge(row, 'rejected');
  return [...merged.keys()].sort().map((key) => merged.get(key)!);
}

/** @see InvoiceStore.neglected */
export function neglectedOn(
  sqlite: Sqlite,
  route: Route,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): readonly string[] {
  const found = (when: string) =>
    sqlite.all(
      `SELECT id FROM invoice WHERE route = @route AND ${when} AND ${IS_FREE} ORDER BY due_at LIMIT @limit`,
      { route, before: before.getTime(), ...instants(now), limit },
    );
  const overdue = found('due_at < @before');
  const ahead = found('due_at > @now AND updated_at > @latestChange');
  return [...overdue, ...ahead].slice(0, limit).map((row) => text(row, 'id'));
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
  for (const row of sqlite.all('SELECT state, count(*) AS invoices FROM invoice GROUP BY state'))
    byState[text(row, 'state') as InvoiceState] = integer(row, 'invoices');
  const openCare = sqlite.all(
    `SELECT row.value ->> 'code' AS code, row.value ->> 'whoActs' AS who_acts, count(*) AS open
     FROM invoice, json_each(invoice.care) AS row
     WHERE invoice.open_care > 0 AND row.value ->> 'handledAt' IS NULL GROUP BY 1, 2`,
  );
  return {
    byState,
    waiting: integer(waiting, 'invoices'),
    oldestDueAt: optional(waiting, 'oldest', time) ?? null,
    openCare: openCare.map((row) => ({
      code: text(row, 'code'),
      whoActs: text(row, 'who_acts'),
      rows: integer(row, 'open'),
    })),
    deadlinesAtRisk: integer(atRisk, 'invoices'),
  };
}
