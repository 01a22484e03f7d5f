import assert from 'node:assert/strict';
import { isRomanianHoliday } from '../../../../src/domain/routes/ro-efactura/public-holidays.ts';

/** The public holidays of a year, month and day. */
function holidaysOf(year: number): string[] {
  const days: string[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (isRomanianHoliday(day)) days.push(day.slice(5));
  }
  return days;
}

const FIXED = [
  ...['01-01', '01-02', '01-06', '01-07', '01-24', '05-01', '06-01'],
  ...['08-15', '11-30', '12-01', '12-25', '12-26'],
];

describe('a public holiday of Romania', () => {
  // Good Friday, Easter Sunday and Monday, Pentecost and its Monday as PyPI `holidays` 0.109 has them.
  const ROWS: [year: number, movable: string[]][] = [
    [2024, ['05-03', '05-05', '05-06', '06-23', '06-24']],
    [2025, ['04-18', '04-20', '04-21', '06-08', '06-09']],
    [2026, ['04-10', '04-12', '04-13', '05-31', '06-01']],
    [2027, ['04-30', '05-02', '05-03', '06-20', '06-21']],
    [2038, ['04-23', '04-25', '04-26', '06-13', '06-14']],
    [2049, ['04-23', '04-25', '04-26', '06-13', '06-14']],
  ];
  for (const [year, movable] of ROWS)
    it(`is one of ${year}: ${movable.join(', ')} and the fixed days`, () =>
      assert.deepEqual(holidaysOf(year), [...new Set([...FIXED, ...movable])].sort()));
});
