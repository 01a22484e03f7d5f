import assert from 'node:assert/strict';
import { newIdempotencyKey, submission } from './bodies.ts';
import { handIn, RunningApi, typeOf } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

const XML = { 'content-type': 'application/xml' };

describe('a client', () => {
  let api: RunningApi;
  let n = 0;
  let client: string;
  let key: string;

  before(async () => {
    api = await RunningApi.start();
  });
  beforeEach(async () => {
    api.world.clock.advance(60_000);
    n += 1;
    client = `client-${String(n).padStart(3, '0')}`;
    key = await api.world.clientKey(client);
  });
  after(() => api.stop());

  const set = (body: object, whose = client) =>
    api.call('PUT', `/clients/${whose}/profile`, { key: OPERATOR_KEY, body });

  it('has a record after the first PUT; omitted members stay, null clears them', async () => {
    const whole = {
      name: 'Acme GmbH',
      partner: 'reseller',
      stage: 'live',
      contact_email: 'it@acme.example',
      legal_entities: ['DE281457638'],
      countries: ['DE'],
      retention_days: 30,
      collect: ['PL-KSEF'],
      collect_third_party: true,
      include_canonical: true,
      plausibility: { 'EI-VAT-RATE': 'refuse' },
      connectors: { 'erp-a': { currency: 'EUR', payment: { means_code: 58 } } },
    };
    const first = await set(whole);
    const { connectors: _, ...shown } = whole;
    const updated_at = api.world.clock.now().toISOString();
    assert.deepEqual(first.json, {
      client,
      ...shown,
      updated_at,
      connectors_set: { 'erp-a': ['currency', 'payment'] },
    });
    const second = await set({ name: null, stage: null, connectors: { 'erp-a': { payment: null } } });
    assert.deepEqual(
      [second.json.name, second.json.stage, second.json.partner, second.json.connectors_set],
      [null, 'onboarding', 'reseller', { 'erp-a': ['currency'] }],
    );
    assert.deepEqual((await set({ connectors: null })).json.connectors_set, {});
    assert.deepEqual(second.json.plausibility, { 'EI-VAT-RATE': 'refuse' });
    assert.deepEqual((await set({ plausibility: null })).json.plausibility, {});
    assert.equal((await set({ collect_third_party: null })).json.collect_third_party, false);
    assert.equal((await set({ include_canonical: null })).json.include_canonical, false);
  });

  it('cannot switch what is no doubt', async () => {
    const { status, json } = await set({ plausibility: { 'BR-CO-10': 'off' } });
    assert.equal(status, 400, JSON.stringify(json));
  });

  it('stores its settings sealed', async () => {
    await set({ connectors: { 'erp-a': { seller: { name: 'A secret seller' } } } });
    const record = await api.world.clients.find(client);
    assert.ok(record?.sealedSettings);
    assert.ok(!JSON.stringify(record).includes('A secret seller'));
  });

  for (const [what, body, field] of [
    ['a stage', { stage: 'open' }, 'stage'],
    ['an unknown member', { plan: 'gold' }, 'plan'],
    ['a retention of zero days', { retention_days: 0 }, 'retention_days'],
    ['an address that is not a URL', { contact_email: 'nobody' }, 'contact_email'],
    ['a connector', { connectors: { 'erp-z': {} } }, 'connectors.erp-z'],
    ['a seller', { connectors: { 'erp-a': { seller: { vat: 1 } } } }, 'connectors.erp-a.seller.vat'],
    [
      'a payment',
      { connectors: { 'erp-a': { payment: { means_code: 'x' } } } },
      'connectors.erp-a.payment.means_code',
    ],
    ['a group', { connectors: { 'erp-a': { buyer: {} } } }, 'connectors.erp-a.buyer'],
    ['a version', { connectors: { 'erp-a': { mapping_version: 'v9' } } }, 'connectors.erp-a.mapping_version'],
    ['connectors', { connectors: [] }, 'connectors'],
  ] as const)
    it(`cannot have ${what} that does not exist: 400 at ${field}`, async () => {
      const { status, json } = await set(body);
      assert.equal(status, 400, JSON.stringify(json));
      assert.equal((json.errors as { field: string }[])[0]?.field, field);
      assert.equal(await api.world.clients.find(client), undefined);
    });

  it('is listed by id for the operator, and for a partner among its own clients', async () => {
    const partner = await api.world.key({ kind: 'partner', partner: 'p-list' });
    await set({ partner: 'p-list' }, `${client}-b`);
    await set({ partner: 'p-list' }, `${client}-a`);
    await set({ partner: 'other' }, `${client}-c`);
    const list = async (query: string, whose: string) => {
      const { status, json } = await api.call('GET', `/clients${query}`, { key: whose });
      return status === 200 ? (json.data as { client: string }[]).map((one) => one.client) : status;
    };
    const own = [`${client}-a`, `${client}-b`];
    assert.deepEqual(await list('', partner), own);
    assert.deepEqual(await list('?partner=p-list', partner), own);
    assert.deepEqual(await list('?partner=other', partner), 403);
    assert.deepEqual(await list('?partner=p-list', OPERATOR_KEY), own);
    assert.deepEqual(await list(`?partner=p-list&after=${client}-a`, OPERATOR_KEY), [`${client}-b`]);
    assert.deepEqual(await list('?partner=%20', OPERATOR_KEY), 400);
  });

  describe('at the stage', () => {
    const calls = () => {
      const post = (path: string, body?: unknown, headers: Record<string, string> = {}, whose = key) =>
        api.call('POST', path, { key: whose, idempotencyKey: newIdempotencyKey(), body, headers });
      return {
        invoice: () => post('/invoices', submission()),
        'invoice by the operator': () => post('/invoices', submission({ client }), {}, OPERATOR_KEY),
        file: () => post('/invoices/xml?route=DE-XRECHNUNG&invoice_ref=x', '<Invoice/>', XML),
        'dry run': () => post('/validate', submission()),
        'dry run by the operator': () => post('/validate', submission({ client }), {}, OPERATOR_KEY),
        key: () => post('/keys', { scopes: ['read'] }),
        list: () => api.call('GET', '/invoices', { key }),
      };
    };
    for (const [stage, stopped] of [
      ['onboarding', []],
      ['sandbox', []],
      ['live', []],
      ['suspended', ['invoice', 'invoice by the operator', 'file']],
      ['closed', ['invoice', 'invoice by the operator', 'file', 'dry run', 'dry run by the operator', 'key']],
    ] as const)
      it(`${stage} is stopped from: ${stopped.join(', ') || 'nothing'}`, async () => {
        await set({ stage });
        const refused: string[] = [];
        for (const [name, call] of Object.entries(calls())) {
          const answer = await call();
          if (answer.status === 403) {
            assert.equal(typeOf(answer), 'forbidden');
            refused.push(name);
          }
        }
        assert.deepEqual(refused, stopped);
      });

    it('suspended may still cancel, closed may not', async () => {
      for (const [stage, status] of [
        ['suspended', 200],
        ['closed', 403],
      ] as const) {
        await set({ stage: 'live' });
        const id = await handIn(api, client);
        await set({ stage });
        const cancel = await api.call('POST', `/invoices/${id}/cancel`, {
          key,
          idempotencyKey: newIdempotencyKey(),
        });
        assert.equal(cancel.status, status);
      }
    });
  });
});
