import assert from 'node:assert/strict';
import type { PlKsefRail } from '../../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { json, type Reply } from '../../../../sandbox/scripted-network.ts';
import { aPolishConsignment, KSEF_NUMBER, KsefNetwork, NIP, refused, xml } from '../ksef.ts';

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
  return rail.receiving.fetch({
    credential,
    recipient: NIP,
    after,
    isKnown,
    take: async () => undefined,
    now: new Date(),
  });
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

  describe('that are many', () => {
    const many = () => ({ invoices: [row(daysAgo(1))], hasMore: true, permanentStorageHwmDate: daysAgo(0) });
    const EXPORT = '20261121-EH-2F14610000-242991F8C9-B4';
    const STARTED = json({ referenceNumber: EXPORT }, 201);
    const answered = (code: number, more: object = {}): Reply =>
      json({ status: { code, description: 'x' }, ...more });

    /** The fetch that starts an export, and the one that looks at it. */
    async function lookedAt(status: Reply) {
      const from = daysAgo(2);
      ksef.script({ 'POST metadata': json(many()), 'POST exports': STARTED, 'GET exports': status });
      const { credential } = aPolishConsignment();
      const asked = {
        credential,
        recipient: NIP,
        isKnown: async () => false,
        take: async () => undefined,
        now: new Date(),
      };
      const first = await rail.receiving.fetch({ ...asked, after: from });
      assert.ok(first && 'documents' in first);
      assert.deepEqual([first.next, first.documents.length], [`${from} export`, 0]);
      const looked = await rail.receiving.fetch({ ...asked, after: first.next ?? null });
      return { from, looked, asked };
    }

    it('are asked for as a package from there on, up to where KSeF is complete', async () => {
      const { from } = await lookedAt(answered(100));
      const { filters, compressionType } = JSON.parse(ksef.last('POST exports')?.body ?? '') as {
        filters: { subjectType: string; dateRange: object };
        compressionType: string;
      };
      const range = { dateType: 'PermanentStorage', from, restrictToPermanentStorageHwmDate: true };
      assert.deepEqual(
        [filters.subjectType, filters.dateRange, compressionType],
        ['Subject2', range, 'TarGz'],
      );
    });

    it('wait for a package that is being made, and ask again soon', async () => {
      const { looked } = await lookedAt(answered(100));
      assert.ok(looked && 'documents' in looked);
      assert.deepEqual([looked.next, looked.isLast], [undefined, true]);
      assert.ok((looked.againMs ?? Infinity) < 60_000);
    });

    for (const [what, status] of [
      ['has expired (210)', answered(210)],
      ['has a key that KSeF cannot read (415)', answered(415)],
      ['begins after the data are complete (420)', answered(420)],
      ['failed (500)', answered(500)],
      ['was cancelled (550)', answered(550)],
      ['is unknown (21175)', refused(21_175)],
      ['is older than seven days (410)', json({ title: 'Gone', status: 410 }, 410)],
      ['is ready without a package', answered(200)],
    ] as const)
      it(`are listed if the export ${what}, and the next one is another`, async () => {
        const { from, looked, asked } = await lookedAt(status);
        assert.ok(looked && 'documents' in looked);
        assert.deepEqual([looked.next, looked.isLast], [`${from} list`, false]);
        ksef.script({ 'POST metadata': json(many()), 'GET ksef': xml('<Faktura/>') });
        const listed = await rail.receiving.fetch({ ...asked, after: `${from} list` });
        assert.ok(listed && 'documents' in listed);
        assert.deepEqual([listed.documents.length, listed.next], [1, daysAgo(1)]);
        ksef.script({ 'POST metadata': json(many()), 'POST exports': STARTED });
        await rail.receiving.fetch({ ...asked, after: from });
        assert.ok(ksef.last('POST exports'));
      });

    it('are listed if KSeF takes no further export (21182)', async () => {
      ksef.script({
        'POST metadata': json(many()),
        'POST exports': refused(21_182),
        'GET ksef': xml('<Faktura/>'),
      });
      const { credential } = aPolishConsignment();
      const asked = {
        credential,
        recipient: NIP,
        isKnown: async () => false,
        take: async () => undefined,
        now: new Date(),
      };
      const page = await rail.receiving.fetch({ ...asked, after: daysAgo(2) });
      assert.ok(page && 'documents' in page);
      assert.equal(page.documents.length, 1);
    });

    it('wait if KSeF limits the calls for a status', async () => {
      const { looked } = await lookedAt({ status: 429, headers: { 'Retry-After': '7' } });
      assert.ok(looked && 'mapping' in looked);
      assert.equal(looked.mapping.meaning, 'later');
    });
  });
});
