const DAY = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Warsaw',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** 2026-11-21, the day in Poland. */
export const dayOf = (ms: number): string => DAY.format(ms);

export const instant = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00');
