import assert from 'node:assert/strict';
import sinon from 'sinon';
import { RATE_LIMITS } from '../../../src/application/access/admit-call.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { newIdempotencyKey, submission, withDocument } from './bodies.ts';
import { type CallOptions, callRaw, RunningApi, typeOf } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

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

  describe('after the body', () => {
    const FAULTS = ['revoked', 'shape', 'suspended', 'conflict', 'invoice'] as const;
    type Fault = (typeof FAULTS)[number];
    const ANSWERS = {
      revoked: '401 unauthorized',
      shape: '400 bad-request',
      suspended: '403 forbidden',
      conflict: '409 idempotency-conflict',
      invoice: '422 validation-failed',
    } as const;
    const bodyWith = (faults: ReadonlySet<Fault>) => ({
      ...(faults.has('invoice') ? withDocument('lines', []) : submission()),
      ...(faults.has('shape') && { colour: 'red' }),
    });
    /** Each set of faults, in the order of the checks. */
    const sets = Array.from({ length: 2 ** FAULTS.length }, (_, bits) =>
      FAULTS.filter((_fault, n) => (bits >> n) & 1),
    );
    let clients = 0;
    /** In one piece, or with its body once the service reads that. */
    const sendRaw = (key: string, idempotencyKey: string, body: object, isLate: boolean) =>
      callRaw(
        api,
        'POST',
        '/invoices',
        [
          ['Authorization', `Bearer ${key}`],
          ['Idempotency-Key', idempotencyKey],
          ['Content-Type', 'application/json'],
          ...(isLate ? [['Expect', '100-continue'] as const] : []),
        ],
        JSON.stringify(body),
      );
    beforeEach(() => api.world.clock.advance(60_000));

    for (const faults of sets)
      it(`answers ${faults[0] ? ANSWERS[faults[0]] : '202'} to ${faults.join(', ') || 'nothing wrong'}`, async () => {
        const client = `at-once-${(clients += 1)}`;
        const key = await api.world.clientKey(client, ['submit', 'admin']);
        const idempotencyKey = newIdempotencyKey();
        const has = new Set<Fault>(faults);
        const set = (stage: string) =>
          api.call('PUT', `/clients/${client}/profile`, { key: OPERATOR_KEY, body: { stage } });
        const other = withDocument('currency', 'EUR');
        if (has.has('conflict'))
          await send({ key, idempotencyKey, body: { ...other, invoice_ref: 'another' } });
        if (has.has('suspended')) assert.equal((await set('suspended')).status, 200);
        const find = sinon.stub(api.world.keys, 'findByHash');
        let looks = 0;
        find.callsFake(async (hash) => {
          const stored = await find.wrappedMethod.call(api.world.keys, hash);
          looks += 1;
          return stored && looks > 1 && has.has('revoked') ? { ...stored, revokedAt: new Date() } : stored;
        });
        try {
          const answer = await sendRaw(key, idempotencyKey, bodyWith(has), true);
          const type = answer.status === 202 ? '' : ` ${typeOf(answer)}`;
          assert.equal(`${answer.status}${type}`, faults[0] ? ANSWERS[faults[0]] : '202');
          assert.equal(looks, 2);
        } finally {
          find.restore();
        }
        if (has.has('conflict') || !(has.has('revoked') || has.has('suspended'))) return;
        // A caller that was refused has left no claim: another body under the key is no conflict.
        assert.equal((await set('live')).status, 200);
        const next = await send({ key, idempotencyKey, body: { ...submission(), invoice_ref: 'next' } });
        assert.equal(next.status, 202);
      });

    it('reads the key once for a body that came with the call', async () => {
      const key = await api.world.clientKey('in-one-piece');
      const find = sinon.spy(api.world.keys, 'findByHash');
      try {
        const answer = await sendRaw(key, newIdempotencyKey(), submission(), false);
        assert.equal(answer.status, 202);
        assert.equal(find.callCount, 1);
      } finally {
        find.restore();
      }
    });

    it('keeps the claim of a try that died, if the next one is refused', async () => {
      const client = 'at-once-died';
      const key = await api.world.clientKey(client);
      const set = (stage: string) =>
        api.call('PUT', `/clients/${client}/profile`, { key: OPERATOR_KEY, body: { stage } });
      const idempotencyKey = newIdempotencyKey();
      const body = submission();
      const claimIds: string[] = [];
      const claim = api.world.idempotency.claim.bind(api.world.idempotency);
      const spy = sinon.stub(api.world.idempotency, 'claim').callsFake(async (request) => {
        const claimed = await claim(request);
        if (claimed.outcome === 'claimed') claimIds.push(claimed.claim.claimId);
        return claimed;
      });
      try {
        const taking = sinon
          .stub(api.world.invoices, 'takeIn')
          .rejects(new CallFailed({ kind: 'busy', retryAfterSeconds: 1 }));
        assert.equal((await send({ key, idempotencyKey, body })).status, 503);
        taking.restore();
        await set('suspended');
        assert.equal((await send({ key, idempotencyKey, body })).status, 403);
        await set('live');
        assert.equal((await send({ key, idempotencyKey, body })).status, 202);
        assert.equal(new Set(claimIds).size, 1);
      } finally {
        spy.restore();
      }
    });
  });
});
