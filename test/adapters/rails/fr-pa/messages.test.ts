import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import type { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import type { RouteMessage } from '../../../../src/ports/rail/route-messages.ts';
import { saleOf, toConsumer, written } from '../../../domain/routes/fr-pa/reports/samples.ts';
import { aMessage } from './message.ts';
import { type Canned, json, type ReceivedCall } from '../../../sandbox/scripted-network.ts';
import { aFlow, aFrenchCredential, errorBody, FrenchPlatform, results } from './platform.ts';

const platform = new FrenchPlatform();
let rail: FrPaRail;
before(async () => (rail = await platform.start()));
after(() => platform.close());

const MINUTE = 60_000;
const at = (minutes: number): string => new Date(Date.UTC(2026, 9, 5, 9, minutes)).toISOString();
/** A list entry of a message. */
const listed = (flowId: string, minutes: number, own: object = {}): object =>
  aFlow({ flowId, updatedAt: at(minutes), flowType: 'CustomerInvoiceLC', flowDirection: 'In', ...own }, 'Ok');
const paged = (nextCursor: string, ...flows: readonly object[]): Canned =>
  json({ limit: 100, results: flows, nextCursor });
const original = (code: string, number = 'F-1'): Canned => ({ body: aMessage({ code, number }) });
const kinds = (answers: readonly RouteMessage[] = []) => answers.map(({ kind }) => kind);
const searches = () =>
  platform.received
    .filter(({ call }) => call === 'search')
    .map(
      ({ body }) => JSON.parse(body) as { limit: number; where: Record<string, unknown>; cursor?: string },
    );

const credential = aFrenchCredential();
const fetchPage = async (after: string | null, of = credential) => {
  const page = await rail.fetchMessages(of, after);
  return 'mapping' in page ? undefined : page;
};

/** The position after two messages; the newer one is of ten past nine. */
async function aPosition(): Promise<string> {
  platform.script({
    search: results(listed('L-1', 4), listed('L-2', 10)),
    'Original L-1': original('200'),
    'Original L-2': original('203'),
  });
  return (await fetchPage(null))?.next ?? '';
}

describe('lifecycle messages of a French platform', () => {
  it('come with the reports that the platform has derived, of which it sends the administration the same', async () => {
    const report = written(saleOf(toConsumer).entries);
    platform.script({
      search: results(
        listed('R-1', 4, { flowType: 'StateTransactionReport', flowSyntax: 'FRR' }),
        listed('R-2', 5, { flowType: 'StateTransactionReport', flowSyntax: 'FRR', flowDirection: 'Out' }),
      ),
      'Original R-1': { body: report },
    });
    const page = await fetchPage(null);
    assert.deepEqual(withEnglish([page?.messages, page?.reports?.length, page?.unreadable]), [
      [],
      1,
      undefined,
    ]);
    assert.equal(page?.reports?.[0]?.figures.count, 1);
    platform.script({ search: results(listed('R-1', 4, { flowType: 'StateTransactionReport' })) });
    assert.deepEqual((await fetchPage(page?.next ?? null))?.reports, undefined);
  });

  it('are searched for, fetched and read in the order of their changes', async () => {
    platform.script({
      search: results(listed('L-2', 10), listed('L-1', 4)),
      'Original L-1': original('200'),
      'Original L-2': original('203'),
    });
    const page = await fetchPage(null);
    assert.deepEqual(kinds(page?.messages), ['fr-lifecycle-200', 'fr-lifecycle-203']);
    assert.equal(page?.isLast, true);
    assert.deepEqual(searches(), [
      {
        limit: 100,
        where: { flowDirection: ['In'] },
      },
    ]);
  });

  it('belong to sales or self-billed invoices; copies for the administration are not fetched', async () => {
    platform.script({
      search: results(
        listed('L-1', 4, { flowType: 'SupplierInvoiceLC' }),
        listed('L-2', 5, { flowType: 'StateCustomerInvoiceLC' }),
        listed('L-3', 6, { flowType: 'StateSupplierInvoiceLC' }),
      ),
      'Original L-1': original('203'),
    });
    assert.deepEqual(kinds((await fetchPage(null))?.messages), ['fr-lifecycle-203']);
    assert.deepEqual(
      platform.calls.filter((call) => call.startsWith('Original')),
      ['Original L-1'],
    );
  });

  it('are searched for with fewer criteria once a search is refused', async () => {
    const picky = aFrenchCredential({ search_flow_types: ['CustomerInvoiceLC'] });
    const refused = errorBody('PARAMS_ERROR', 400);
    const found = results(listed('L-1', 4));
    platform.script({ search: [refused, refused, found], 'Original L-1': original('200') });
    const page = await fetchPage(null, picky);
    assert.deepEqual(kinds(page?.messages), ['fr-lifecycle-200']);
    assert.deepEqual(
      searches().map(({ where }) => Object.keys(where)),
      [['flowDirection', 'flowType'], ['flowDirection'], ['updatedAfter']],
    );
    platform.script({ search: results() });
    await fetchPage(page?.next ?? '', picky);
    assert.deepEqual(
      searches().map(({ where }) => Object.keys(where)),
      [['updatedAfter']],
    );
  });

  it('cannot be fetched if even the fewest criteria are refused; the failure belongs to the operator', async () => {
    platform.script({ search: errorBody('PARAMS_ERROR', 400) });
    const answer = await rail.fetchMessages(credential, null);
    assert.ok('mapping' in answer);
    assert.deepEqual([answer.mapping.code, answer.mapping.owner], ['EI-ROUTE-ANSWER', 'us']);
  });

  describe('of a platform without cursor', () => {
    before(() => (platform.takesAnyLimit = true));
    after(() => (platform.takesAnyLimit = false));
    const many = Array.from({ length: 130 }, (_, n) => listed(`L-${n}`, n));
    const listUpToLimit =
      (all: readonly object[], own: object = {}) =>
      ({ body }: ReceivedCall): Canned => {
        const { limit } = JSON.parse(body) as { readonly limit: number };
        return json({ limit, results: all.slice(0, limit), ...own });
      };
    const originals = Object.fromEntries(many.map((_, n) => [`Original L-${n}`, original('201', `F-${n}`)]));
    const limits = () => searches().map(({ limit }) => limit);

    it('are requested all at once if the platform states their number', async () => {
      platform.script({ search: listUpToLimit(many.toReversed(), { total: 130 }), ...originals });
      const page = await fetchPage(null);
      assert.deepEqual([page?.messages.length, limits()], [130, [100, 230]]);
      assert.equal(page?.isLast, true);
    });

    it('are requested all at once if they come in no order', async () => {
      platform.script({ search: listUpToLimit(many.toReversed()), ...originals });
      assert.deepEqual([(await fetchPage(null))?.messages.length, limits()], [130, [100, 1000]]);
    });

    it('continue by time if they come in order', async () => {
      platform.script({ search: listUpToLimit(many), ...originals });
      const page = await fetchPage(null);
      assert.deepEqual([page?.messages.length, page?.isLast, limits()], [100, false, [100]]);
    });

    it('are read in the given order if it accepts no such limit', async () => {
      const search = [listUpToLimit(many.toReversed(), { total: 130 }), errorBody('PARAMS_ERROR', 400)];
      platform.script({ search, ...originals });
      const page = await fetchPage(null);
      assert.deepEqual([page?.messages.length, page?.isLast], [100, false]);
    });
  });

  it('are searched for from an hour before the newest, and fetched once', async () => {
    const position = await aPosition();
    platform.script({
      search: results(listed('L-2', 10), listed('L-3', 10), listed('L-4', 7)),
      'Original L-3': original('204'),
      'Original L-4': original('201'),
    });
    const page = await fetchPage(position);
    assert.equal(searches()[0]?.where['updatedAfter'], at(-50));
    assert.deepEqual(kinds(page?.messages), ['fr-lifecycle-201', 'fr-lifecycle-204']);
  });

  it('are fetched later if version 0.1.0 wrote that they are owed', async () => {
    const owed = [{ flow: 'L-1', tries: 1, nextAt: 0 }];
    const position = JSON.stringify({ seen: Date.parse(at(10)), known: [['L-2', Date.parse(at(10))]], owed });
    platform.script({ search: results(listed('L-2', 10)), 'Original L-1': original('200') });
    const page = await fetchPage(position);
    assert.deepEqual([kinds(page?.messages), page?.isPartial], [['fr-lifecycle-200'], undefined]);
  });

  it('leave the position unchanged if none is new', async () => {
    const position = await aPosition();
    platform.script({ search: results(listed('L-2', 10)) });
    assert.deepEqual(withEnglish(await fetchPage(position)), { messages: [], next: position, isLast: true });
  });

  it('with a time in the far future do not hide others', async () => {
    platform.script({
      search: results(listed('L-1', 4), listed('L-9', 0, { updatedAt: '2099-01-01T00:00:00Z' })),
      'Original L-1': original('200'),
      'Original L-9': original('201'),
    });
    const page = await fetchPage(null);
    assert.deepEqual(kinds(page?.messages), ['fr-lifecycle-200', 'fr-lifecycle-201']);
    await fetchPage(page?.next ?? '');
    assert.deepEqual(
      [searches()[1]?.where['updatedAfter'], platform.calls.filter((call) => call === 'Original L-9').length],
      [at(-56), 1],
    );
  });

  it('come page by page under one search, which ends with the last page', async () => {
    const position = await aPosition();
    platform.script({
      search: [paged('c-1', listed('L-3', 20)), results(listed('L-4', 30))],
      'Original L-3': original('204'),
      'Original L-4': original('205'),
    });
    const first = await fetchPage(position);
    const second = await fetchPage(first?.next ?? '');
    assert.deepEqual([first?.isLast, second?.isLast], [false, true]);
    assert.deepEqual(
      searches().map(({ cursor, where }) => [cursor, where['updatedAfter']]),
      [
        [undefined, at(-50)],
        ['c-1', at(-50)],
      ],
    );
    platform.script({ search: results() });
    await fetchPage(second?.next ?? '');
    assert.deepEqual(
      searches().map(({ cursor, where }) => [cursor, where['updatedAfter']]),
      [[undefined, at(-30)]],
    );
  });

  it('are searched for from the start if a cursor is refused', async () => {
    const position = await aPosition();
    platform.script({ search: paged('c-1', listed('L-3', 20)), 'Original L-3': original('204') });
    const { next = '' } = (await fetchPage(position)) ?? {};
    platform.script({ search: errorBody('INVALID_CURSOR', 400) });
    const page = await fetchPage(next);
    assert.deepEqual(withEnglish([page?.messages, page?.isLast]), [[], false]);
    platform.script({ search: results() });
    await fetchPage(page?.next ?? '');
    assert.deepEqual(
      searches().map(({ cursor, where }) => [cursor, where['updatedAfter']]),
      [[undefined, at(-50)]],
    );
  });

  it('of an earlier version of the standard are not compared with those listed before', async () => {
    const old = aFrenchCredential({ api_version: '1.2' });
    platform.script({ search: results(listed('S-1', 30, { flowType: 'SupplierInvoice' })) });
    const { next = '' } = (await fetchPage(null, old)) ?? {};
    await fetchPage(next, old);
    assert.equal(searches()[1]?.where['updatedAfter'], at(-30));
  });

  it('of an earlier version of the standard have no types and no pages: after a full page the search continues from its last time', async () => {
    const old = aFrenchCredential({ api_version: '1.2' });
    const full = Array.from({ length: 100 }, (_, n) => listed(`S-${n}`, n, { flowType: 'SupplierInvoice' }));
    platform.script({
      search: [results(...full), results(listed('L-1', 99))],
      'Original L-1': original('200'),
    });
    const first = await fetchPage(null, old);
    assert.deepEqual(withEnglish([first?.messages, first?.isLast]), [[], false]);
    const second = await fetchPage(first?.next ?? '', old);
    assert.deepEqual([kinds(second?.messages), second?.isLast], [['fr-lifecycle-200'], true]);
    assert.deepEqual(
      searches().map(({ where }) => where),
      [
        { flowDirection: ['In'] },
        { flowDirection: ['In'], updatedAfter: new Date(Date.parse(at(99)) - 1).toISOString() },
      ],
    );
  });

  it('of an earlier version of the standard continue if a hundred flows share one time', async () => {
    const old = aFrenchCredential({ api_version: '1.1' });
    const same = Array.from({ length: 100 }, (_, n) => listed(`S-${n}`, 5, { flowType: 'SupplierInvoice' }));
    platform.script({ search: results(...same) });
    let position: string | null = null;
    for (let pages = 0; pages < 3; pages += 1) position = (await fetchPage(position, old))?.next ?? '';
    assert.deepEqual(
      searches().map(({ where }) => where['updatedAfter']),
      [undefined, new Date(Date.parse(at(5)) - 1).toISOString(), at(5)],
    );
  });

  it('that are not for us are skipped, and not fetched again', async () => {
    platform.script({
      search: results(listed('L-1', 1), listed('L-2', 2, { flowType: 'SupplierInvoice' }), listed('L-3', 3)),
      'Original L-1': { body: aMessage({ code: '400' }) },
      'Original L-3': { body: '<!DOCTYPE x [<!ENTITY a "b">]><x/>' },
    });
    const page = await fetchPage(null);
    assert.deepEqual(withEnglish([page?.messages, page?.isLast]), [[], true]);
    platform.script({ search: results(listed('L-1', 1), listed('L-3', 3)) });
    await fetchPage(page?.next ?? '');
    assert.deepEqual(platform.calls, ['search']);
  });

  for (const [what, broken] of [
    ['not there', { status: 404 }],
    ['500', { status: 500 }],
    ['a page', { body: '<!DOCTYPE html><html></html>' }],
    ['half a message', { body: aMessage({}).slice(0, 400) }],
    ['JSON', json({ a: 1 })],
    ['a ZIP with a path in it', { body: 'PK\x03\x04../../message.xml' }],
    ['nothing', { body: '' }],
    ['400', errorBody('x', 400)],
  ] as const)
    it(`that cannot be fetched now do not delay others, and are tried again: ${what}`, async () => {
      platform.script({
        search: results(listed('L-1', 1), listed('L-2', 2)),
        'Original L-1': broken,
        'Original L-2': original('201'),
      });
      const first = await fetchPage(null);
      assert.deepEqual(kinds(first?.messages), ['fr-lifecycle-201']);
      platform.script({ search: results(), 'Original L-1': original('200') });
      const early = await fetchPage(first?.next ?? '');
      assert.deepEqual(withEnglish([early?.messages, early?.next, early?.isPartial]), [
        [],
        first?.next,
        true,
      ]);
      platform.clock.advance(MINUTE);
      const second = await fetchPage(first?.next ?? '');
      assert.deepEqual([kinds(second?.messages), second?.isPartial], [['fr-lifecycle-200'], undefined]);
      platform.clock.advance(24 * 60 * MINUTE);
      assert.deepEqual(withEnglish((await fetchPage(second?.next ?? ''))?.messages), []);
    });

  for (const [what, broken] of [
    ['500', { status: 500 }],
    ['half a message', { body: aMessage({}).slice(0, 400) }],
    ['a connection that ends', undefined],
    ['an answer that ends too early', { body: aMessage({}), fault: 'cut' as const }],
  ] as const)
    it(`that arrive at the third try are read in their order: ${what}`, async () => {
      platform.script({
        search: results(listed('L-1', 1), listed('L-2', 2)),
        'Original L-1': [broken, broken, original('200')],
        'Original L-2': original('203'),
      });
      const page = await fetchPage(null);
      assert.deepEqual(kinds(page?.messages), ['fr-lifecycle-200', 'fr-lifecycle-203']);
      assert.equal(page?.isLast, true);
    });

  it('that cannot be fetched for days are given up', async () => {
    platform.script({ search: results(listed('L-1', 1)), 'Original L-1': { status: 404 } });
    let position = (await fetchPage(null))?.next ?? '';
    let unreadable = 0;
    for (let tries = 0; tries < 30; tries += 1) {
      platform.clock.advance(12 * 60 * MINUTE);
      const page = await fetchPage(position);
      position = page?.next ?? '';
      unreadable += page?.unreadable ?? 0;
    }
    assert.equal(unreadable, 1);
    assert.ok(platform.calls.filter((call) => call === 'Original L-1').length <= 20);
    assert.ok(!position.includes('"flow"'));
  });

  for (const [what, broken] of [
    ['without end', { body: `<a>${'x'.repeat(11_000_000)}</a>` }],
    ['a connection that ends', undefined],
    ['an answer that ends too early', { body: aMessage({}), fault: 'cut' as const }],
  ] as const)
    it(`that never arrive complete delay others once, and are tried again: ${what}`, async () => {
      const all = results(listed('L-1', 1), listed('L-2', 2));
      platform.script({ search: all, 'Original L-1': broken, 'Original L-2': original('201') });
      const first = await fetchPage(null);
      assert.deepEqual(withEnglish([first?.messages, first?.isLast]), [[], true]);
      const second = await fetchPage(first?.next ?? '');
      assert.deepEqual(kinds(second?.messages), ['fr-lifecycle-201']);
      platform.script({ search: all, 'Original L-1': original('200') });
      platform.clock.advance(MINUTE);
      assert.deepEqual(kinds((await fetchPage(second?.next ?? ''))?.messages), ['fr-lifecycle-200']);
    });

  it('are fetched until the platform refuses more calls', async () => {
    platform.script({
      search: results(listed('L-1', 1), listed('L-2', 2)),
      'Original L-1': original('200'),
      'Original L-2': { status: 429 },
    });
    const first = await fetchPage(null);
    assert.deepEqual([kinds(first?.messages), first?.isLast], [['fr-lifecycle-200'], true]);
    assert.ok(first?.isPartial);
    platform.script({ search: results(listed('L-1', 1), listed('L-2', 2)), 'Original L-2': original('203') });
    assert.deepEqual(kinds((await fetchPage(first?.next ?? ''))?.messages), ['fr-lifecycle-203']);
  });

  it('that a log-in may not see do not delay others, and are tried again', async () => {
    const all = results(listed('L-1', 1), listed('L-2', 2));
    platform.script({ search: all, 'Original L-1': { status: 403 }, 'Original L-2': original('201') });
    const first = await fetchPage(null);
    assert.deepEqual(kinds(first?.messages), ['fr-lifecycle-201']);
    platform.clock.advance(MINUTE);
    const second = await fetchPage(first?.next ?? '');
    platform.script({ search: all, 'Original L-1': original('200') });
    platform.clock.advance(3 * MINUTE);
    assert.deepEqual(kinds((await fetchPage(second?.next ?? ''))?.messages), ['fr-lifecycle-200']);
  });

  it('stay unread while the log-in may not see any of them', async () => {
    const all = results(listed('L-1', 1), listed('L-2', 2));
    platform.script({ search: all, 'Original L-1': { status: 403 }, 'Original L-2': { status: 403 } });
    let position = (await fetchPage(null))?.next ?? '';
    for (let tries = 0; tries < 25; tries += 1) {
      platform.clock.advance(12 * 60 * MINUTE);
      position = (await fetchPage(position))?.next ?? '';
    }
    platform.script({ search: all, 'Original L-1': original('200'), 'Original L-2': original('203') });
    assert.deepEqual(kinds((await fetchPage(position))?.messages), ['fr-lifecycle-200', 'fr-lifecycle-203']);
  });

  for (const [what, answer] of [
    ['a page', { body: '<!DOCTYPE html>' }],
    ['500', { status: 500 }],
    ['404', { status: 404 }],
    ['no list', json({ results: 'x' })],
    ['no answer', undefined],
    ['half an answer', { body: '{"results":[{"flo' }],
    ['an answer that ends too early', { body: '{"results":[]}', fault: 'cut' as const }],
    ['without end', { body: `{"results":[],"x":"${'x'.repeat(6_000_000)}"}` }],
    ['elsewhere', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }],
  ] as const)
    it(`are absent if the answer to a search is unreadable: ${what}`, async () => {
      platform.script({ search: answer });
      assert.deepEqual(withEnglish(await fetchPage(null)), undefined);
    });

  it('are read although an entry of the list is malformed', async () => {
    platform.script({
      search: results({ a: 1 }, listed('L-1', 1), { flowId: 7 }, { flowId: '../x y' }),
      'Original L-1': original('200'),
    });
    assert.deepEqual(kinds((await fetchPage(null))?.messages), ['fr-lifecycle-200']);
  });

  it('begin from the start if the stored position cannot be read', async () => {
    for (const position of ['', 'x', '[]', '{"known":1}']) {
      platform.script({ search: results(listed('L-1', 1)), 'Original L-1': original('200') });
      assert.deepEqual(kinds((await fetchPage(position))?.messages), ['fr-lifecycle-200'], position);
    }
  });

  it('need a credential that can be read', async () => {
    assert.deepEqual(withEnglish(await fetchPage(null, { ...credential, value: 'x' })), undefined);
  });
});
