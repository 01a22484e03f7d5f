import type { ReportPeriod } from '../../route-reports.ts';
import { instantIn, localDay } from '../../../vocabulary/local-time.ts';
import type { ReportPart } from '../../../vocabulary/stated-sale.ts';

/** Reports begin with this day (finance law for 2024, article 91). */
export const FIRST_DAY = '2026-09-01';

/** VAT regimes of a French company (`routes/fr-reports`, section 2). */
export const VAT_REGIMES = ['monthly', 'quarterly', 'simplified', 'franchise'] as const;
export type VatRegime = (typeof VAT_REGIMES)[number];

/** Purchases have the periods and days of sales. */
type Timed = Exclude<ReportPart, 'purchases'>;
const timedAs = (part: ReportPart): Timed => (part === 'purchases' ? 'sales' : part);

type Length = 'decade' | 'month' | 'two-months';

/** How long a period is, and on which day of the month after it the report is due; a decade has its own days. */
const CALENDAR: Readonly<
  Record<VatRegime, Readonly<Record<Timed, { readonly length: Length; readonly dueOn: number }>>>
> = {
  monthly: { sales: { length: 'decade', dueOn: 10 }, payments: { length: 'month', dueOn: 10 } },
  quarterly: { sales: { length: 'month', dueOn: 10 }, payments: { length: 'month', dueOn: 10 } },
  // The window is the 25th to the 30th; sources disagree on its last day, so its first one counts.
  simplified: { sales: { length: 'month', dueOn: 25 }, payments: { length: 'month', dueOn: 25 } },
  franchise: { sales: { length: 'two-months', dueOn: 25 }, payments: { length: 'two-months', dueOn: 25 } },
};

/** Tills hand over the totals of the last day after it. The earliest report is due nine days after its period. */
const DAYS_BEFORE_SENDING = 3;

export function periodOf(regime: VatRegime, part: ReportPart, day: string): ReportPeriod {
  const [year, month, date] = partsOf(day);
  switch (CALENDAR[regime][timedAs(part)].length) {
    case 'decade': {
      const first = date > 20 ? 21 : date > 10 ? 11 : 1;
      const last = first === 21 ? lastOf(year, month) : first + 9;
      return { first: dayOf(year, month, first), last: dayOf(year, month, last) };
    }
    case 'month':
      return { first: dayOf(year, month, 1), last: dayOf(year, month, lastOf(year, month)) };
    case 'two-months': {
      const begins = month - ((month - 1) % 2);
      return { first: dayOf(year, begins, 1), last: dayOf(year, begins + 1, lastOf(year, begins + 1)) };
    }
  }
}

/** The last day on which the report of a period is in time. */
export function dueDayOf(regime: VatRegime, part: ReportPart, { last }: ReportPeriod): string {
  const { length, dueOn } = CALENDAR[regime][timedAs(part)];
  const [year, month, date] = partsOf(last);
  if (length === 'decade' && date === 10) return dayOf(year, month, 20);
  if (length === 'decade' && date === 20) return dayOf(year, month, lastOf(year, month));
  return dayOf(year, month + 1, dueOn);
}

/** When the report is sent, and the end of its last day in Paris. */
export function timesOf(
  regime: VatRegime,
  part: ReportPart,
  period: ReportPeriod,
): { readonly sendAt: Date; readonly deadlineAt: Date } {
  const [year, month, date] = partsOf(period.last);
  const sendAt = startInParis(dayOf(year, month, date + 1 + DAYS_BEFORE_SENDING));
  const [dueYear, dueMonth, dueDate] = partsOf(dueDayOf(regime, part, period));
  const next = startInParis(dayOf(dueYear, dueMonth, dueDate + 1));
  return { sendAt, deadlineAt: new Date(next.getTime() - 1) };
}

export const PARIS = 'Europe/Paris';

const startInParis = (day: string): Date => instantIn(PARIS, `${day}T00:00:00.000`);

/** The day in Paris. */
export const dayInParis = (at: Date): string => localDay(PARIS, at);

type DayParts = readonly [year: number, month: number, date: number];

const partsOf = (day: string): DayParts => day.split('-').map(Number) as unknown as DayParts;

/** Months and days past the end run on, as in `Date.UTC`. */
const dayOf = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);

const lastOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
