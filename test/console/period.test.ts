import assert from 'node:assert/strict';
import {
  daysOf,
  fixedPeriod,
  listDays,
  monthsBefore,
  quartersTo,
  SPANS,
  yearsTo,
} from '../../src/console/app/period.ts';

const NOW = new Date('2026-11-28T00:30:00Z');

describe('the periods of lists and of the search', () => {
  const daysAt = (now: string): object =>
    Object.fromEntries(SPANS.map((span) => [span, daysOf(span, new Date(now))]));

  it('are a month or a quarter of the calendar, this one or the one before', () =>
    assert.deepEqual(daysAt('2026-11-28T00:30:00Z'), {
      today: { from: '2026-11-28' },
      week: { from: '2026-11-22' },
      month: { from: '2026-11-01', to: '2026-11-30' },
      'last-month': { from: '2026-10-01', to: '2026-10-31' },
      quarter: { from: '2026-10-01', to: '2026-12-31' },
      'last-quarter': { from: '2026-07-01', to: '2026-09-30' },
    }));

  it('go back over the turn of a year', () =>
    assert.deepEqual(daysAt('2028-01-31T23:30:00Z'), {
      today: { from: '2028-01-31' },
      week: { from: '2028-01-25' },
      month: { from: '2028-01-01', to: '2028-01-31' },
      'last-month': { from: '2027-12-01', to: '2027-12-31' },
      quarter: { from: '2028-01-01', to: '2028-03-31' },
      'last-quarter': { from: '2027-10-01', to: '2027-12-31' },
    }));

  it('are any month, quarter or year', () => {
    for (const [text, from, to] of [
      ['2024-02', '2024-02-01', '2024-02-29'],
      ['2026-12', '2026-12-01', '2026-12-31'],
      ['2026-Q3', '2026-07-01', '2026-09-30'],
      ['2025-Q4', '2025-10-01', '2025-12-31'],
      ['2025', '2025-01-01', '2025-12-31'],
    ] as const)
      assert.deepEqual(daysOf(text, NOW), { from, to }, text);
    for (const text of ['2026-13', '2026-Q5', '2026-', '<img>', 'tomorrow', '', null])
      assert.equal(daysOf(text, NOW), undefined, String(text));
  });

  it('are of the date of the invoice, unless the address says that they are of the intake', () => {
    const asked = (address: string) => listDays(new URLSearchParams(address), NOW);
    assert.deepEqual(asked('period=last-quarter'), { issued_from: '2026-07-01', issued_to: '2026-09-30' });
    assert.deepEqual(asked('period=2026-Q1&by=intake'), {
      received_from: '2026-01-01',
      received_to: '2026-03-31',
    });
    assert.deepEqual(asked('period=today&by=intake'), { received_from: '2026-11-28' });
    assert.deepEqual(asked('by=intake'), {});
    assert.deepEqual(asked('period=today&by=other'), { issued_from: '2026-11-28' });
  });

  it('stand in the address as what they are now, but for days that move', () => {
    const fixed = (now: string) => SPANS.map((span) => fixedPeriod(span, new Date(now)));
    const none = [undefined, undefined];
    assert.deepEqual(fixed('2026-11-28T00:30:00Z'), [...none, '2026-11', '2026-10', '2026-Q4', '2026-Q3']);
    assert.deepEqual(fixed('2028-01-31T23:30:00Z'), [...none, '2028-01', '2027-12', '2028-Q1', '2027-Q4']);
    for (const span of SPANS) {
      const text = fixedPeriod(span, NOW);
      if (text !== undefined) assert.deepEqual(daysOf(text, NOW), daysOf(span, NOW), span);
    }
  });

  it('offers every quarter of this year and the last one, and twelve months', () => {
    const of2026 = ['2026-Q4', '2026-Q3', '2026-Q2', '2026-Q1'];
    assert.deepEqual(quartersTo(NOW), [...of2026, '2025-Q4', '2025-Q3', '2025-Q2', '2025-Q1']);
    assert.deepEqual(quartersTo(new Date('2027-01-01T00:00:00Z')), ['2027-Q1', ...of2026]);
    assert.deepEqual([monthsBefore(NOW)[0], monthsBefore(NOW).at(-1)], ['2026-10', '2025-11']);
  });

  it('offers this year, the ten before it, and the one that is chosen', () => {
    assert.deepEqual([yearsTo(NOW, undefined).length, yearsTo(NOW, '2020').length], [11, 11]);
    assert.deepEqual(yearsTo(NOW, '1999').slice(-2), ['2016', '1999']);
    assert.equal(yearsTo(NOW, '2027')[0], '2027');
  });
});
