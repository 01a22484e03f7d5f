import {
  type DayCount,
  type PagePart,
  partsOf,
  perDay,
  perState,
  type Span,
  spansToSearch,
} from '../../domain/lifecycle/day-counts.ts';
import type { InvoicePage, InvoiceQuery } from '../../ports/invoice-reads.ts';

/** The queries of a store about the invoices of a list. */
export interface DailyInvoices<R> {
  /** The counts of each day, in order of days, with every filter but those on state, text and coming times. */
  counts(): Promise<readonly DayCount[]>;
  /** As `counts`, for some days, with text and coming times as well. */
  matching(days: Span): Promise<readonly DayCount[]>;
  /** In the order of the query, with every filter. */
  invoices(part: PagePart): Promise<readonly R[]>;
}

/** One page and its counts: the counts of the days lead to it, so that only days of the page are read. */
export async function listByDay<R>(query: InvoiceQuery, daily: DailyInvoices<R>): Promise<InvoicePage<R>> {
  const held = await daily.counts();
  const { q, deadlineBefore, deadlineByRoute, dueBefore } = query;
  const isCounted = (q ?? deadlineBefore ?? deadlineByRoute ?? dueBefore) === undefined;
  const matching = isCounted ? held : await countMatches(daily, held);
  const shown = matching.filter(({ state }) => !query.states || query.states.includes(state));
  const total = shown.reduce((sum, { invoices }) => sum + invoices, 0);
  const page = Math.min(query.page, Math.max(1, Math.ceil(total / query.pageSize)));
  const invoices: R[] = [];
  for (const part of partsOf({ ...query, page }, perDay(shown), perDay(held)))
    invoices.push(...(await daily.invoices(part)));
  return { invoices, total, page, countsByState: perState(matching) };
}

/** A text or a coming time is found only by reading invoices: some days at a time, newest first. */
async function countMatches(
  daily: Pick<DailyInvoices<unknown>, 'matching'>,
  held: readonly DayCount[],
): Promise<readonly DayCount[]> {
  const found: DayCount[] = [];
  for (const span of spansToSearch(perDay(held))) found.unshift(...(await daily.matching(span)));
  return found;
}
