import assert from 'node:assert/strict';
import { DeliveryService, ServiceProblem } from '../../src/client/client.ts';
import { problem, ScriptedServer, type Step } from './scripted-server.ts';

const INTAKE = { id: 'inv_000000000000000000000001', state: 'queued', links: { self: '', events: '' } };
const TAKEN: Step = { status: 202, body: INTAKE };
const SUBMISSION = { route: 'DE-XRECHNUNG' } as const;

const refused = (seconds: string): Step => problem('rate-limited', 429, seconds);

describe('a call of the client library', () => {
  let server: ScriptedServer | undefined;
  afterEach(() => server?.stop());

  async function serviceThat(...script: readonly Step[]): Promise<DeliveryService> {
    server = await ScriptedServer.start(...script);
    return new DeliveryService({ url: server.url, key: 'ids_test_1', maxRetries: 3, timeoutMs: 60_000 });
  }
  const seen = () => server?.calls ?? [];

  for (const [what, step] of Object.entries({
    'a lost answer': 'lost',
    'a failure of the service': problem('internal', 500),
    'a service that is busy': problem('busy', 503, '0'),
    'a proxy without a service': { status: 502 },
    'a first call that still runs': problem('request-in-progress', 409),
  } satisfies Record<string, Step>))
    it(`that submits an invoice is repeated after ${what}, under its first key`, async () => {
      const service = await serviceThat(step, TAKEN);
      assert.equal((await service.send(SUBMISSION)).id, INTAKE.id);
      const [first, second] = seen();
      assert.match(first?.key ?? '', /^[0-9a-f]{32}$/);
      assert.deepEqual(second, first);
    });

  it('has another key than the next call', async () => {
    const service = await serviceThat(TAKEN);
    await service.send(SUBMISSION);
    await service.send(SUBMISSION);
    assert.notEqual(seen()[0]?.key, seen()[1]?.key);
  });

  it('waits as long as Retry-After says', async () => {
    const service = await serviceThat(refused('1'), TAKEN);
    const begin = Date.now();
    await service.send(SUBMISSION);
    assert.ok(Date.now() - begin >= 990);
  });

  it('may be repeated from the moment that Retry-After says', async () => {
    for (const [retryAfter, expected] of [
      [new Date(Date.now() + 86_400_000).toUTCString(), 86_400_000],
      [new Date(0).toUTCString(), 0],
      ['soon', undefined],
    ] as const) {
      const headers = new Headers({ 'Retry-After': retryAfter });
      const { retryAfterMs } = new ServiceProblem({ type: '/busy', title: 'No', status: 503 }, headers);
      assert.equal(
        retryAfterMs === undefined ? undefined : Math.round(retryAfterMs / 60_000) * 60_000,
        expected,
      );
    }
  });

  it('is given up if Retry-After is longer than the caller waits, and says when it may be repeated', async () => {
    const service = await serviceThat(refused('86400'));
    await assert.rejects(
      service.send(SUBMISSION),
      (error) =>
        error instanceof ServiceProblem && error.type === 'rate-limited' && error.retryAfterMs === 86_400_000,
    );
    assert.equal(seen().length, 1);
  });

  it('is given up after the last repetition', async () => {
    const service = await serviceThat(problem('busy', 503, '0'));
    await assert.rejects(service.send(SUBMISSION), { name: 'ServiceProblem', type: 'busy' });
    assert.equal(seen().length, 4);
  });

  it('that makes something without a key is not repeated if it may have been made', async () => {
    for (const step of ['lost', problem('internal', 500), { status: 502 }, { status: 504 }] as const) {
      const service = await serviceThat(step);
      await assert.rejects(service.api.POST('/keys', { body: { scopes: ['read'] } }));
      assert.equal(seen().length, 1);
      server?.stop();
    }
  });

  it('that makes something without a key is repeated if it was refused for now', async () => {
    const service = await serviceThat(problem('busy', 503, '0'), { status: 201, body: {} });
    await service.api.POST('/keys', { body: { scopes: ['read'] } });
    assert.equal(seen().length, 2);
  });

  it('that reads by POST is repeated without a key', async () => {
    const service = await serviceThat(problem('internal', 500), { status: 200, body: {} });
    await service.api.POST('/validate/xml', {
      params: { query: { route: 'DE-XRECHNUNG' } },
      headers: { 'Content-Type': 'application/xml' },
      body: '<a/>' as never,
      bodySerializer: (body) => body,
    });
    assert.equal(seen().length, 2);
  });

  it('that conflicts with what there is, is not repeated', async () => {
    const service = await serviceThat(problem('duplicate-invoice', 409), TAKEN);
    await assert.rejects(service.send(SUBMISSION), { name: 'ServiceProblem', status: 409 });
    assert.equal(seen().length, 1);
  });

  it('that is refused says why, with typed findings', async () => {
    const finding = { code: 'EI-ID-IBAN', field: 'payment.iban', message: 'The check digits are wrong.' };
    const service = await serviceThat(problem('validation-failed', 422, undefined, { errors: [finding] }));
    const error = await service.send(SUBMISSION).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ServiceProblem);
    assert.deepEqual([error.type, error.status, error.findings], ['validation-failed', 422, [finding]]);
    assert.equal(error.typeUri, 'https://service.example/problems/validation-failed');
    assert.equal(error.message, 'A validation-failed [EI-ID-IBAN] The check digits are wrong.');
  });

  it('that is malformed says once what is wrong', async () => {
    const errors = [{ code: 'EI-REQUEST', field: 'after', message: 'This is no cursor.' }];
    const service = await serviceThat(
      problem('bad-request', 400, undefined, { detail: 'This is no cursor.', errors }),
    );
    await assert.rejects(service.send(SUBMISSION), { message: 'A bad-request: This is no cursor.' });
  });

  it('that a proxy refuses with a page is a problem of unknown type', async () => {
    const service = await serviceThat({ status: 413, headers: { 'Content-Type': 'text/html' } });
    await assert.rejects(service.send(SUBMISSION), { name: 'ServiceProblem', type: 'unknown', status: 413 });
  });

  it('ends when its caller stops it, also while it waits', async () => {
    const service = await serviceThat(refused('60'));
    const signal = AbortSignal.timeout(100);
    await assert.rejects(service.send(SUBMISSION, { signal }), { name: 'TimeoutError' });
  });
});

describe('what takes more than one call of the client library', () => {
  let server: ScriptedServer | undefined;
  afterEach(() => server?.stop());

  async function serviceThat(...script: readonly Step[]): Promise<DeliveryService> {
    server = await ScriptedServer.start(...script);
    return new DeliveryService({ url: server.url, key: 'ids_test_1' });
  }

  for (const state of [
    'ready',
    'delivered',
    'rejected',
    'validation_failed',
    'source_error',
    'cancelled',
    'dead_letter',
  ])
    it(`ends with an invoice that is ${state}, which leaves that state for a person only`, async () => {
      const service = await serviceThat({ status: 200, body: { invoice_ref: 'RE-1', state } });
      await assert.rejects(service.waitFor('inv_1', ['accepted'], { timeoutMs: 0 }), {
        name: 'OtherEnd',
        message: `RE-1 is ${state}.`,
      });
    });

  it('goes on behind an event of a page only once all of the page were handled', async () => {
    const page = (...ids: readonly string[]) => ids.map((event_id) => ({ event_id }));
    const service = await serviceThat(
      { status: 200, body: { data: page('e1', 'e2'), next: 'behind-2' } },
      { status: 200, body: { data: page('e3', 'e4'), next: 'behind-4' } },
    );
    const seen: (readonly [string, string | undefined])[] = [];
    for await (const { event, after } of service.events({ after: 'behind-0' }))
      if (seen.push([event.event_id, after]) === 4) break;
    assert.deepEqual(seen, [
      ['e1', 'behind-0'],
      ['e2', 'behind-2'],
      ['e3', 'behind-2'],
      ['e4', 'behind-4'],
    ]);
  });
});
