import { setImmediate as nextTurn } from 'node:timers/promises';
import { countByState, type DailyCounts, listByDay } from '../../application/tracking/list-by-day.ts';
import { BUYER_ASKS } from '../../domain/lifecycle/buyer-asks.ts';
import { DAY_MS, type DayCount, dayOf, type PagePart, type Span } from '../../domain/lifecycle/day-counts.ts';
import { UNFILED_STATES } from '../../domain/lifecycle/states.ts';
import { ANSWERED_ROUTES } from '../../domain/statuses/answer.ts';
import { ASKING_STATUSES } from '../../domain/vocabulary/buyer-status.ts';
import { foldedCase } from '../../domain/vocabulary/text.ts';
import type { CameIn, InvoicePage, InvoiceQuery, OrderQuery } from '../../ports/invoice-reads.ts';
import { havingAll } from './buyer-words.ts';
import { countsByDay, dayCount } from './invoice-counts.ts';
import { type Edges, findByIndex, type FoundInvoice } from './search-by-index.ts';
import type { Parameters, Row, Sqlite } from './sqlite.ts';

/** A ledger with lists: its table, and the table of its counts, which triggers update. */
export interface ListedTable<R> {
  readonly name: string;
  readonly counts: string;
  /** Its searched texts are in `search_part`. */
  readonly hasSearchIndex: boolean;
  readonly read: (row: Row) => R;
}

export function listInvoices<R>(
  sqlite: Sqlite,
  table: ListedTable<R>,
  query: InvoiceQuery,
): Promise<InvoicePage<R>> {
  const { filtersNow, ...counts } = dailyCounts(sqlite, table, query);
  return listByDay(query, {
    ...counts,
    invoices: (part) => sqlite.read(() => invoicesOf(sqlite, table, query, filtersNow(), part)),
  });
}

export const countInvoices = (
  sqlite: Sqlite,
  table: ListedTable<unknown>,
  query: OrderQuery,
): Promise<InvoicePage['countsByState']> => countByState(query, dailyCounts(sqlite, table, query));

function dailyCounts(
  sqlite: Sqlite,
  { name, counts, hasSearchIndex }: ListedTable<unknown>,
  query: OrderQuery,
): DailyCounts & { readonly filtersNow: () => Filters } {
  let matches: readonly FoundInvoice[] | undefined;
  const filtersNow = (): Filters => filters(query, matches);
  return {
    filtersNow,
    counts: () => sqlite.read(() => countsByDay(sqlite, counts, query)),
    findByIndex: async (days) => {
      if (hasSearchIndex) matches = await findByIndex(sqlite, query, edgesOf(days));
      return matches !== undefined;
    },
    matching: (days) => matchesOf(sqlite, name, filtersNow(), days),
  };
}

async function matchesOf(
  sqlite: Sqlite,
  table: string,
  { where, parameters }: Filters,
  days: Span,
): Promise<readonly DayCount[]> {
  // One batch blocks the event loop for the time of this many rows.
  await nextTurn();
  const rows = await sqlite.readAll(
    `SELECT created_at / ${DAY_MS} AS day, state, count(*) AS invoices FROM ${table}
       WHERE ${[...where, WITHIN].join(' AND ')} GROUP BY 1, 2 ORDER BY 1`,
    { ...parameters, ...edgesOf(days) },
  );
  return rows.map(dayCount);
}

function invoicesOf<R>(
  sqlite: Sqlite,
  { name, read }: ListedTable<R>,
  query: InvoiceQuery,
  { where, parameters }: Filters,
  part: PagePart,
): readonly R[] {
  const order = query.sort === 'newest' ? 'DESC' : 'ASC';
  const rows = sqlite.all(
    `SELECT * FROM ${name} WHERE ${[...where, ...inStates(query), WITHIN].join(' AND ')}
     ORDER BY created_at ${order}, id ${order} LIMIT @limit OFFSET @skip`,
    {
      ...parameters,
      ...edgesOf(part),
      states: JSON.stringify(query.states ?? []),
      limit: part.limit,
      skip: part.skip,
    },
  );
  return rows.map(read);
}

export function invoicesInOrder<R>(
  sqlite: Sqlite,
  { name, read }: Pick<ListedTable<R>, 'name' | 'read'>,
  query: OrderQuery,
  after: CameIn | undefined,
  limit: number,
): readonly R[] {
  const { receivedFrom, receivedTo, states } = query;
  const { where, parameters } = filters(query);
  const since = after?.createdAt.getTime() ?? (receivedFrom === undefined ? 0 : dayOf(receivedFrom) * DAY_MS);
  const rows = sqlite.all(
    `SELECT * FROM ${name} WHERE ${[...where, ...inStates(query), WITHIN, '(created_at, id) > (@since, @id)'].join(' AND ')}
     ORDER BY created_at, id LIMIT @limit`,
    {
      ...parameters,
      states: JSON.stringify(states ?? []),
      since,
      id: after?.id ?? '',
      until: receivedTo === undefined ? Number.MAX_SAFE_INTEGER : (dayOf(receivedTo) + 1) * DAY_MS,
      limit,
    },
  );
  return rows.map(read);
}

const inStates = ({ states }: OrderQuery): readonly string[] =>
  states ? ['state IN (SELECT value FROM json_each(@states))'] : [];

const WITHIN = 'created_at >= @since AND created_at < @until';
const edgesOf = ({ first, last }: Span): Edges => ({
  since: first * DAY_MS,
  until: (last + 1) * DAY_MS,
});

/** Its index is read once for a query, and the ids that were found are kept for the rows of the list. */
const hasWords = (n: number): string => `id IN (SELECT invoice_id ${havingAll(`@words${n}`)})`;

interface Filters {
  readonly where: readonly string[];
  readonly parameters: Parameters;
}

/** In place of the text. The `+` keeps SQLite from looking for each id at each time. */
const IS_FOUND = `created_at IN (SELECT value ->> 'at' FROM json_each(@matches)) AND +id IN (SELECT value ->> 'id' FROM json_each(@matches))`;

const IS_UNFILED = `state IN (${UNFILED_STATES.map((state) => `'${state}'`).join(', ')})
  AND NOT EXISTS (
    SELECT 1 FROM invoice AS later WHERE later.client = invoice.client AND later.invoice_ref = invoice.invoice_ref
      AND (later.created_at, later.id) > (invoice.created_at, invoice.id) AND later.state <> 'cancelled')`;
const IS_TO_FETCH = 'to_fetch_since IS NOT NULL AND fetched_at IS NULL AND mailed_at IS NULL';
const IS_ASKED = `buyer_status IN (${ASKING_STATUSES.map((status) => `'${status}'`).join(', ')})
  AND NOT EXISTS (
    SELECT 1 FROM json_each(care) WHERE value ->> 'code' = '${BUYER_ASKS}' AND value ->> 'handledAt' IS NOT NULL)`;
/** As `answerOf`. */
const IS_UNANSWERED = `(answer_state IS NULL AND answer_bar IS NULL AND present_status IS NULL AND route IN (${ANSWERED_ROUTES.map((route) => `'${route}'`).join(', ')}))`;

/**
 * All filters except the days, which the counts have answered, and the states.
 * @param matches the invoices that have the text, if an index knows them.
 */
function filters(query: OrderQuery, matches?: readonly FoundInvoice[]): Filters {
  const { client, q, buyerWords = [], routes, deadlineBefore, deadlineByRoute, dueBefore } = query;
  const { fetch, filing, buyerStatuses, buyerAsks, answers, issuedFrom, issuedTo } = query;
  const where: string[] = [];
  if (client !== undefined) where.push('client = @client');
  if (matches) where.push(IS_FOUND);
  else if (q !== undefined)
    where.push(`(instr(search, @q) > 0${buyerWords.map((_, n) => ` OR ${hasWords(n)}`).join('')})`);
  if (deadlineBefore) where.push('deadline_at < @deadlineBefore');
  if (deadlineByRoute)
    where.push(
      `(${deadlineByRoute.map((_, n) => `route = @due${n} AND deadline_at >= @from${n} AND deadline_at < @before${n}`).join(' OR ')})`,
    );
  if (dueBefore) where.push('due_at < @dueBefore');
  if (filing) where.push(IS_UNFILED);
  if (buyerStatuses) where.push('buyer_status IN (SELECT value FROM json_each(@buyerStatuses))');
  if (buyerAsks) where.push(IS_ASKED);
  if (answers)
    where.push(
      `(answer_state IN (SELECT value FROM json_each(@answers))${answers.includes('none') ? ` OR ${IS_UNANSWERED}` : ''})`,
    );
  if (fetch) where.push(fetch === 'open' ? IS_TO_FETCH : `NOT (${IS_TO_FETCH})`);
  if (issuedFrom !== undefined) where.push('issue_date >= @issuedFrom');
  if (issuedTo !== undefined) where.push('issue_date <= @issuedTo');
  if (routes) where.push('route IN (SELECT value FROM json_each(@routes))');
  const parameters = {
    client: client ?? null,
    // No stored text has a NUL character, and none can be bound: NULL matches nothing.
    q: q === undefined || q.includes('\u0000') ? null : foldedCase(q),
    routes: JSON.stringify(routes ?? []),
    ...(buyerStatuses && { buyerStatuses: JSON.stringify(buyerStatuses) }),
    ...(answers && { answers: JSON.stringify(answers) }),
    ...(matches && { matches: JSON.stringify(matches) }),
    ...Object.fromEntries(buyerWords.map((hashes, n) => [`words${n}`, JSON.stringify(hashes)])),
    ...(deadlineBefore && { deadlineBefore: deadlineBefore.getTime() }),
    ...Object.fromEntries(
      (deadlineByRoute ?? []).flatMap(({ route, before, from }, n) => [
        [`due${n}`, route],
        [`from${n}`, from?.getTime() ?? 0],
        [`before${n}`, before.getTime()],
      ]),
    ),
    ...(dueBefore && { dueBefore: dueBefore.getTime() }),
    issuedFrom: issuedFrom ?? null,
    issuedTo: issuedTo ?? null,
  };
  return { where, parameters };
}
