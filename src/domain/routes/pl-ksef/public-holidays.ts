import { holidaysOf } from '../holidays.ts';

/** Days of every year, with the first year of the younger ones (statute of 18 January 1951, art. 1, as amended: Dz.U. 2024 item 1965). */
const FIXED: Readonly<Record<string, number>> = {
  '01-01': 1951,
  '01-06': 2011,
  '05-01': 1951,
  '05-03': 1990,
  '08-15': 1951,
  '11-01': 1951,
  '11-11': 1989,
  '12-24': 2025,
  '12-25': 1951,
  '12-26': 1951,
};

/** Days after Easter Sunday: itself, its Monday, Pentecost, Corpus Christi. */
const AFTER_EASTER = [0, 1, 49, 60];

export const isPolishHoliday = holidaysOf({ fixed: FIXED, easterOf, afterEaster: AFTER_EASTER });

/**
 * Easter Sunday, as milliseconds in UTC: the Sunday after the first full moon of spring, by the tables of the Gregorian calendar (the
 * algorithm of Meeus, Jones and Butcher).
 */
function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const leap = Math.floor((year % 100) / 4);
  const toSunday = (32 + 2 * (century % 4) + 2 * leap - epact - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  // Days after 22 March.
  return Date.UTC(year, 2, 22 + epact + toSunday - 7 * late);
}
