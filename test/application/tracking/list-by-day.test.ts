import assert from 'node:assert/strict';
import { listByDay } from '../../../src/application/tracking/list-by-day.ts';
import type { DayCount, Span } from '../../../src/domain/lifecycle/day-counts.ts';

const MILLION = 1_000_000;
/** Days 1, 2, 3 … with these numbers of invoices. */
const days = (...invoices: readonly number[]): readonly DayCount[] =>
  invoices.map((count, n) => ({ day: n + 1, state: 'delivered', invoices: count }));

/** A list of these days; one invoice of each searched day has the text. */
async function searched(held: readonly DayCount[], q: string | undefined) {
  const spans: Span[] = [];
  const page = await listByDay(
    { sort: 'newest', page: 1, pageSize: 10, ...(q !== undefined && { q }) },
    {
      counts: async () => held,
      async matching(span) {
        spans.push({ first: span.first, last: span.last });
        return held
          .filter(({ day }) => day >= span.first && day <= span.last)
          .map((count) => ({ ...count, invoices: 1 }));
      },
      invoices: async () => [],
    },
  );
  return { total: page.total, spans };
}

describe('a list with a text', () => {
  it('searches the newest days until they have 1,000,000 invoices; the last of these days is searched whole', async () => {
    const { total, spans } = await searched(days(1, 600_000, 600_000, 300_000), 'R-1');
    assert.deepEqual(spans, [
      { first: 4, last: 4 },
      { first: 3, last: 3 },
      { first: 2, last: 2 },
    ]);
    assert.equal(total, 3);
  });

  it('searches no day before a day that alone has 1,000,000', async () => {
    assert.deepEqual((await searched(days(5, MILLION), 'R-1')).spans, [{ first: 2, last: 2 }]);
    assert.deepEqual((await searched(days(5, MILLION - 1), 'R-1')).spans.length, 2);
  });

  it('searches several small days at once, but at most 20,000 invoices', async () =>
    assert.deepEqual((await searched(days(10_000, 10_000, 10_000), 'R-1')).spans, [
      { first: 2, last: 3 },
      { first: 1, last: 1 },
    ]));

  it('has no limit without a text: the counts state the number', async () => {
    const { total, spans } = await searched(days(MILLION, MILLION), undefined);
    assert.deepEqual([total, spans], [2 * MILLION, []]);
  });
});
