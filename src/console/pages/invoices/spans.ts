import { DAY_MS } from '../../app/format.ts';

type Days = readonly [from: string, to: string | undefined];

const dayOf = (at: number | Date): string => new Date(at).toISOString().slice(0, 10);

/** Months of the calendar that begin so many months from this one. */
function months(now: Date, from: number, count: number): Days {
  const first = (month: number): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month);
  return [dayOf(first(from)), dayOf(first(from + count) - DAY_MS)];
}

/** Months since the quarter began. */
const inQuarter = (now: Date): number => now.getUTCMonth() % 3;

/** UTC days, as the API counts them. */
const DAYS_OF = {
  today: (now: Date): Days => [dayOf(now), undefined],
  week: (now: Date): Days => [dayOf(now.getTime() - 6 * DAY_MS), undefined],
  month: (now: Date): Days => months(now, 0, 1),
  'last-month': (now: Date): Days => months(now, -1, 1),
  quarter: (now: Date): Days => months(now, -inQuarter(now), 3),
  'last-quarter': (now: Date): Days => months(now, -inQuarter(now) - 3, 3),
} as const;

export const SPANS = Object.keys(DAYS_OF) as readonly (keyof typeof DAYS_OF)[];

/** Of a span that the list does not offer, undefined. */
export function daysOfSpan(name: string | null, now: Date): Days | undefined {
  const span = SPANS.find((each) => each === name);
  return span && DAYS_OF[span](now);
}
