import assert from 'node:assert/strict';
import { daysOfSpan, SPANS } from '../../../src/console/pages/invoices/spans.ts';

describe('the days of intake that the list of invoices offers', () => {
  const daysAt = (now: string): object =>
    Object.fromEntries(SPANS.map((span) => [span, daysOfSpan(span, new Date(now))]));

  it('are a month or a quarter of the calendar, this one or the one before', () =>
    assert.deepEqual(daysAt('2026-11-28T00:30:00Z'), {
      today: ['2026-11-28', undefined],
      week: ['2026-11-22', undefined],
      month: ['2026-11-01', '2026-11-30'],
      'last-month': ['2026-10-01', '2026-10-31'],
      quarter: ['2026-10-01', '2026-12-31'],
      'last-quarter': ['2026-07-01', '2026-09-30'],
    }));

  it('go back over the turn of a year', () =>
    assert.deepEqual(daysAt('2028-01-31T23:30:00Z'), {
      today: ['2028-01-31', undefined],
      week: ['2028-01-25', undefined],
      month: ['2028-01-01', '2028-01-31'],
      'last-month': ['2027-12-01', '2027-12-31'],
      quarter: ['2028-01-01', '2028-03-31'],
      'last-quarter': ['2027-10-01', '2027-12-31'],
    }));
});
