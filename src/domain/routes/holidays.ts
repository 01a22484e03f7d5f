const DAY_MS = 86_400_000;

interface Holidays {
  /** `MM-DD`, with the first year in which it is one. */
  readonly fixed: Readonly<Record<string, number>>;
  /** Easter Sunday, as milliseconds in UTC. */
  readonly easterOf: (year: number) => number;
  readonly afterEaster: readonly number[];
}

/** Whether a day (`YYYY-MM-DD`) is a public holiday; Sundays that are none are not among them. */
export const holidaysOf =
  ({ fixed, easterOf, afterEaster }: Holidays) =>
  (day: string): boolean => {
    const year = Number(day.slice(0, 4));
    const since = fixed[day.slice(5)];
    if (since !== undefined && year >= since) return true;
    return afterEaster.includes((Date.parse(`${day}T00:00:00Z`) - easterOf(year)) / DAY_MS);
  };
