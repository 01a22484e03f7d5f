import assert from 'node:assert/strict';
import {
  dueDayOf,
  periodOf,
  timesOf,
  type VatRegime,
} from '../../../../../src/domain/routes/fr-pa/reports/calendar.ts';
import type { ReportPart } from '../../../../../src/domain/vocabulary/stated-sale.ts';

/** AIFE's calendar as pyfrctc 0.24 and odoo (PR 287797) have it: a day, its period, the last day of its report. */
const CASES: readonly (readonly [
  VatRegime,
  ReportPart,
  day: string,
  first: string,
  last: string,
  due: string,
])[] = [
  ['monthly', 'sales', '2026-09-01', '2026-09-01', '2026-09-10', '2026-09-20'],
  ['monthly', 'sales', '2026-09-10', '2026-09-01', '2026-09-10', '2026-09-20'],
  ['monthly', 'sales', '2026-09-11', '2026-09-11', '2026-09-20', '2026-09-30'],
  ['monthly', 'sales', '2026-09-30', '2026-09-21', '2026-09-30', '2026-10-10'],
  ['monthly', 'sales', '2027-02-15', '2027-02-11', '2027-02-20', '2027-02-28'],
  ['monthly', 'sales', '2027-02-28', '2027-02-21', '2027-02-28', '2027-03-10'],
  ['monthly', 'sales', '2028-02-29', '2028-02-21', '2028-02-29', '2028-03-10'],
  ['monthly', 'sales', '2026-12-31', '2026-12-21', '2026-12-31', '2027-01-10'],
  ['monthly', 'payments', '2027-02-03', '2027-02-01', '2027-02-28', '2027-03-10'],
  ['quarterly', 'sales', '2026-10-31', '2026-10-01', '2026-10-31', '2026-11-10'],
  ['quarterly', 'payments', '2026-12-01', '2026-12-01', '2026-12-31', '2027-01-10'],
  ['simplified', 'sales', '2027-01-15', '2027-01-01', '2027-01-31', '2027-02-25'],
  ['franchise', 'sales', '2027-12-05', '2027-11-01', '2027-12-31', '2028-01-25'],
  ['franchise', 'payments', '2027-01-31', '2027-01-01', '2027-02-28', '2027-03-25'],
];

describe('the calendar of French reports', () => {
  for (const [regime, part, day, first, last, due] of CASES)
    it(`puts ${part} of ${day} (${regime}) into the report that is due on ${due}`, () => {
      const period = periodOf(regime, part, day);
      assert.deepEqual(period, { first, last });
      assert.equal(dueDayOf(regime, part, period), due);
    });

  it('ends a period before another begins, on every day of ten years', () => {
    for (const regime of ['monthly', 'quarterly', 'simplified', 'franchise'] as const)
      for (let at = Date.UTC(2026, 8, 1); at < Date.UTC(2036, 8, 1); at += 86_400_000) {
        const day = new Date(at).toISOString().slice(0, 10);
        const { first, last } = periodOf(regime, 'sales', day);
        assert.ok(first <= day && day <= last && first < last, `${regime} ${day}: ${first} to ${last}`);
      }
  });

  it('counts the last day to its end in Paris, and sends before', () => {
    const summer = timesOf('monthly', 'sales', { first: '2026-09-01', last: '2026-09-10' });
    assert.equal(summer.deadlineAt.toISOString(), '2026-09-20T21:59:59.999Z');
    assert.equal(summer.sendAt.toISOString(), '2026-09-13T22:00:00.000Z');
    const winter = timesOf('monthly', 'sales', { first: '2026-10-21', last: '2026-10-31' });
    assert.equal(winter.deadlineAt.toISOString(), '2026-11-10T22:59:59.999Z');
  });
});
