import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import { foldedCase } from '../../domain/vocabulary/text.ts';
import type { InvoicePage, InvoiceQuery } from '../../ports/invoice-store.ts';
import {
  countsByDay,
  DAY_MS,
  type DayCount,
  dayCount,
  MOST_LOOKED_AT,
  perDay,
  type Span,
  spansOf,
} from './invoice-counts.ts';
import { invoiceFromRow } from './invoice-rows.ts';
import type { Parameters, Sqlite } from './sqlite.ts';

type ByState = Partial<Record<InvoiceState, number>>;

/** What was counted of each day leads to the page: only days with something on it are looked at, some at a time. */
export async function listInvoices(sqlite: Sqlite, query: InvoiceQuery): Promise<InvoicePage> {
  const held = await sqlite.read(() => countsByDay(sqlite, query));
  const matching = query.q === undefined ? held : await matchesByDay(sqlite, query, held);
  const shown = matching.filter(({ state }) => !query.states || query.states.includes(state));
  const total = shown.reduce((sum, { invoices }) => sum + invoices, 0);
  const page = Math.min(query.page, Math.max(1, Math.ceil(total / query.pageSize)));
  const invoices: InvoiceRecord[] = [];
  for (const part of partsOf({ ...query, page }, perDay(shown), perDay(held)))
    invoices.push(...(await sqlite.read(() => invoicesOf(sqlite, query, part))));
  return { invoices, total, page, countsByState: summed(matching) };
}

function summed(days: readonly DayCount[]): ByState {
  const counts: ByState = {};
  for (const { state, invoices } of days) counts[state] = (counts[state] ?? 0) + invoices;
  return counts;
}

/** What holds a text can only be found by looking. */
async function matchesByDay(
  sqlite: Sqlite,
  query: InvoiceQuery,
  held: readonly DayCount[],
): Promise<readonly DayCount[]> {
  const { where, parameters } = filters(query);
  const found: DayCount[] = [];
  for (const span of spansOf(perDay(held))) {
    const rows = await sqlite.read(() =>
      sqlite.all(
        `SELECT created_at / ${DAY_MS} AS day, state, count(*) AS invoices FROM invoice
         WHERE ${[...where, WITHIN].join(' AND ')} GROUP BY 1, 2 ORDER BY 1`,
        { ...parameters, ...edgesOf(span) },
      ),
    );
    found.push(...rows.map(dayCount));
    await nextTurn();
  }
  return found;
}

/** Some days of a page: what is skipped of them, and how much of the page they give. */
interface Part extends Span {
  readonly skip: number;
  readonly limit: number;
}

/**
 * @param shown what each day has for the page.
 * @param held what has to be looked at to find it.
 */
function partsOf(
  { sort, page, pageSize }: InvoiceQuery,
  shown: ReadonlyMap<number, number>,
  held: ReadonlyMap<number, number>,
): readonly Part[] {
  const parts: Part[] = [];
  let skip = (page - 1) * pageSize;
  let wanted = pageSize;
  let open: { first: number; last: number; shown: number; held: number } | undefined;
  const close = (): void => {
    if (!open) return;
    const limit = Math.min(wanted, open.shown - skip);
    parts.push({
      first: Math.min(open.first, open.last),
      last: Math.max(open.first, open.last),
      skip,
      limit,
    });
    wanted -= limit;
    skip = 0;
    open = undefined;
  };
  for (const [day, invoices] of sort === 'newest' ? [...shown].reverse() : shown) {
    if (!open && skip >= invoices) {
      skip -= invoices;
      continue;
    }
    const more = held.get(day) ?? 0;
    if (open && open.held + more > MOST_LOOKED_AT) close();
    open = open
      ? { ...open, last: day, shown: open.shown + invoices, held: open.held + more }
      : { first: day, last: day, shown: invoices, held: more };
    if (open.shown - skip >= wanted) break;
  }
  close();
  return parts;
}

function invoicesOf(sqlite: Sqlite, query: InvoiceQuery, part: Part): readonly InvoiceRecord[] {
  const { where, parameters } = filters(query);
  const order = query.sort === 'newest' ? 'DESC' : 'ASC';
  const inStates = query.states ? ['state IN (SELECT value FROM json_each(@states))'] : [];
  const rows = sqlite.all(
    `SELECT * FROM invoice WHERE ${[...where, ...inStates, WITHIN].join(' AND ')}
     ORDER BY created_at ${order}, id ${order} LIMIT @limit OFFSET @skip`,
    {
      ...parameters,
      ...edgesOf(part),
      states: JSON.stringify(query.states ?? []),
      limit: part.limit,
      skip: part.skip,
    },
  );
  return rows.map(invoiceFromRow);
}

const WITHIN = 'created_at >= @since AND created_at < @until';
const edgesOf = ({ first, last }: Span): Parameters => ({
  since: first * DAY_MS,
  until: (last + 1) * DAY_MS,
});

/** The days apart, which come from what was counted. */
function filters({ client, q, routes }: InvoiceQuery): { where: readonly string[]; parameters: Parameters } {
  const where: string[] = [];
  if (client !== undefined) where.push('client = @client');
  if (q !== undefined) where.push('instr(search, @q) > 0');
  if (routes) where.push('route IN (SELECT value FROM json_each(@routes))');
  const parameters = {
    client: client ?? null,
    // Nothing stored holds a NUL character, and none can be bound: NULL matches nothing.
    q: q === undefined || q.includes('\u0000') ? null : foldedCase(q),
    routes: JSON.stringify(routes ?? []),
  };
  return { where, parameters };
}
