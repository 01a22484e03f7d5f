const PARTS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Bucharest',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

function local(ms: number): Readonly<Record<Part, string>> {
  const parts = PARTS.formatToParts(ms).map(({ type, value }) => [type, value]);
  return Object.fromEntries(parts) as Record<Part, string>;
}

/** 202611211430 */
export function stamp(ms: number): string {
  const { year, month, day, hour, minute } = local(ms);
  return year + month + day + hour + minute;
}

/** 2026-11-21, the day of the limits. */
export function dayOf(ms: number): string {
  const { year, month, day } = local(ms);
  return `${year}-${month}-${day}`;
}

/** 21-11-2026 14:30:05 */
export function readable(ms: number): string {
  const { year, month, day, hour, minute, second } = local(ms);
  return `${day}-${month}-${year} ${hour}:${minute}:${second}`;
}
