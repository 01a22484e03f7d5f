import assert from 'node:assert/strict';
import type { PlKsefRail } from '../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { aPolishConsignment, json, KSEF_NUMBER, KsefServer, NIP, xml } from './ksef-server.ts';

const ksef = new KsefServer();
let rail: PlKsefRail;
before(async () => (rail = await ksef.start()));
after(() => ksef.stop());
beforeEach(() => void ksef.clock.advance(3_600_000));

const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(ksef.clock.now().getTime() - days * DAY).toISOString();
const row = (permanentStorageDate: string): object => ({ ksefNumber: KSEF_NUMBER, permanentStorageDate });

async function fetched(after: string | null, answer: object) {
  ksef.script({ 'POST metadata': json(answer), 'GET ksef': xml('<Faktura/>') });
  const { credential } = aPolishConsignment();
  const page = await rail.receiving.fetch({ credential, recipient: NIP, after, isKnown: async () => false });
  const { dateRange } = JSON.parse(ksef.last('POST metadata')?.body ?? '') as {
    dateRange: { from: string; to?: string };
  };
  assert.ok(page && 'documents' in page);
  return { ...page, dateRange };
}

describe('received invoices of KSeF', () => {
  it('continue where KSeF is complete', async () => {
    const [from, complete] = [daysAgo(2), daysAgo(0.01)];
    const answer = { invoices: [row(daysAgo(1))], hasMore: false, permanentStorageHwmDate: complete };
    const { documents, next, dateRange } = await fetched(from, answer);
    assert.deepEqual([documents.length, next, dateRange.from, dateRange.to], [1, complete, from, undefined]);
  });

  it('continue at the end of the period that was asked for, also if KSeF is complete beyond it', async () => {
    const answer = { invoices: [], hasMore: false, permanentStorageHwmDate: daysAgo(0) };
    const { next, dateRange } = await fetched(daysAgo(200), answer);
    assert.ok(dateRange.to);
    assert.equal(next, dateRange.to);
  });

  for (const [what, more] of [
    ['there are more', { hasMore: true }],
    ['the result is cut off', { hasMore: false, isTruncated: true }],
    ['it is not told whether there are more', {}],
  ] as const)
    it(`continue at the last one if ${what}`, async () => {
      const last = daysAgo(1);
      const answer = { invoices: [row(last)], permanentStorageHwmDate: daysAgo(0), ...more };
      const { next, isLast } = await fetched(daysAgo(2), answer);
      assert.deepEqual([next, isLast], [last, false]);
    });
});
