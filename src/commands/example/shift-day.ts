const DAY_MS = 24 * 3_600_000;

/** `2026-10-05`, or `20261005` as in CII. */
const timeOf = (day: string): number =>
  Date.parse(day.replace(/^(\d{4})-?(\d\d)-?(\d\d)$/, '$1-$2-$3T00:00:00Z'));

export const daysBetween = (from: string, to: string): number => (timeOf(to) - timeOf(from)) / DAY_MS;

/** In the form in which it came. */
export function shiftDay(day: string, days: number): string {
  const shifted = new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10);
  return day.includes('-') ? shifted : shifted.replaceAll('-', '');
}
