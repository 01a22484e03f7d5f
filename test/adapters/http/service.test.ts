import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { PROBLEM_TYPES } from '../../../src/adapters/http/call/problem.ts';
import { API, submission, withDocument } from './bodies.ts';
import { callRaw, RunningApi, typeOf, withOwnClients } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';
import { until } from '../../support/until.ts';

describe('GET /health', () => {
  let api: RunningApi;

  beforeEach(async () => {
    api = await RunningApi.start();
  });
  afterEach(() => api.stop());

  it('answers ok, without a key', async () => {
    const { status, json } = await api.call('GET', '/health');
    const names = [
      'store',
      'master_key',
      'scheduler',
      'validators',
      'rule_packs',
      'workers',
      'descriptors',
      'log',
    ];
    const checks = Object.fromEntries(names.map((name) => [name, 'ok']));
    assert.deepEqual(
      [status, json],
      [200, { status: 'ok', version: '0.1.0', environment: 'sandbox', party_search: true, checks }],
    );
  });

  it('says whether the list finds buyers', async () => {
    const other = await RunningApi.start(undefined, undefined, { partySearch: false });
    assert.equal((await other.call('GET', '/health')).json.party_search, false);
    await other.stop();
  });

  it('works without=workers while no worker runs: the process takes invoices in', async () => {
    const workers = api.world.probes.find(({ name }) => name === 'workers')!;
    workers.check = () => Promise.reject(new Error('no worker for a minute: check'));
    const { status, json } = await api.call('GET', '/health?without=workers');
    assert.deepEqual([status, json.status, 'workers' in (json.checks as object)], [200, 'ok', false]);
    const whole = await api.call('GET', '/health');
    assert.deepEqual([whole.status, (whole.json.checks as { workers: string }).workers], [503, 'failing']);
    assert.equal((await api.call('GET', '/health?without=store')).status, 400);
  });

  it('names the failing check; only the log has the reason', async () => {
    api.world.probes.find(({ name }) => name === 'scheduler')!.check = () =>
      Promise.reject(new Error('no answer from 10.0.0.7'));
    const { status, json, text } = await api.call('GET', '/health');
    assert.deepEqual(
      [status, json.status, (json.checks as { scheduler: string }).scheduler],
      [503, 'failing', 'failing'],
    );
    assert.ok(!text.includes('10.0.0.7'));
    assert.ok(api.world.logged.some(({ level, fields }) => level === 'warn' && fields.check === 'scheduler'));
  });
});

describe('the description of the service', () => {
  let api: RunningApi;

  before(async () => {
    api = await RunningApi.start();
  });
  after(() => api.stop());

  it('is openapi.yaml unchanged, and the same as JSON', async () => {
    assert.equal((await api.call('GET', '/openapi.yaml')).text, readFileSync('openapi.yaml', 'utf8'));
    const { json } = await api.call('GET', '/openapi.json');
    assert.deepEqual(json.paths, (API.content as { paths: unknown }).paths);
    assert.equal((json.info as { version: string }).version, '0.35.0');
  });

  for (const type of Object.keys(PROBLEM_TYPES))
    it(`has a page for the problem ${type}`, async () => {
      const { status, text } = await api.call('GET', `/problems/${type}`);
      if (type === 'validation-failed') assert.match(text, /sender_can_fix/);
      assert.equal(status, 200);
      assert.ok(text.includes(type));
    });

  it('has pages whose style the policy allows, and that load nothing but their icon', async () => {
    const { text, headers } = await api.call('GET', '/problems/busy');
    assert.deepEqual(text.match(/<script|<img|@import|src=|url\(|<link[^>]*>/gi), [
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ]);
    const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = headers.get('content-security-policy') ?? '';
    assert.ok(
      policy.startsWith("default-src 'none'") && policy.includes(`style-src 'sha256-${hash}'`),
      policy,
    );
  });

  for (const path of [
    'GET /problems/none',
    'GET /problems/constructor',
    'GET /invoices/',
    'GET /Invoices',
    'POST /invoices/many',
    'GET /invoices/%ZZ',
  ])
    it(`has no page at ${path}`, async () => {
      const [method = '', address = ''] = path.split(' ');
      const answer = await api.call(method, address);
      assert.deepEqual([answer.status, Object.keys(answer.json)], [404, ['detail']]);
    });
});

describe('every answer', () => {
  let api: RunningApi;
  let key: string;

  withOwnClients((own) => ({ api, key } = own));
  beforeEach(() => {
    api.world.logged.length = 0;
  });

  it('has a request id: the caller’s if it is well-formed, else a new one', async () => {
    const named = await api.call('GET', '/nothing', { headers: { 'x-request-id': 'order-7/2' } });
    assert.equal(named.headers.get('x-request-id'), 'order-7/2');
    for (const unfit of ['', 'two words', 'x'.repeat(101), 'ümlaut'])
      assert.match(
        (await api.call('GET', '/health', { headers: { 'x-request-id': unfit } })).headers.get(
          'x-request-id',
        ) ?? '',
        /^req_[0-9a-f]{24}$/,
      );
  });

  it('is in the log with ids and times, never with content or keys', async () => {
    const body = withDocument('buyer.name', 'Geheime Kundin');
    await api.call('POST', '/invoices', {
      key,
      body,
      idempotencyKey: 'same-key',
      headers: { 'x-request-id': 'req-1' },
    });
    await api.call('POST', '/invoices', {
      key,
      body: submission({ colour: 'Geheim' }),
      idempotencyKey: 'other-key',
    });
    const [first] = api.world.logged;
    assert.deepEqual(
      [first?.fields.request_id, first?.fields.operation, first?.fields.status],
      ['req-1', 'submitInvoice', 202],
    );
    assert.equal(typeof first?.fields.duration_ms, 'number');
    const log = JSON.stringify(api.world.logged);
    assert.ok(!log.includes('Geheim') && !log.includes(key), log);
  });

  it('counts by operation and status', async () => {
    await api.call('GET', '/keys', { key });
    await api.call('GET', '/nothing', { key });
    await api.call('DELETE', '/keys', { key });
    assert.deepEqual(api.world.telemetry.answers.slice(-3), ['listKeys 200', 'unknown 404', 'unknown 405']);
  });

  it('does not count as success if the caller disconnects before it', async () => {
    const { answers } = api.world.telemetry;
    const before = answers.length;
    const caller = connect(api.port, '127.0.0.1');
    const requested = api.requested();
    caller.write(
      `POST /validate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${OPERATOR_KEY}\r\nContent-Length: 9\r\n\r\n{`,
    );
    await requested;
    caller.destroy();
    await until(() => answers.length > before, 'the answer is counted');
    assert.equal(answers.at(-1), 'validateInvoice 499');
  });

  it('to a bug is "internal"; the log has the cause', async () => {
    const { invoices } = api.world;
    const find = invoices.find.bind(invoices);
    invoices.find = () => Promise.reject(new Error('column "buyer" is gone'));
    const answer = await api.call('GET', '/invoices/inv_00000000000000000000dead', { key });
    invoices.find = find;
    assert.equal(`${answer.status} ${typeOf(answer)}`, '500 internal');
    assert.ok(!answer.text.includes('column'));
    const logged = api.world.logged.find(({ level }) => level === 'error');
    assert.equal((logged?.fields.cause as Error).message, 'column "buyer" is gone');
    assert.equal(logged?.fields.request_id, answer.headers.get('x-request-id'));
  });

  it('is not stored by caches', async () => {
    const answer = await api.call('GET', '/invoices', { key });
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('x-powered-by'), null);
  });

  it('exists for a request with an absolute address', async () => {
    const lines = [['Authorization', `Bearer ${key}`]] as const;
    for (const [target, status] of [
      ['http://localhost/invoices?page=1', 200],
      ['HTTP://localhost:8080/health', 200],
      ['http://localhost?page=1', 302],
    ] as const)
      assert.equal((await callRaw(api, 'GET', target, lines)).status, status, target);
  });

  it('has its own media type if the caller accepts only another', async () => {
    const lines = [
      ['Authorization', `Bearer ${key}`],
      ['Accept', 'text/html'],
    ] as const;
    const answer = await callRaw(api, 'GET', '/invoices', lines);
    assert.equal(answer.status, 200);
  });
});
