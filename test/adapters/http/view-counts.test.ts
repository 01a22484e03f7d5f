import assert from 'node:assert/strict';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { anIntake } from '../../support/records.ts';
import { RunningApi } from './harness.ts';

/** The filter of each number. */
const LISTS = {
  by_state: '',
  unfiled_by_state: 'filing=open',
  to_fetch: 'fetch=open',
  buyer_asks: 'buyer_asks=open',
} as const;

describe('the counts of the views of a list', () => {
  let api: RunningApi;
  let key: string;
  beforeEach(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  afterEach(() => api.stop());

  const take = async (n: number, own: Partial<InvoiceRecord>): Promise<void> => {
    const { clock, invoices } = api.world;
    const createdAt = clock.now();
    const shared = { client: 'acme', invoiceRef: `ref-${n}`, invoiceNumber: `A-${n}`, intakeKey: `key-${n}` };
    const ended = { dueAt: null, fingerprint: n.toString(16).padStart(64, '0') };
    await invoices.takeIn(anIntake({ ...shared, ...ended, createdAt, updatedAt: createdAt, ...own }));
    clock.advance(1000);
  };
  const read = async (path: string) => (await api.call('GET', path, { key })).json;

  it('are those of the lists, under each other filter', async () => {
    const at = api.world.clock.now();
    await take(1, { state: 'rejected' });
    await take(2, { state: 'rejected' });
    await take(3, { state: 'delivered', invoiceRef: 'ref-2' });
    await take(4, { state: 'ready', toFetchSince: at });
    await take(5, { state: 'ready', toFetchSince: at, fetchedAt: at });
    await take(6, { state: 'delivered', buyerStatus: 'disputed', route: 'PEPPOL' });
    await take(7, { state: 'delivered', buyerStatus: 'accepted', route: 'PEPPOL' });
    const row = { code: 'EI-BUYER-ASKS', whoActs: 'business', openedAt: at } as const;
    await take(9, { state: 'delivered', buyerStatus: 'disputed', care: [{ ...row, handledAt: at }] });
    await take(8, { state: 'delivered', buyerStatus: 'disputed', client: 'other' });
    assert.deepEqual(await read('/invoices/counts'), {
      by_state: { rejected: 2, delivered: 4, ready: 2 },
      unfiled_by_state: { rejected: 1 },
      to_fetch: 1,
      buyer_asks: 1,
    });
    for (const filter of ['', 'route=PEPPOL', 'q=ref-2', 'filing=open', 'received_to=2020-01-01']) {
      const counts = await read(`/invoices/counts?${filter}`);
      for (const [name, part] of Object.entries(LISTS)) {
        if (filter === part) continue;
        const list = await read(`/invoices?${filter}&${part}`);
        const expected =
          name.endsWith('_by_state') || name === 'by_state' ? list['counts_by_state'] : list['total'];
        assert.deepEqual(counts[name], expected, `${name} of ${filter}`);
      }
    }
  });

  it('know no states and no page', async () => {
    for (const wrong of ['state=ready', 'page=2', 'fetch=open', 'route=nowhere', 'filing=late'])
      assert.equal((await api.call('GET', `/invoices/counts?${wrong}`, { key })).status, 400, wrong);
  });

  it('stand beside sums with the same filters', async () => {
    assert.equal((await api.call('GET', '/invoices/sums?fetch=open', { key })).status, 200);
  });
});
