import assert from 'node:assert/strict';
import { text } from './bad-bodies.ts';
import { callRaw, fieldsOf, RunningApi, typeOf } from './harness.ts';

describe('headers', () => {
  let api: RunningApi;
  let authorization: readonly [string, string];

  before(async () => {
    api = await RunningApi.start();
    authorization = ['Authorization', `Bearer ${await api.world.clientKey('acme')}`];
  });
  after(() => api.stop());

  const JSON_TYPE = ['Content-Type', 'application/json'] as const;
  const submit = (...lines: (readonly [string, string])[]) =>
    callRaw(api, 'POST', '/invoices', lines, text());

  for (const [what, value] of Object.entries({
    none: undefined,
    'one of 7 characters': '1234567',
    'one of 101 characters': 'x'.repeat(101),
  }))
    it(`needs an Idempotency-Key of 8 to 100 characters, not ${what}`, async () => {
      const lines = value === undefined ? [] : [['Idempotency-Key', value] as const];
      const answer = await submit(authorization, JSON_TYPE, ...lines);
      assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request', answer.text);
      assert.deepEqual(fieldsOf(answer), ['Idempotency-Key']);
    });

  for (const [what, lines] of Object.entries({
    no: [],
    'a second': [
      ['Host', 'a'],
      ['Host', 'b'],
    ] as const,
  }))
    it(`refuse ${what} Host, as a problem`, async () => {
      const answer = await callRaw(api, 'GET', '/health', lines, undefined, []);
      assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request', answer.text);
      assert.deepEqual(fieldsOf(answer), ['Host']);
      assert.match(answer.headers.get('x-request-id') ?? '', /^req_/);
    });

  it('with another expectation than 100-continue are accepted', async () => {
    const answer = await callRaw(api, 'GET', '/health', [['Expect', '200-ok']]);
    assert.equal(answer.status, 200, answer.text);
  });

  it('refuses two Idempotency-Keys', async () => {
    const answer = await submit(
      authorization,
      JSON_TYPE,
      ['Idempotency-Key', 'aaaaaaaa'],
      ['Idempotency-Key', 'bbbbbbbb'],
    );
    assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request', answer.text);
    assert.deepEqual(fieldsOf(answer), ['Idempotency-Key']);
  });

  it('refuses two Authorization headers', async () => {
    const answer = await submit(authorization, authorization, JSON_TYPE, ['Idempotency-Key', 'aaaaaaaa']);
    assert.equal(`${answer.status} ${typeOf(answer)}`, '401 unauthorized');
  });

  it('refuses two content types', async () => {
    const answer = await submit(authorization, JSON_TYPE, JSON_TYPE, ['Idempotency-Key', 'aaaaaaaa']);
    assert.equal(`${answer.status} ${typeOf(answer)}`, '415 unsupported-media-type');
  });

  it('refuses a body without content type', async () => {
    const answer = await submit(authorization, ['Idempotency-Key', 'aaaaaaaa']);
    assert.equal(`${answer.status} ${typeOf(answer)}`, '415 unsupported-media-type');
  });

  for (const key of ['erp:12345678', 'erp:'.padEnd(100, 'x')])
    it(`keeps ${key.slice(0, 8)}… for exports`, async () => {
      const answer = await submit(authorization, JSON_TYPE, ['Idempotency-Key', key]);
      assert.equal(`${answer.status} ${typeOf(answer)}`, '400 idempotency-key-not-allowed');
    });

  it('have the request id of the log line, which names the invoice', async () => {
    const id = 'log-line-of-this-call';
    const taken = await submit(
      authorization,
      JSON_TYPE,
      ['Idempotency-Key', 'named-in-the-log'],
      ['X-Request-Id', id],
    );
    const lineOf = (requestId: string) =>
      api.world.logged.find(({ fields }) => fields.request_id === requestId)?.fields;
    assert.equal(taken.status, 202);
    assert.equal(lineOf(id)?.invoice_id, (JSON.parse(taken.text) as { id: string }).id);
    const written = 'inv_whatever-else-a-caller-writes';
    await callRaw(api, 'GET', `/invoices/${written}`, [authorization, ['X-Request-Id', 'not-an-id']]);
    assert.ok(lineOf('not-an-id'));
    assert.ok(!JSON.stringify(api.world.logged).includes(written));
  });
});
