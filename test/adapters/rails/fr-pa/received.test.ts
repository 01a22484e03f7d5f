import assert from 'node:assert/strict';
import type { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { PLATFORM_STATUSES as statuses } from '../../../../src/adapters/rails/fr-pa/status-mappings.ts';
import type { CollectedPage } from '../../../../src/ports/rail/receiving.ts';
import type { RailAnswer } from '../../../../src/ports/rail/rail-answer.ts';
import type { Canned } from '../../../sandbox/scripted-network.ts';
import { aFlow, aFrenchCredential, errorBody, FrenchPlatform, results } from './platform.ts';

const platform = new FrenchPlatform();
let rail: FrPaRail;
before(async () => (rail = await platform.start()));
after(() => platform.close());

const HOUR = 3_600_000;
const START = Date.UTC(2026, 9, 5, 9);
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
const listed = (flowId: string, seconds: number, own: object = {}): object =>
  aFlow({ flowId, updatedAt: at(seconds), flowType: 'SupplierInvoice', flowDirection: 'In', ...own }, 'Ok');
const file = (id: string): Canned => ({ body: `<Invoice>${id}</Invoice>` });
const searches = () =>
  platform.received
    .filter(({ call }) => call === 'search')
    .map(({ body }) => (JSON.parse(body) as { readonly where: Record<string, unknown> }).where);
const idsOf = ({ documents }: CollectedPage) => documents.map(({ railId }) => railId);
const isPage = (answer: CollectedPage | RailAnswer | undefined): answer is CollectedPage =>
  answer !== undefined && 'documents' in answer;

const credential = aFrenchCredential();

/** The store of a client; `read` fetches a page and stores it. */
function aReader(position: string | null = null) {
  const stored = new Set<string>();
  return {
    stored,
    read: async (): Promise<CollectedPage> => {
      const page = await rail.receiving.fetch({
        ...{ credential, after: position, now: platform.clock.now() },
        isKnown: async (id) => stored.has(id),
        take: async () => undefined,
      });
      assert.ok(isPage(page), JSON.stringify(page));
      idsOf(page).forEach((id) => stored.add(id));
      position = page.next ?? position;
      return page;
    },
  };
}

describe('invoices that come in through a French platform', () => {
  it('are purchases, and sales that the customer bills', async () => {
    platform.script({
      search: results(
        listed('P-1', 1),
        listed('P-2', 2, { flowDirection: undefined }),
        listed('P-3', 3, { flowDirection: 'Out' }),
        listed('C-1', 4, { flowType: 'CustomerInvoice' }),
        listed('C-2', 5, { flowType: 'CustomerInvoice', flowDirection: 'Out' }),
        listed('C-3', 6, { flowType: 'CustomerInvoice', flowDirection: undefined }),
        listed('L-1', 7, { flowType: 'SupplierInvoiceLC' }),
      ),
      ...Object.fromEntries(['P-1', 'P-2', 'C-1'].map((id) => [`Original ${id}`, file(id)])),
    });
    const { stored, read } = aReader();
    assert.equal((await read()).isLast, true);
    assert.deepEqual([...stored], ['P-1', 'P-2', 'C-1']);
    assert.deepEqual(searches(), [
      { flowType: ['SupplierInvoice', 'CustomerInvoice'], flowDirection: ['In'] },
    ]);
  });

  it('are read to the end though more than a page of them changed within minutes, without cursors', async () => {
    const all = Array.from({ length: 250 }, (_, n) => listed(`P-${n}`, n));
    const after = (where: Record<string, unknown>) => Date.parse(String(where['updatedAfter'] ?? 0));
    platform.script({
      search: ({ body }) => {
        const { where } = JSON.parse(body) as { readonly where: Record<string, unknown> };
        return results(...all.filter((_, n) => START + n * 1000 > after(where)).slice(0, 100));
      },
      ...Object.fromEntries(all.map((_, n) => [`Original P-${n}`, file(`P-${n}`)])),
    });
    const { stored, read } = aReader();
    for (let pages = 0; pages < 5 && !(await read()).isLast; pages += 1);
    assert.equal(stored.size, 250);
  });

  it('are searched for with fewer criteria once a search is refused', async () => {
    const refused = errorBody('PARAMS_ERROR', 400);
    const found = results(listed('P-1', 1));
    platform.script({ search: [refused, refused, found], 'Original P-1': file('P-1') });
    const { stored, read } = aReader();
    await read();
    assert.deepEqual([...stored], ['P-1']);
    assert.deepEqual(
      searches().map((where) => Object.keys(where).sort()),
      [['flowDirection', 'flowType'], ['flowDirection'], ['updatedAfter']],
    );
  });

  for (const [what, position, where, cursor] of [
    ['between two searches', { seen: START + 7_200_000 }, at(3600), undefined],
    ['in a search', { seen: START + 7_200_000, after: at(60), cursor: 'c-1' }, at(60), 'c-1'],
  ] as const)
    it(`go on from a position that version 0.1.0 wrote ${what}: those that were deleted do not come again`, async () => {
      platform.script({ search: results() });
      await aReader(JSON.stringify(position)).read();
      const [body] = platform.received.filter(({ call }) => call === 'search').map((one) => one.body);
      const asked = JSON.parse(body!) as {
        readonly where: Record<string, unknown>;
        readonly cursor?: string;
      };
      assert.deepEqual([asked.where['updatedAfter'], asked.cursor], [where, cursor]);
    });

  it('do not come again after they were deleted, though the list shows them as the newest', async () => {
    platform.script({ search: results(listed('P-1', 1)), 'Original P-1': file('P-1') });
    const { stored, read } = aReader();
    await read();
    stored.clear();
    await read();
    assert.deepEqual([...stored], []);
  });

  it('are searched for from an hour before the newest', async () => {
    platform.script({ search: results(listed('P-1', 7200)), 'Original P-1': file('P-1') });
    const { read } = aReader();
    await read();
    await read();
    assert.equal(searches()[1]?.['updatedAfter'], at(3600));
  });

  for (const [what, broken] of [
    ['not there', { status: 404 }],
    ['forbidden', { status: 403 }],
    ['500', { status: 500 }],
    ['nothing', { body: '' }],
    ['400', errorBody('x', 400)],
    ['an answer that ends too early', { ...file('P-1'), fault: 'cut' as const }],
  ] as const)
    it(`that cannot be fetched now keep none behind them waiting, and are fetched later: ${what}`, async () => {
      platform.script({
        search: results(listed('P-1', 1), listed('P-2', 2)),
        'Original P-1': broken,
        'Original P-2': file('P-2'),
      });
      const { stored, read } = aReader();
      const first = await read();
      assert.ok(first.missing && first.failure);
      await read();
      assert.deepEqual([...stored], ['P-2']);
      platform.script({ search: results(), 'Original P-1': file('P-1') });
      platform.clock.advance(HOUR);
      assert.equal((await read()).missing, undefined);
      assert.deepEqual([...stored], ['P-2', 'P-1']);
    });

  it('are passed over if the platform no longer keeps them', async () => {
    const old = { updatedAt: '2026-06-01T09:00:00Z' };
    platform.script({
      search: results(listed('P-1', 1, old), listed('P-2', 2, old), listed('P-3', 3)),
      'Original P-1': { status: 404 },
      'Original P-2': { status: 410 },
      'Original P-3': file('P-3'),
    });
    const { stored, read } = aReader();
    assert.equal((await read()).missing, undefined);
    assert.deepEqual([...stored], ['P-3']);
  });

  it('wait together if the platform limits calls', async () => {
    platform.script({
      search: results(listed('P-1', 1), listed('P-2', 2)),
      'Original P-1': { status: 429 },
    });
    const after = null;
    const answer = await rail.receiving.fetch({
      ...{ credential, after, now: platform.clock.now() },
      isKnown: async () => false,
      take: async () => undefined,
    });
    assert.ok(answer && 'mapping' in answer);
    assert.equal(answer.mapping.networkStatus, statuses.tooMany.networkStatus);
  });
});
