import assert from 'node:assert/strict';
import type { Callback } from '../../../src/ports/rail/callbacks.ts';
import { FakeRail } from '../../fakes/rail.ts';
import { until } from '../../support/until.ts';
import { RunningApi } from './harness.ts';

const PATH = '/callbacks/fr-pa/acme';
const CREDENTIAL = { client: 'acme', id: 'crd_1', kind: 'pa-oauth', value: '{}' };

describe('POST /callbacks/fr-pa/{client}', () => {
  let api: RunningApi;
  /** The callbacks that the rail got. */
  let callbacks: Callback[];

  beforeEach(async () => {
    api = await RunningApi.start();
    callbacks = [];
    const readCallback = (_: unknown, callback: Callback) => {
      callbacks.push(callback);
      return callback.headers['afnor-signature'] === 'good' ? {} : undefined;
    };
    const rail = Object.assign(new FakeRail(), { readCallback });
    (api.world.rails as Map<string, unknown>).set('FR-PA', rail);
    api.world.opened = [CREDENTIAL];
  });
  afterEach(() => api.stop());

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    api.call('POST', PATH, { body, headers });

  it('needs no key, and lets the client’s messages be fetched if it verifies', async () => {
    const { status, text } = await post({ flowId: 'F-1' }, { 'Afnor-Signature': 'good' });
    assert.deepEqual([status, text], [204, '']);
    assert.deepEqual(api.world.pulled, ['FR-PA acme']);
    assert.equal(Buffer.from(callbacks[0]!.body).toString(), '{"flowId":"F-1"}');
    assert.deepEqual(api.world.telemetry.callbacks, ['FR-PA verified']);
  });

  it('gets the same answer if it does not verify, and is dropped', async () => {
    const { status } = await post({ flowId: 'F-1' }, { 'Afnor-Signature': 'bad' });
    assert.equal(status, 204);
    assert.deepEqual([api.world.pulled, api.world.telemetry.callbacks], [[], ['FR-PA dropped']]);
  });

  it('accepts any body unchanged', async () => {
    for (const body of ['', '{', '[1]', '<flow/>', '\u0000'])
      assert.equal((await post(body, { 'content-type': 'text/plain' })).status, 204, body);
    assert.deepEqual(
      callbacks.map(({ body }) => Buffer.from(body).toString()),
      ['', '{', '[1]', '<flow/>', '\u0000'],
    );
  });

  it('leaves its sender its room', async () => {
    assert.equal((await post('x'.repeat(100_000))).status, 204);
    await until(() => api.world.bodyBudget.bytes === 0, 'the room of its body');
  });

  it('answers the same for an unknown client', async () => {
    api.world.opened = [];
    assert.equal((await api.call('POST', '/callbacks/fr-pa/nobody', { body: {} })).status, 204);
    assert.equal((await api.call('POST', '/callbacks/fr-pa/no%20client', { body: {} })).status, 204);
  });

  it('accepts at most 256 KB', async () => {
    assert.equal((await post('x'.repeat(256 * 1024 + 1))).status, 413);
    assert.deepEqual(callbacks, []);
  });

  it('accepts sixty a minute for a client, from all addresses together', async () => {
    const answers = await Promise.all(Array.from({ length: 61 }, () => post({})));
    assert.deepEqual([answers.filter(({ status }) => status === 204).length, callbacks.length], [60, 60]);
    const late = await post({});
    assert.equal(late.status, 429);
    assert.ok(Number(late.headers.get('retry-after')) > 0);
  });

  it('has no GET', async () => {
    assert.equal((await api.call('GET', PATH)).status, 401);
  });
});

describe('POST /callbacks/peppol/{client}', () => {
  let api: RunningApi;
  const MESSAGE = {
    kind: 'mls' as const,
    bytes: new Uint8Array(),
    about: { submissionId: 'sub-1' },
    effect: { kind: 'confirmed' as const },
    raw: {},
  };

  beforeEach(async () => {
    api = await RunningApi.start();
    const readCallback = (_: unknown, { headers }: Callback) =>
      headers['x-secret'] === 'good'
        ? { messages: [MESSAGE] }
        : headers['x-secret'] === 'of another'
          ? { messages: [] }
          : undefined;
    const rail = Object.assign(new FakeRail(), { readCallback, pushesMessages: true });
    (api.world.rails as Map<string, unknown>).set('PEPPOL', rail);
    api.world.opened = [{ ...CREDENTIAL, kind: 'access-point' }];
  });
  afterEach(() => api.stop());

  const post = (secret: string, client = 'acme', body = '<StandardBusinessDocument/>') =>
    api.call('POST', `/callbacks/peppol/${client}`, {
      body,
      headers: { 'X-Secret': secret, 'content-type': 'application/xml' },
    });

  it('answers 200 with an empty object after the message is stored', async () => {
    const { status, text } = await post('good');
    assert.deepEqual([status, text], [200, '{}']);
  });

  it('answers 401 to a message that does not verify, and to one for an unknown client', async () => {
    assert.equal((await post('forged')).status, 401);
    api.world.opened = [];
    for (const client of ['nobody', 'no%20client']) assert.equal((await post('good', client)).status, 401);
  });

  it('refuses a message for another participant: the access point keeps it', async () => {
    const { status, json } = await post('of another');
    assert.equal(status, 400);
    assert.match(String((json as { detail: string }).detail), /participant of the client's credential/);
  });

  it('answers 503 if the caller may repeat it', async () => {
    api.world.isPushedSettled = false;
    const { status, headers } = await post('good');
    assert.deepEqual([status, headers.get('retry-after')], [503, '60']);
  });

  it('accepts at most 2 MB', async () => {
    assert.equal((await post('good', 'acme', 'x'.repeat(2_000_001))).status, 413);
  });

  it('accepts a valid message after 46 forged ones in a minute', async () => {
    const forged = await Promise.all(Array.from({ length: 46 }, () => post('forged')));
    // A caller with twenty refusals in a second gets 429.
    assert.ok(forged.every(({ status }) => status === 401 || status === 429));
    assert.equal((await post('good')).status, 200);
  });
});
