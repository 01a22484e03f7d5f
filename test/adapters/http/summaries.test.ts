import assert from 'node:assert/strict';
import { newIdempotencyKey, submission, withDocument } from './bodies.ts';
import { type Answer, RunningApi } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

const XML = { 'content-type': 'application/xml' };

describe('summaries', () => {
  let api: RunningApi;
  let key: string;
  beforeEach(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  afterEach(() => api.stop());

  const post = (path: string, body: unknown, by = key): Promise<Answer> =>
    api.call('POST', path, {
      ...{ key: by, body, idempotencyKey: newIdempotencyKey() },
      ...(typeof body === 'string' && { headers: XML }),
    });
  const read = async (ids: readonly string[], by = key) => {
    const { status, json } = await api.call('GET', `/summaries?ids=${ids.join(',')}`, { key: by });
    assert.equal(status, 200);
    return json as unknown as { data: Record<string, string>[]; missing: string[] };
  };
  const audited = () => api.world.audit.recent({ action: 'summaries_read', limit: 9 });

  it('of sent, received and refused ones are read in one call, in the order that is asked for', async () => {
    const sent = String((await post('/invoices', submission())).json.id);
    const received = String((await post('/received?route=PEPPOL', '<Invoice/>')).json.id);
    const refused = String((await post('/invoices', withDocument('payment.iban', 'DE00'))).json.refusal_id);
    const { data, missing } = await read([refused, sent, received, sent]);
    assert.deepEqual(
      data.map(({ id }) => id),
      [refused, sent, received],
    );
    assert.deepEqual(missing, []);
    const [draft, invoice, purchase] = data;
    const { id: _id, ...members } = invoice!;
    assert.deepEqual(members, {
      ...{ number: 'RE-2026-0042', type_code: '380', issue_date: '2026-10-05', due_date: '2026-11-04' },
      ...{
        seller: 'Muster Werkstatt GmbH',
        buyer: 'Stadt Beispielstadt',
        currency: 'EUR',
        total: '1197.32',
        due: '1197.32',
      },
    });
    assert.deepEqual({ ...draft, id: '' }, { ...invoice, id: '' });
    assert.deepEqual(purchase, { id: received, number: 'X-1' });
  });

  it('of a draft without totals have the members that can be read', async () => {
    const { json } = await post('/invoices', withDocument('lines', []));
    const { data } = await read([String(json.refusal_id)]);
    assert.equal(data[0]?.number, 'RE-2026-0042');
    assert.equal(data[0]?.total, undefined);
  });

  it('of what cannot be read at all have the id alone', async () => {
    const { json } = await post('/invoices', { ...submission(), document: 'not an invoice' });
    if (json.refusal_id === undefined) return;
    assert.deepEqual((await read([String(json.refusal_id)])).data, [{ id: json.refusal_id }]);
  });

  it('of another client are missing, as unknown ones are; the audit log has one row a call', async () => {
    const sent = String((await post('/invoices', submission())).json.id);
    const other = await api.world.clientKey('other');
    const unknown = `inv_${'0'.repeat(24)}`;
    assert.deepEqual(await read([sent, unknown], other), { data: [], missing: [sent, unknown] });
    assert.equal((await read([sent], OPERATOR_KEY)).data.length, 1);
    const rows = await audited();
    assert.deepEqual(
      rows.map(({ client, details }) => [client, details]),
      [
        ['acme', { count: 1 }],
        [undefined, { count: 0 }],
      ],
    );
  });

  it('are sealed in the store', async () => {
    const sent = String((await post('/invoices', submission())).json.id);
    assert.match((await api.world.invoices.find(sent))?.sealedSummary ?? '', /^sealed for acme/);
  });

  it('of an expired refusal are missing', async () => {
    const { json } = await post('/invoices', withDocument('payment.iban', 'DE00'));
    api.world.clock.advance(14 * 86_400_000);
    assert.deepEqual((await read([String(json.refusal_id)])).missing, [json.refusal_id]);
  });

  const wrong = {
    'no ids': '',
    'an empty list': '?ids=',
    'an id of another form': '?ids=x',
    'an object of a store': '?ids[$ne]=x',
    '201 ids': `?ids=${Array.from({ length: 201 }, (_, n) => `inv_${String(n).padStart(24, '0')}`).join(',')}`,
  };
  for (const [what, query] of Object.entries(wrong))
    it(`answer 400 for ${what}`, async () => {
      assert.equal((await api.call('GET', `/summaries${query}`, { key })).status, 400);
    });

  it('are read for 200 ids', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `inv_${String(n).padStart(24, '0')}`);
    assert.deepEqual((await read(ids)).missing, ids);
  });

  it('of a list are summed, by its filters, with one row of the audit log', async () => {
    const sent = String((await post('/invoices', submission())).json.id);
    await post('/invoices', { ...withDocument('invoice.number', 'RE-2026-0043'), invoice_ref: 'SO-2' });
    const sum = async (query: string) => {
      const { status, json } = await api.call('GET', `/invoices/sums?${query}`, { key });
      assert.equal(status, 200);
      return json as { data: Record<string, unknown>[]; complete: boolean; without_amounts: number };
    };
    const none = { invoices: 0, total: '0.00', due: '0.00' };
    const both = await sum('issued_from=2026-10-01&issued_to=2026-10-31');
    assert.deepEqual(both, {
      data: [{ currency: 'EUR', invoices: 2, total: '2394.64', due: '2394.64', not_arrived: none }],
      without_amounts: 0,
      complete: true,
    });
    const record = (await api.world.invoices.find(sent))!;
    const refused = { ...record, state: 'rejected', dueAt: null, version: record.version + 1 } as const;
    await api.world.invoices.commit({ record: refused, events: [], audit: [], files: [] });
    const one = { invoices: 1, total: '1197.32', due: '1197.32' };
    assert.deepEqual((await sum('')).data, [{ currency: 'EUR', ...one, not_arrived: one }]);
    assert.deepEqual((await sum('state=rejected')).data, [{ currency: 'EUR', ...none, not_arrived: one }]);
    assert.deepEqual((await sum('issued_from=2026-11-01')).data, []);
    assert.equal((await audited()).length, 4);
  });
});
