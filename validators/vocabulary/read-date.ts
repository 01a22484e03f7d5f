/** @param pattern `YYYYMMDD`. The schema allows a zone (`2026-10-05Z`); the day is the same. */
export function readDate(text: string, pattern: string): string | undefined {
  const { year, month, day } = datePattern(pattern).exec(text)?.groups ?? {};
  // A day that its month does not have becomes one of the next month.
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return date.getUTCDate() === Number(day) ? `${year}-${month}-${day}` : undefined;
}

const PATTERNS = new Map<string, RegExp>();

function datePattern(pattern: string): RegExp {
  const cached = PATTERNS.get(pattern);
  if (cached) return cached;
  const parts = pattern
    .replace('YYYY', '(?<year>\\d{4})')
    .replace('MM', '(?<month>\\d\\d)')
    .replace('DD', '(?<day>\\d\\d)');
  const made = new RegExp(`^${parts}(?:Z|[+-]\\d\\d:\\d\\d)?$`);
  PATTERNS.set(pattern, made);
  return made;
}
