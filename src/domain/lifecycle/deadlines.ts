import type { IsoDate } from '../invoice/canonical.ts';
import { profileOf } from '../routes/all.ts';
import type { Route } from '../vocabulary/route.ts';

const DAY_MS = 86_400_000;

/**
 * The last moment (23:59:59.999 UTC) of the last permitted day; undefined on routes without a filing duty. Working days are Monday to
 * Friday. Public holidays are not applied, so the real deadline can be later, never earlier (contract 8).
 */
export function deadlineFor(route: Route, issueDate: IsoDate): Date | undefined {
  let left = profileOf(route).filingDays;
  if (left === null) return undefined;
  let day = Date.parse(`${issueDate}T00:00:00Z`);
  while (left > 0) {
    day += DAY_MS;
    if (!isWeekend(new Date(day))) left -= 1;
  }
  return new Date(day + DAY_MS - 1);
}

/**
 * The moment when a share of the time from the start of the issue day to the deadline is gone: one half and four fifths
 * are worth a warning (contract 8).
 */
export function warningAt(issueDate: IsoDate, deadline: Date, share: number): Date {
  const from = Date.parse(`${issueDate}T00:00:00Z`);
  return new Date(from + Math.floor((deadline.getTime() - from) * share));
}

/** A queued invoice is warned of at these shares of the time (contract 8). */
export const WARNING_SHARES = [0.5, 0.8] as const;

/** From this share on the invoice counts as at risk. */
export const AT_RISK_SHARE = WARNING_SHARES[1];

const isWeekend = (day: Date): boolean => day.getUTCDay() === 0 || day.getUTCDay() === 6;
