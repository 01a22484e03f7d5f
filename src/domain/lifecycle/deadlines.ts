import type { IsoDate } from '../invoice/canonical.ts';
import { profileOf, ROUTE_PROFILES } from '../routes/all.ts';
import type { Filing } from '../routes/profile.ts';
import { instantIn, localDay, localText, localTime, zoneOfCountry } from '../vocabulary/local-time.ts';
import type { Route } from '../vocabulary/route.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';

const DAY_MS = 86_400_000;

/**
 * The last moment (23:59:59.999 UTC) of the last permitted day; undefined on routes without a filing duty. Working days are Monday to
 * Friday. Public holidays are not applied, so the real last day (`lastDayToFile`) can be later, never earlier (contract 8); they are for an offline
 * invoice, whose last day the law names. The day ends where the tax office is: `localDeadline`.
 */
export function deadlineFor(route: Route, issueDate: IsoDate, isOffline = false): Date | undefined {
  const { filing } = profileOf(route);
  const isHoliday = isOffline ? filing?.isHoliday : undefined;
  return filing ? afterWorkingDays(filing.workingDays, issueDate, isHoliday) : undefined;
}

/** The last day to file an invoice, public holidays counted: it is late from the next day on. Undefined on routes without a filing duty. */
export function lastDayToFile(route: Route, issueDate: IsoDate): IsoDate | undefined {
  const { filing } = profileOf(route);
  return filing ? dayOf(afterWorkingDays(filing.workingDays, issueDate, filing.isHoliday)) : undefined;
}

/** The last moment (UTC) of the day that comes so many working days after the day. */
export function afterWorkingDays(
  count: number,
  from: IsoDate,
  isHoliday: (day: IsoDate) => boolean = () => false,
): Date {
  return new Date(dayAfter(count, Date.parse(`${from}T00:00:00Z`), isHoliday) + DAY_MS - 1);
}

/** Days are their start in UTC. */
function dayAfter(workingDays: number, from: number, isHoliday: (day: IsoDate) => boolean): number {
  let left = workingDays;
  let day = from;
  while (left > 0) {
    day += DAY_MS;
    if (!isWeekend(day) && !isHoliday(dayOf(new Date(day)))) left -= 1;
  }
  return day;
}

/**
 * The last day to file that belongs to a deadline: every issue date with the same deadline has the same one. The deadline of an offline
 * invoice counts the public holidays already; it stays, since its route counts one day and no deadline of its falls on a holiday.
 */
function lastDayOf({ workingDays, isHoliday }: Filing, deadline: number): number {
  let left = workingDays;
  let day = deadline;
  while (left > 0) {
    if (!isWeekend(day)) left -= 1;
    day -= DAY_MS;
  }
  return dayAfter(workingDays, day, isHoliday);
}

/** The end of the day of a deadline where the tax office is, with its offset from UTC: `2026-10-02T23:59:59.999+02:00`. */
interface LocalDeadline {
  readonly at: Date;
  readonly text: string;
}

/**
 * The deadline of an invoice is the end of a UTC day, that of a tax report the moment itself; no route has both.
 * @returns undefined on routes without a filing duty and without reports.
 */
export function localDeadline(route: Route, deadline: Date): LocalDeadline | undefined {
  const { filing } = profileOf(route);
  if (filing) return endOfDay(filing, deadline);
  const timeZone = zoneOf(route);
  return timeZone === undefined ? undefined : { at: deadline, text: localText(timeZone, deadline) };
}

/** The time zone of the tax office, as IANA names it. Undefined on routes without a filing duty and without reports. */
function zoneOf(route: Route): string | undefined {
  const { filing, reports } = profileOf(route);
  return (filing ?? reports)?.timeZone;
}

/** An invoice, or what a refused submission states of one. */
interface Placed {
  readonly route?: Route | undefined;
  /** BT-40. */
  readonly sellerCountry?: string | undefined;
}

/** The time zone in which people expect times about an invoice: of the tax office, else of the seller's country, else UTC. */
export const zoneFor = ({ route, sellerCountry = '' }: Placed, at: Date): string =>
  (route === undefined ? undefined : zoneOf(route)) ?? zoneOfCountry(sellerCountry, at) ?? 'UTC';

/** The end of the last day to file: the invoice is late from then on. Undefined on routes without a filing duty. */
export function lateAfter(route: Route, deadline: Date): LocalDeadline | undefined {
  const { filing } = profileOf(route);
  return filing ? endOfDay(filing, new Date(lastDayOf(filing, startOfDay(deadline)))) : undefined;
}

function endOfDay({ timeZone }: Filing, day: Date): LocalDeadline {
  const local = `${dayOf(day)}T23:59:59.999`;
  const at = instantIn(timeZone, local);
  return { at, text: localText(timeZone, at) };
}

/** The day of a moment where the tax office is; in UTC on routes without a filing duty. */
export const dayOfFiling = (route: Route, moment: Date): IsoDate =>
  localDay(profileOf(route).filing?.timeZone ?? 'UTC', moment);

/** Deadlines on a route that are earlier than a moment, and not earlier than another. */
export interface RouteDeadline {
  readonly route: Route;
  /** `deadlineAt` is earlier than this. */
  readonly before: Date;
  /** `deadlineAt` is not earlier than this. */
  readonly from?: Date;
}

/**
 * What `deadlineAt` of an invoice has to be for its day to end before a moment where the tax office is: a row for each route with a filing
 * duty. The day of the moment itself ends later, so the days before it are wanted.
 */
export const deadlinesBefore = (moment: Date): readonly RouteDeadline[] =>
  ROUTE_PROFILES.flatMap(({ name, filing }) =>
    filing ? [{ route: name, before: new Date(startOfDay(localTime(filing.timeZone, moment))) }] : [],
  );

/** What `deadlineAt` of an invoice has to be for it to be late at a moment: as `deadlinesBefore`, with the public holidays counted. */
export const deadlinesLateAt = (moment: Date): readonly RouteDeadline[] =>
  ROUTE_PROFILES.flatMap(({ name, filing }) => {
    if (!filing) return [];
    const today = startOfDay(localTime(filing.timeZone, moment));
    let first = today;
    while (lastDayOf(filing, first - DAY_MS) >= today) first -= DAY_MS;
    return [{ route: name, before: new Date(first) }];
  });

/** In UTC. */
const startOfDay = (at: Date): number => Math.floor(at.getTime() / DAY_MS) * DAY_MS;

/**
 * The moment when a share of the time from the start of the issue day to the deadline is gone, both where the tax office is: one half and
 * four fifths are worth a warning (contract 8).
 */
export function warningAt(route: Route, issueDate: IsoDate, deadline: Date, share: number): Date {
  const timeZone = profileOf(route).filing?.timeZone ?? 'UTC';
  const from = instantIn(timeZone, `${issueDate}T00:00:00.000`).getTime();
  const to = (localDeadline(route, deadline)?.at ?? deadline).getTime();
  return new Date(from + Math.floor((to - from) * share));
}

/** A queued invoice is warned of at these shares of the time (contract 8). */
export const WARNING_SHARES = [0.5, 0.8] as const;

/** From this share on the invoice counts as at risk. */
export const AT_RISK_SHARE = WARNING_SHARES[1];

const isWeekend = (day: number): boolean => [0, 6].includes(new Date(day).getUTCDay());
