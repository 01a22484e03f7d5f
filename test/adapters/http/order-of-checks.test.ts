import assert from 'node:assert/strict';
import { RATE_LIMITS } from '../../../src/application/access/admit-call.ts';
import { newIdempotencyKey, submission, withDocument } from './bodies.ts';
import { type CallOptions, RunningApi, typeOf } from './harness.ts';

/** Each request fails its own check and as many later ones as possible: the first check answers. */
describe('the order of checks', () => {
  let api: RunningApi;

  before(async () => {
    api = await RunningApi.start();
  });
  after(() => api.stop());

  const HUGE = 'x'.repeat(5_000_001);
  const XML = { 'content-type': 'application/xml' };
  const send = (options: CallOptions) =>
    api.call('POST', '/invoices', { idempotencyKey: newIdempotencyKey(), ...options });
  const exhaust = async (bucket: string): Promise<void> => {
    for (let sent = 0; sent < RATE_LIMITS.submit[0]!.limit; sent += 1)
      await api.world.counters.take(bucket, RATE_LIMITS.submit, api.world.clock.now());
  };

  it('begins with the path, with or without a key', async () => {
    const answer = await api.call('POST', '/nowhere', { body: HUGE });
    assert.deepEqual([answer.status, Object.keys(answer.json)], [404, ['detail']]);
  });

  it('continues with the key', async () => {
    for (const key of [undefined, 'ids_test_unknown', `ids_live_${'0'.repeat(48)}`]) {
      const answer = await send({ key, body: HUGE, headers: XML });
      assert.equal(`${answer.status} ${typeOf(answer)}`, '401 unauthorized');
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
    const method = await api.call('DELETE', '/invoices');
    assert.equal(`${method.status} ${typeOf(method)}`, '401 unauthorized');
  });

  it('continues with the method', async () => {
    const key = await api.world.clientKey('methods', []);
    const answer = await api.call('DELETE', '/invoices', { key, body: HUGE });
    assert.equal(`${answer.status} ${typeOf(answer)}`, '405 method-not-allowed');
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST');
  });

  it('continues with the scope', async () => {
    const key = await api.world.clientKey('scopes', ['read', 'admin']);
    await exhaust('client:scopes/submit');
    const answer = await send({ key, body: HUGE, headers: XML });
    assert.equal(`${answer.status} ${typeOf(answer)}`, '403 forbidden');
  });

  it('continues with the rate', async () => {
    const key = await api.world.clientKey('rates');
    await exhaust('client:rates/submit');
    const answer = await send({ key, body: HUGE, headers: XML });
    assert.equal(`${answer.status} ${typeOf(answer)}`, '429 rate-limited');
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  });

  it('continues with the size', async () => {
    const key = await api.world.clientKey('sizes');
    const answer = await send({ key, body: HUGE, headers: XML });
    assert.equal(`${answer.status} ${typeOf(answer)}`, '413 payload-too-large');
  });

  it('continues with the content type', async () => {
    const key = await api.world.clientKey('types');
    const answer = await send({ key, body: 'not JSON', headers: XML });
    assert.equal(`${answer.status} ${typeOf(answer)}`, '415 unsupported-media-type');
  });

  it('continues with the shape', async () => {
    const key = await api.world.clientKey('shapes');
    const answer = await send({ key, body: submission({ client: 'other', colour: 'red' }) });
    assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request');
  });

  it('continues with the client', async () => {
    const key = await api.world.clientKey('tenants');
    const idempotencyKey = newIdempotencyKey();
    await send({ key, idempotencyKey, body: submission() });
    const answer = await send({ key, idempotencyKey, body: submission({ client: 'other' }) });
    assert.equal(`${answer.status} ${typeOf(answer)}`, '403 forbidden');
  });

  it('continues with the Idempotency-Key', async () => {
    const key = await api.world.clientKey('repeats');
    const idempotencyKey = newIdempotencyKey();
    await send({ key, idempotencyKey, body: submission() });
    const answer = await send({ key, idempotencyKey, body: withDocument('lines', []) });
    assert.equal(`${answer.status} ${typeOf(answer)}`, '409 idempotency-conflict');
  });

  it('ends with the invoice', async () => {
    const key = await api.world.clientKey('invoices');
    const answer = await send({ key, body: withDocument('lines', []) });
    assert.equal(`${answer.status} ${typeOf(answer)}`, '422 validation-failed');
  });
});
