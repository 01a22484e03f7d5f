const DAY_MS = 86_400_000;

/** The day in UTC, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Of a day `YYYY-MM-DD`. */
export const dayBefore = (day: string): string => dayOf(new Date(Date.parse(day) - DAY_MS));

/** Whole days from one day to a later one, `YYYY-MM-DD`; negative after it. */
export const daysLeft = (lastDay: string, today: string): number =>
  Math.round((Date.parse(lastDay) - Date.parse(today)) / DAY_MS);
