import type { Route } from '../vocabulary/route.ts';
import type { InvoiceState } from './states.ts';

// Invoices are counted by the UTC day of their intake. The counts say where a page of a list lies, so that no query reads up to it.

export const DAY_MS = 86_400_000;

/** Days since 1970 of `YYYY-MM-DD`, and back. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const dayAt = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/**
 * Deleted invoices stay counted for the series, under these names in place of a state: by the day of their intake, and rejected ones also
 * by the day of their last change.
 */
export const REMOVED_COUNTS = { received: 'removed', rejected: 'removed-rejected' } as const;

export interface DayCount {
  /** Since 1970. */
  readonly day: number;
  readonly state: InvoiceState;
  readonly invoices: number;
}

/** Consecutive days, both ends included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Days of a page: how many of their invoices are skipped, and how many belong to the page. */
export interface PagePart extends Span {
  readonly skip: number;
  readonly limit: number;
}

/** A query reads at most this many invoices: more would keep others waiting. */
export const MAX_LOOKUPS = 20_000;

/** The invoices of each day, in the order of the counts. */
export function perDay(counts: readonly DayCount[]): ReadonlyMap<number, number> {
  const days = new Map<number, number>();
  for (const { day, invoices } of counts) days.set(day, (days.get(day) ?? 0) + invoices);
  return days;
}

export function perState(counts: readonly DayCount[]): Partial<Record<InvoiceState, number>> {
  const states: Partial<Record<InvoiceState, number>> = {};
  for (const { state, invoices } of counts) states[state] = (states[state] ?? 0) + invoices;
  return states;
}

/** A text is searched in at most this many of the newest invoices that pass the other filters. */
export const MAX_SEARCHED = 1_000_000;

/** The days to search for a text, newest first, in spans that one query may read, or of a single day. */
export function spansToSearch(days: ReadonlyMap<number, number>): readonly Span[] {
  const spans: (Span & { invoices: number })[] = [];
  let before = 0;
  for (const [day, invoices] of [...days].reverse()) {
    if (before >= MAX_SEARCHED) break;
    before += invoices;
    const open = spans.at(-1);
    if (!open || open.invoices + invoices > MAX_LOOKUPS) spans.push({ first: day, last: day, invoices });
    else spans[spans.length - 1] = { first: day, last: open.last, invoices: open.invoices + invoices };
  }
  return spans;
}

interface Page {
  readonly sort: 'newest' | 'oldest';
  readonly page: number;
  readonly pageSize: number;
}

/**
 * The parts of a page.
 * @param shown how many invoices of each day pass the filters, in order of days.
 * @param matches how many invoices of each day are read to find them.
 */
export function partsOf(
  { sort, page, pageSize }: Page,
  shown: ReadonlyMap<number, number>,
  matches: ReadonlyMap<number, number>,
): readonly PagePart[] {
  const parts: PagePart[] = [];
  let skip = (page - 1) * pageSize;
  let remaining = pageSize;
  let open: { first: number; last: number; shown: number; matches: number } | undefined;
  const close = (): void => {
    if (!open) return;
    const limit = Math.min(remaining, open.shown - skip);
    parts.push({
      first: Math.min(open.first, open.last),
      last: Math.max(open.first, open.last),
      skip,
      limit,
    });
    remaining -= limit;
    skip = 0;
    open = undefined;
  };
  for (const [day, invoices] of sort === 'newest' ? [...shown].reverse() : shown) {
    if (!open && skip >= invoices) {
      skip -= invoices;
      continue;
    }
    const more = matches.get(day) ?? 0;
    if (open && open.matches + more > MAX_LOOKUPS) close();
    open = open
      ? { ...open, last: day, shown: open.shown + invoices, matches: open.matches + more }
      : { first: day, last: day, shown: invoices, matches: more };
    if (open.shown - skip >= remaining) break;
  }
  close();
  return parts;
}

/** Counts of one day and route. */
interface DayOfRoute {
  readonly date: string;
  readonly route: Route;
  readonly received: number;
  readonly rejected: number;
}

type RouteCount = Pick<DayOfRoute, 'date' | 'route'> & { readonly invoices: number };

/** By day and route; a day and route without invoices is left out. */
export function seriesOf(
  received: readonly RouteCount[],
  rejected: readonly RouteCount[],
): readonly DayOfRoute[] {
  const merged = new Map<string, DayOfRoute>();
  const merge = (counts: readonly RouteCount[], kind: 'received' | 'rejected'): void => {
    for (const { date, route, invoices } of counts) {
      const counts = merged.get(`${date} ${route}`) ?? { date, route, received: 0, rejected: 0 };
      merged.set(`${date} ${route}`, { ...counts, [kind]: counts[kind] + invoices });
    }
  };
  merge(received, 'received');
  merge(rejected, 'rejected');
  return [...merged.keys()].sort().map((key) => merged.get(key)!);
}
