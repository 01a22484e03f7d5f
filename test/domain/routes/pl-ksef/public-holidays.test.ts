import assert from 'node:assert/strict';
import { isPolishHoliday } from '../../../../src/domain/routes/pl-ksef/public-holidays.ts';

/** The public holidays of a year, month and day. */
function holidaysOf(year: number): string[] {
  const days: string[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (isPolishHoliday(day)) days.push(day.slice(5));
  }
  return days;
}

const FIXED = ['01-01', '01-06', '05-01', '05-03', '08-15', '11-01', '11-11', '12-25', '12-26'];

describe('a public holiday of Poland', () => {
  // Easter Sunday and Monday, Pentecost, Corpus Christi as PyPI `holidays` 0.109 has them.
  const ROWS: [year: number, movable: string[]][] = [
    [2024, ['03-31', '04-01', '05-19', '05-30']],
    [2025, ['04-20', '04-21', '06-08', '06-19', '12-24']],
    [2026, ['04-05', '04-06', '05-24', '06-04', '12-24']],
    [2027, ['03-28', '03-29', '05-16', '05-27', '12-24']],
    [2038, ['04-25', '04-26', '06-13', '06-24', '12-24']],
    [2049, ['04-18', '04-19', '06-06', '06-17', '12-24']],
  ];
  for (const [year, movable] of ROWS)
    it(`is one of ${year}: ${movable.join(', ')} and the fixed days`, () =>
      assert.deepEqual(holidaysOf(year), [...FIXED, ...movable].sort()));
});
