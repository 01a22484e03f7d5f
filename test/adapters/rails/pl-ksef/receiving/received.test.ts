import assert from 'node:assert/strict';
import type { PlKsefRail } from '../../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { json } from '../../../../sandbox/scripted-network.ts';
import { aPolishConsignment, KSEF_NUMBER, KsefNetwork, NIP, xml } from '../ksef.ts';

const ksef = new KsefNetwork();
let rail: PlKsefRail;
before(async () => (rail = await ksef.start()));
after(() => ksef.close());
beforeEach(() => void ksef.clock.advance(3_600_000));

const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(ksef.clock.now().getTime() - days * DAY).toISOString();
const row = (permanentStorageDate: string): object => ({ ksefNumber: KSEF_NUMBER, permanentStorageDate });

/** @param known the KSeF number that is taken in already. */
async function pageAfter(after: string | null, answer: object, known = '') {
  ksef.script({ 'POST metadata': json(answer), 'GET ksef': xml('<Faktura/>') });
  const { credential } = aPolishConsignment();
  const isKnown = async (railId: string): Promise<boolean> => railId === known;
  return rail.receiving.fetch({ credential, recipient: NIP, after, isKnown });
}

async function fetched(after: string | null, answer: object) {
  const page = await pageAfter(after, answer);
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
    // API 2.9 allows 100 days.
    assert.equal((Date.parse(dateRange.to) - Date.parse(dateRange.from)) / DAY, 99);
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

  it('go through the pages of one millisecond, and on to later ones', async () => {
    const [moment, later] = [daysAgo(2), daysAgo(1)];
    const pageOf = (): string => /pageOffset=(\d+)/.exec(ksef.last('POST metadata')?.path ?? '')?.[1] ?? '';
    const same = { invoices: [row(moment), row(moment)], hasMore: true, isTruncated: false };
    const first = await fetched(moment, same);
    assert.deepEqual([first.next, first.isLast, pageOf()], [`${moment} page:1`, false, '0']);
    const second = await fetched(first.next ?? '', same);
    assert.deepEqual([second.next, second.dateRange.from, pageOf()], [`${moment} page:2`, moment, '1']);
    const third = await fetched(second.next ?? '', { ...same, invoices: [row(moment), row(later)] });
    assert.deepEqual([third.next, third.isLast, pageOf()], [later, false, '2']);
    await fetched(third.next ?? '', same);
    assert.equal(pageOf(), '0');
  });

  it('stay on a page of one millisecond that ends before KSeF is complete', async () => {
    const after = `${daysAgo(2)} page:3`;
    const { next, isLast } = await fetched(after, { invoices: [] });
    assert.deepEqual([next, isLast], [after, true]);
  });

  it('pass nothing over if one millisecond has more than KSeF lists', async () => {
    const moment = daysAgo(2);
    const answer = { invoices: [row(moment)], hasMore: true, isTruncated: true };
    const { documents, next } = await fetched(`${moment} page:99`, answer);
    assert.deepEqual([documents.length, next], [1, undefined]);
    const said = await pageAfter(`${moment} page:99`, answer, KSEF_NUMBER);
    assert.ok(said && 'mapping' in said);
  });
});
