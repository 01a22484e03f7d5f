import type { Route } from '../vocabulary/route.ts';
import type { InvoiceState } from './states.ts';

// Invoices are counted by the UTC day on which they came in: the counts say where a page of a list lies, so that no query walks there.

export const DAY_MS = 86_400_000;

/** Days since 1970 of `YYYY-MM-DD`, and back. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const dayAt = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/**
 * Deleted invoices stay counted for the series, where others have their state: by the day on which they came in, and those that were
 * rejected once more by the day of their last change.
 */
export const REMOVED_COUNTS = { received: 'removed', rejected: 'removed-rejected' } as const;

export interface DayCount {
  /** Since 1970. */
  readonly day: number;
  readonly state: InvoiceState;
  readonly invoices: number;
}

/** Days one after the other, both ends included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Some days of a page: what is skipped of them, and how much of the page they give. */
export interface PagePart extends Span {
  readonly skip: number;
  readonly limit: number;
}

/** A query may look at so many invoices: more would keep others waiting for too long. */
const MOST_LOOKED_AT = 20_000;

/** The invoices of each day, days in the order of the counts. */
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

/** A text is looked for in so many of the newest invoices that the other filters leave. */
const MOST_SEARCHED = 1_000_000;

/** The days in which a text is looked for, newest first, in spans of no more than a query may look at, or of a single day. */
export function searched(days: ReadonlyMap<number, number>): readonly Span[] {
  const spans: (Span & { invoices: number })[] = [];
  let before = 0;
  for (const [day, invoices] of [...days].reverse()) {
    if (before >= MOST_SEARCHED) break;
    before += invoices;
    const open = spans.at(-1);
    if (!open || open.invoices + invoices > MOST_LOOKED_AT) spans.push({ first: day, last: day, invoices });
    else spans[spans.length - 1] = { first: day, last: open.last, invoices: open.invoices + invoices };
  }
  return spans;
}

export interface Page {
  readonly sort: 'newest' | 'oldest';
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Where a page lies.
 * @param shown what each day has for the page, in order of days.
 * @param held what has to be looked at to find it.
 */
export function partsOf(
  { sort, page, pageSize }: Page,
  shown: ReadonlyMap<number, number>,
  held: ReadonlyMap<number, number>,
): readonly PagePart[] {
  const parts: PagePart[] = [];
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

/** Counts of one day and route. */
export interface DayOfRoute {
  readonly date: string;
  readonly route: Route;
  readonly received: number;
  readonly rejected: number;
}

type RouteCount = Pick<DayOfRoute, 'date' | 'route'> & { readonly invoices: number };

/** By day and route; what has neither is left out. */
export function seriesOf(
  received: readonly RouteCount[],
  rejected: readonly RouteCount[],
): readonly DayOfRoute[] {
  const merged = new Map<string, DayOfRoute>();
  const merge = (counts: readonly RouteCount[], kind: 'received' | 'rejected'): void => {
    for (const { date, route, invoices } of counts) {
      const known = merged.get(`${date} ${route}`) ?? { date, route, received: 0, rejected: 0 };
      merged.set(`${date} ${route}`, { ...known, [kind]: known[kind] + invoices });
    }
  };
  merge(received, 'received');
  merge(rejected, 'rejected');
  return [...merged.keys()].sort().map((key) => merged.get(key)!);
}
