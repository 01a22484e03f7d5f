import assert from 'node:assert/strict';
import { newIdempotencyKey, withDocument } from './bodies.ts';
import { type Answer, RunningApi, typeOf } from './harness.ts';
import { OPERATOR_KEY, World } from './world.ts';
import { ForgetExpired } from '../../../src/application/operation/forget-expired.ts';

describe('a refused submission', () => {
  let api: RunningApi;
  let key: string;
  beforeEach(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  afterEach(() => api.stop());

  const WRONG = { ...withDocument('payment.iban', 'DE00'), client: 'acme' };
  const submit = (idempotencyKey = newIdempotencyKey(), body: unknown = WRONG): Promise<Answer> =>
    api.call('POST', '/invoices', { key, idempotencyKey, body });
  const read = (path: string, by = key): Promise<Answer> => api.call('GET', path, { key: by });
  const idIn = ({ json }: Answer): string => String(json.refusal_id);

  it('is kept with findings, reference, route, time and body, and is no invoice', async () => {
    const refused = await submit();
    assert.equal(refused.status, 422);
    const { json } = await read(`/refusals/${idIn(refused)}`);
    assert.equal(json.invoice_ref, '4711');
    assert.deepEqual(
      [json.call, json.times, json.at, json.kept_until],
      ['POST /invoices', 1, '2026-10-05T08:00:00.000Z', '2026-10-19T08:00:00.000Z'],
    );
    assert.deepEqual(
      (json.errors as { code: string }[]).map(({ code }) => code),
      (refused.json.errors as { code: string }[]).map(({ code }) => code),
    );
    const body = await read(`/refusals/${idIn(refused)}/documents/body`);
    assert.deepEqual(
      [body.text, body.headers.get('content-type')],
      [JSON.stringify(WRONG), 'application/json'],
    );
    assert.equal((await read('/invoices')).json.total, 0);
    assert.deepEqual((await read('/events')).json.data, []);
    const view = await read(`/refusals/${idIn(refused)}/documents/view`);
    assert.deepEqual([view.status, view.headers.get('content-type')], [200, 'application/pdf']);
  });

  it('is sealed: the store holds neither findings nor body in plain', async () => {
    const kept = (await api.world.refusals.find(idIn(await submit())))!;
    assert.match(kept.sealedFindings, /^sealed for acme/);
  });

  it('is one however often it is sent, under the same key or others', async () => {
    const first = await submit('the-same-key');
    const again = await submit('the-same-key');
    assert.equal(again.text, first.text);
    api.world.clock.advance(1000);
    assert.equal(idIn(await submit()), idIn(first));
    const { json } = await read('/refusals');
    const [row, ...others] = json.data as Record<string, unknown>[];
    assert.deepEqual([row?.times, row?.first_at, others], [2, '2026-10-05T08:00:00.000Z', []]);
  });

  it('of a file or a received invoice is kept, too', async () => {
    api.world.reading = { reading: 'refused', findings: [A_FINDING] } as never;
    const headers = { 'content-type': 'application/xml' };
    const options = { key, headers, body: '<Invoice/>' };
    const file = await api.call('POST', '/invoices/xml?route=FR-PA&invoice_ref=F-1', {
      ...options,
      idempotencyKey: newIdempotencyKey(),
    });
    const received = await api.call('POST', '/received?route=PEPPOL&rail_id=r-1', {
      ...options,
      idempotencyKey: newIdempotencyKey(),
    });
    const rows = await Promise.all(
      [file, received].map(async (one) => (await read(`/refusals/${idIn(one)}`)).json),
    );
    assert.deepEqual(
      rows.map(({ call, route, invoice_ref: ref }) => [call, route, ref]),
      [
        ['POST /invoices/xml', 'FR-PA', 'F-1'],
        ['POST /received', 'PEPPOL', 'r-1'],
      ],
    );
    const body = await read(`/refusals/${idIn(file)}/documents/body`);
    assert.deepEqual([body.text, body.headers.get('content-type')], ['<Invoice/>', 'application/xml']);
  });

  it('answers the same 422 if it cannot be kept', async () => {
    const kept = await submit();
    api.world.refusals.put = () => Promise.reject(new Error('the disk is full'));
    const lost = await submit();
    assert.equal(lost.status, 422);
    const { refusal_id: _id, ...same } = kept.json;
    assert.deepEqual(lost.json, same);
    assert.ok(api.world.logged.some(({ level }) => level === 'warn'));
  });

  it('is not kept with REFUSALS_DAYS=0, nor for other problems', async () => {
    const malformed = await api.call('POST', '/invoices', { key, body: WRONG });
    assert.deepEqual([typeOf(malformed), malformed.json.refusal_id], ['bad-request', undefined]);
    await api.stop();
    const world = Object.assign(new World(), { refusalsDays: 0 });
    api = await RunningApi.start(world);
    key = await world.clientKey('acme');
    assert.equal((await submit()).json.refusal_id, undefined);
  });

  it('is gone after its days, before anything has removed it, and for a client with shorter retention earlier', async () => {
    const id = idIn(await submit());
    const { clock, refusals } = api.world;
    clock.advance(14 * 86_400_000);
    assert.equal((await read(`/refusals/${id}`)).status, 404);
    assert.deepEqual((await read('/refusals')).json.data, []);
    await new ForgetExpired(api.world).run();
    assert.equal(await refusals.body(id), undefined);
    await api.call('PUT', '/clients/acme/profile', { key: OPERATOR_KEY, body: { retention_days: 3 } });
    const { json } = await read(`/refusals/${idIn(await submit())}`);
    assert.equal(Date.parse(String(json.kept_until)) - Number(clock.now()), 3 * 86_400_000);
  });

  it('is listed page by page', async () => {
    const { refusals } = api.world;
    const one = (await refusals.find(idIn(await submit())))!;
    for (let n = 0; n < 100; n += 1)
      await refusals.put({ ...one, id: `rfs_${String(n).padStart(32, '0')}` }, new Uint8Array());
    const first = (await read('/refusals')).json;
    assert.deepEqual([(first.data as object[]).length, first.truncated], [100, true]);
    const second = (await read(`/refusals?after=${String(first.next)}`)).json;
    assert.deepEqual([(second.data as object[]).length, second.truncated], [1, false]);
    assert.equal((await read('/refusals?after=nonsense')).status, 400);
  });
});

const A_FINDING = {
  code: 'EI-SCHEMA',
  severity: 'error',
  source: 'schema',
  message: 'It cannot be read.',
  whoFixes: 'us',
} as const;
