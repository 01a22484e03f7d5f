import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { foldedCase } from '../../domain/vocabulary/text.ts';
import type { InvoicePage, InvoiceQuery } from '../../ports/invoice-store.ts';
import { integer, text } from './columns.ts';
import { countsByDay, DAY_MS, type DayCount, dayOf } from './invoice-counts.ts';
import { invoiceFromRow } from './invoice-rows.ts';
import type { Parameters, Sqlite } from './sqlite.ts';

type ByState = Partial<Record<InvoiceState, number>>;

/** Where a page begins: after so many of the invoices that came on this day or, as they are sorted, beyond it. */
interface Start {
  readonly day?: number;
  readonly skip: number;
}

export function listInvoices(sqlite: Sqlite, query: InvoiceQuery): InvoicePage {
  // What holds a text can only be found by looking; everything else was counted when it came.
  const days = query.q === undefined ? countsByDay(sqlite, query) : undefined;
  const countsByState = days ? summed(days) : countsOfMatches(sqlite, query);
  const total = Object.entries(countsByState)
    .filter(([state]) => isShown(query, state as InvoiceState))
    .reduce((sum, [, invoices]) => sum + invoices, 0);
  const page = Math.min(query.page, Math.max(1, Math.ceil(total / query.pageSize)));
  const skip = (page - 1) * query.pageSize;
  const start = days ? startAfter(skip, days, query) : { skip };
  return { invoices: invoicesFrom(sqlite, query, start), total, page, countsByState };
}

const isShown = ({ states }: InvoiceQuery, state: InvoiceState): boolean => !states || states.includes(state);

function summed(days: readonly DayCount[]): ByState {
  const counts: ByState = {};
  for (const { state, invoices } of days) counts[state] = (counts[state] ?? 0) + invoices;
  return counts;
}

function countsOfMatches(sqlite: Sqlite, query: InvoiceQuery): ByState {
  const { where, parameters } = filters(query);
  const counts: ByState = {};
  for (const row of sqlite.all(
    `SELECT state, count(*) AS invoices FROM invoice ${whereAll(where)} GROUP BY state`,
    parameters,
  ))
    counts[text(row, 'state') as InvoiceState] = integer(row, 'invoices');
  return counts;
}

/** Whole days are passed over by what was counted of them; only within the day of the page is anything skipped. */
function startAfter(skip: number, days: readonly DayCount[], query: InvoiceQuery): Start {
  const byDay = new Map<number, number>();
  for (const { day, state, invoices } of days)
    if (isShown(query, state)) byDay.set(day, (byDay.get(day) ?? 0) + invoices);
  let left = skip;
  for (const [day, invoices] of query.sort === 'newest' ? [...byDay].reverse() : byDay) {
    if (left < invoices) return { day, skip: left };
    left -= invoices;
  }
  return { skip: left };
}

function invoicesFrom(sqlite: Sqlite, query: InvoiceQuery, { day, skip }: Start): readonly InvoiceRecord[] {
  const { where, parameters } = filters(query);
  const isNewest = query.sort === 'newest';
  const order = isNewest ? 'DESC' : 'ASC';
  const all = [
    ...where,
    ...(query.states ? ['state IN (SELECT value FROM json_each(@states))'] : []),
    ...(day === undefined ? [] : [isNewest ? 'created_at < @edge' : 'created_at >= @edge']),
  ];
  const rows = sqlite.all(
    `SELECT * FROM invoice ${whereAll(all)} ORDER BY created_at ${order}, id ${order} LIMIT @limit OFFSET @skip`,
    {
      ...parameters,
      states: JSON.stringify(query.states ?? []),
      edge: day === undefined ? null : (isNewest ? day + 1 : day) * DAY_MS,
      limit: query.pageSize,
      skip,
    },
  );
  return rows.map(invoiceFromRow);
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
    from: receivedFrom === undefined ? null : dayOf(receivedFrom) * DAY_MS,
    until: receivedTo === undefined ? null : (dayOf(receivedTo) + 1) * DAY_MS,
  };
  return { where, parameters };
}
