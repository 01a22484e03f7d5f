import { DAY_MS } from './format.ts';

// A period of a list or of the search stands in the address: `period=last-quarter`, `2026`, `2026-07` or `2026-Q3`; `by=intake` says that its days
// are those of the intake.

export interface Days {
  /** `YYYY-MM-DD`, inclusive. */
  readonly from: string;
  readonly to?: string;
}

const dayOf = (at: number | Date): string => new Date(at).toISOString().slice(0, 10);

/** Whole months of the calendar, the first one counted from January of the year. */
function months(year: number, first: number, count: number): Days {
  const start = (month: number): number => Date.UTC(year, month);
  return { from: dayOf(start(first)), to: dayOf(start(first + count) - DAY_MS) };
}

const monthsFrom = (now: Date, first: number, count: number): Days =>
  months(now.getUTCFullYear(), now.getUTCMonth() + first, count);

/** Months since the quarter began. */
const inQuarter = (now: Date): number => now.getUTCMonth() % 3;

/** UTC days, as the API counts them. */
const DAYS_OF = {
  today: (now: Date): Days => ({ from: dayOf(now) }),
  week: (now: Date): Days => ({ from: dayOf(now.getTime() - 6 * DAY_MS) }),
  month: (now: Date): Days => monthsFrom(now, 0, 1),
  'last-month': (now: Date): Days => monthsFrom(now, -1, 1),
  quarter: (now: Date): Days => monthsFrom(now, -inQuarter(now), 3),
  'last-quarter': (now: Date): Days => monthsFrom(now, -inQuarter(now) - 3, 3),
} as const;

/** Of the calendar: in the address these stand as what they are now, so that a link opens the same list in another month. */
const CALENDAR_SPANS = ['month', 'last-month', 'quarter', 'last-quarter'] as const;

/** `2026-10` or `2026-Q3`; undefined for days that move. */
export function fixedPeriod(span: Span, now: Date): string | undefined {
  if (!CALENDAR_SPANS.some((each) => each === span)) return undefined;
  const { from } = DAYS_OF[span](now);
  return span.endsWith('quarter') ? quarterOf(from) : from.slice(0, 7);
}

const quarterOf = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** Of this and the last year up to this one, the last first. */
export function quartersTo(now: Date): readonly string[] {
  const count = Math.ceil((now.getUTCMonth() + 1) / 3) + 4;
  return Array.from({ length: count }, (_, ago) =>
    quarterOf(monthsFrom(now, -inQuarter(now) - 3 * ago, 3).from),
  );
}

/** The twelve before this one, the last first. */
export const monthsBefore = (now: Date): readonly string[] =>
  Array.from({ length: 12 }, (_, ago) => monthsFrom(now, -1 - ago, 1).from.slice(0, 7));

export type Span = keyof typeof DAYS_OF;
export const SPANS = Object.keys(DAYS_OF) as readonly Span[];

export const spanOf = (text: string | null): Span | undefined => SPANS.find((each) => each === text);

export interface Period {
  /** Four digits. */
  readonly year: string;
  /** `07`, `Q3`; left out for the whole year. */
  readonly part?: string;
}

/** Of a period of the calendar. */
export function periodOf(text: string | null): Period | undefined {
  const [, year, part] = /^((?:19|20)\d{2})(?:-(0[1-9]|1[0-2]|Q[1-4]))?$/.exec(text ?? '') ?? [];
  return year === undefined ? undefined : { year, ...(part !== undefined && { part }) };
}

/** A link may be old or typed: a period that there is not has no days. */
export function daysOf(text: string | null, now: Date): Days | undefined {
  const span = spanOf(text);
  if (span) return DAYS_OF[span](now);
  const period = periodOf(text);
  if (!period) return undefined;
  const { year, part } = period;
  if (part === undefined) return months(Number(year), 0, 12);
  const no = Number(part.replace('Q', ''));
  return part.startsWith('Q') ? months(Number(year), (no - 1) * 3, 3) : months(Number(year), no - 1, 1);
}

export const daysAreOf = (address: URLSearchParams): 'issue_date' | 'intake' =>
  address.get('by') === 'intake' ? 'intake' : 'issue_date';

/** The filter of a list. */
export function listDays(address: URLSearchParams, now: Date): Readonly<Record<string, string>> {
  const days = daysOf(address.get('period'), now);
  if (!days) return {};
  const name = daysAreOf(address) === 'intake' ? 'received' : 'issued';
  return { [`${name}_from`]: days.from, ...(days.to !== undefined && { [`${name}_to`]: days.to }) };
}

/** Of years: this one and as many before it as invoices are kept, and the chosen one. */
export function yearsTo(now: Date, chosen: string | undefined): readonly string[] {
  const years = Array.from({ length: 11 }, (_, ago) => String(now.getFullYear() - ago));
  return chosen === undefined || years.includes(chosen) ? years : [...years, chosen].sort().reverse();
}
