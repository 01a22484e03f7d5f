import { holidaysOf } from '../holidays.ts';

/** Days of every year, with the first year of the younger ones (Labour Code, Law 53/2003, art. 139, as amended up to Law 52/2023). */
const FIXED: Readonly<Record<string, number>> = {
  '01-01': 2003,
  '01-02': 2003,
  '01-06': 2024,
  '01-07': 2024,
  '01-24': 2017,
  '05-01': 2003,
  '06-01': 2017,
  '08-15': 2009,
  '11-30': 2012,
  '12-01': 2003,
  '12-25': 2003,
  '12-26': 2003,
};

/** Days after Easter Sunday of the Orthodox Church: Good Friday, itself, its Monday, Pentecost and its Monday. */
const AROUND_EASTER = [-2, 0, 1, 49, 50];

export const isRomanianHoliday = holidaysOf({
  fixed: FIXED,
  easterOf: orthodoxEasterOf,
  afterEaster: AROUND_EASTER,
});

/**
 * Easter Sunday of the Orthodox Church, as milliseconds in UTC: the Sunday after the first full moon of spring by the tables of the Julian
 * calendar (the algorithm of Meeus), as a day of the Gregorian one.
 */
function orthodoxEasterOf(year: number): number {
  const moon = (19 * (year % 19) + 15) % 30;
  const toSunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7;
  const century = Math.floor(year / 100);
  const calendarsDiffer = century - Math.floor(century / 4) - 2;
  // Days after 22 March; the formula counts from 114 = 3 × 31 + 21.
  return Date.UTC(year, 2, 22 + moon + toSunday + calendarsDiffer);
}
