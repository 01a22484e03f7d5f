import {
  type DayCount,
  MAX_LOOKUPS,
  type PagePart,
  partsOf,
  perDay,
  perState,
  type Span,
  spansToSearch,
} from '../../domain/lifecycle/day-counts.ts';
import {
  type InvoicePage,
  type InvoiceQuery,
  isSearched,
  type OrderQuery,
} from '../../ports/invoice-reads.ts';

/** The queries of a store about how many invoices a list has. */
export interface DailyCounts {
  /** The counts of each day, in order of days, with every filter but those on state, text, day of the invoice and coming times. */
  counts(): Promise<readonly DayCount[]>;
  /**
   * Finds out by an index which of many invoices have the text, so that `matching` and `invoices` read no others.
   * @param days all that are searched.
   * @returns false if there is no such index.
   */
  findByIndex?(days: Span): Promise<boolean>;

  /** As `counts`, for some days, with all but the state. */
  matching(days: Span): Promise<readonly DayCount[]>;
}

/** The queries of a store about the invoices of a list. */
interface DailyInvoices<R> extends DailyCounts {
  /** In the order of the query, with every filter. */
  invoices(part: PagePart): Promise<readonly R[]>;
}

/** One page and its counts: the counts of the days lead to it, so that only days of the page are read. */
export async function listByDay<R>(query: InvoiceQuery, daily: DailyInvoices<R>): Promise<InvoicePage<R>> {
  const { counts, matching, isIndexed } = await countDays(query, daily);
  const shown = matching.filter(({ state }) => !query.states || query.states.includes(state));
  const total = shown.reduce((sum, { invoices }) => sum + invoices, 0);
  const page = Math.min(query.page, Math.max(1, Math.ceil(total / query.pageSize)));
  const invoices: R[] = [];
  for (const part of partsOf({ ...query, page }, perDay(shown), perDay(isIndexed ? shown : counts)))
    invoices.push(...(await daily.invoices(part)));
  return { invoices, total, page, countsByState: perState(matching) };
}

/** The counts of a list, without a page of it. */
export async function countByState(
  query: OrderQuery,
  daily: DailyCounts,
): Promise<InvoicePage['countsByState']> {
  return perState((await countDays(query, daily)).matching);
}

async function countDays(
  query: OrderQuery,
  daily: DailyCounts,
): Promise<Matches & { readonly counts: readonly DayCount[] }> {
  const counts = await daily.counts();
  if (!isSearched(query)) return { counts, matching: counts, isIndexed: false };
  return { counts, ...(await countMatches(daily, perDay(counts))) };
}

interface Matches {
  readonly matching: readonly DayCount[];
  readonly isIndexed: boolean;
}

/** A text, a day of the invoice or a coming time is found by an index, or by reading invoices: some days at a time, newest first. */
async function countMatches(
  daily: Pick<DailyCounts, 'findByIndex' | 'matching'>,
  counts: ReadonlyMap<number, number>,
): Promise<Matches> {
  const spans = spansToSearch(counts);
  const [newest, oldest] = [spans[0], spans.at(-1)];
  if (newest && oldest && holdsMany(counts)) {
    const days = { first: oldest.first, last: newest.last };
    if (await daily.findByIndex?.(days)) return { matching: await daily.matching(days), isIndexed: true };
  }
  const matching: DayCount[] = [];
  for (const span of spans) matching.unshift(...(await daily.matching(span)));
  return { matching, isIndexed: false };
}

const holdsMany = (counts: ReadonlyMap<number, number>): boolean =>
  [...counts.values()].reduce((sum, invoices) => sum + invoices, 0) > MAX_LOOKUPS;
