import assert from 'node:assert/strict';
import type { Callback } from '../../../src/ports/rail/callbacks.ts';
import { FakeRail } from '../../fakes/rail.ts';
import { RunningApi } from './harness.ts';

const PATH = '/callbacks/fr-pa/acme';
const CREDENTIAL = { client: 'acme', id: 'crd_1', kind: 'pa-oauth', value: '{}' };

describe('POST /callbacks/fr-pa/{client}', () => {
  let api: RunningApi;
  /** The calls, as the rail got them. */
  let heard: Callback[];

  beforeEach(async () => {
    api = await RunningApi.start();
    heard = [];
    const hears = (_: unknown, callback: Callback) => {
      heard.push(callback);
      return callback.headers['afnor-signature'] === 'good' ? {} : undefined;
    };
    const rail = Object.assign(new FakeRail(), { readCallback: hears });
    (api.world.rails as Map<string, unknown>).set('FR-PA', rail);
    api.world.opened = [CREDENTIAL];
  });
  afterEach(() => api.stop());

  const posted = (body: unknown, headers: Record<string, string> = {}) =>
    api.call('POST', PATH, { body, headers });

  it('needs no key, and has the client’s messages fetched when it verifies', async () => {
    const { status, text } = await posted({ flowId: 'F-1' }, { 'Afnor-Signature': 'good' });
    assert.deepEqual([status, text], [204, '']);
    assert.deepEqual(api.world.pulled, ['FR-PA acme']);
    assert.equal(Buffer.from(heard[0]!.body).toString(), '{"flowId":"F-1"}');
    assert.deepEqual(api.world.telemetry.callbacks, ['FR-PA verified']);
  });

  it('gets the same answer if it does not verify, and is dropped', async () => {
    const { status } = await posted({ flowId: 'F-1' }, { 'Afnor-Signature': 'bad' });
    assert.equal(status, 204);
    assert.deepEqual([api.world.pulled, api.world.telemetry.callbacks], [[], ['FR-PA dropped']]);
  });

  it('accepts any body unchanged', async () => {
    for (const body of ['', '{', '[1]', '<flow/>', '\u0000'])
      assert.equal((await posted(body, { 'content-type': 'text/plain' })).status, 204, body);
    assert.deepEqual(
      heard.map(({ body }) => Buffer.from(body).toString()),
      ['', '{', '[1]', '<flow/>', '\u0000'],
    );
  });

  it('answers the same for an unknown client', async () => {
    api.world.opened = [];
    assert.equal((await api.call('POST', '/callbacks/fr-pa/nobody', { body: {} })).status, 204);
    assert.equal((await api.call('POST', '/callbacks/fr-pa/no%20client', { body: {} })).status, 204);
  });

  it('accepts at most 256 KB', async () => {
    assert.equal((await posted('x'.repeat(256 * 1024 + 1))).status, 413);
    assert.deepEqual(heard, []);
  });

  it('accepts sixty a minute for a client, over all addresses', async () => {
    const answers = await Promise.all(Array.from({ length: 61 }, () => posted({})));
    assert.deepEqual([answers.filter(({ status }) => status === 204).length, heard.length], [60, 60]);
    const late = await posted({});
    assert.equal(late.status, 429);
    assert.ok(Number(late.headers.get('retry-after')) > 0);
  });

  it('cannot be read', async () => {
    assert.equal((await api.call('GET', PATH)).status, 401);
  });
});

describe('POST /callbacks/peppol/{client}', () => {
  let api: RunningApi;
  const MESSAGE = {
    kind: 'mls' as const,
    bytes: new Uint8Array(),
    about: { submissionId: 'sub-1' },
    says: { what: 'confirmed' as const },
    raw: {},
  };

  beforeEach(async () => {
    api = await RunningApi.start();
    const hears = (_: unknown, { headers }: Callback) =>
      headers['x-secret'] === 'good'
        ? { messages: [MESSAGE] }
        : headers['x-secret'] === 'of another'
          ? { messages: [] }
          : undefined;
    const rail = Object.assign(new FakeRail(), { readCallback: hears, pushesMessages: true });
    (api.world.rails as Map<string, unknown>).set('PEPPOL', rail);
    api.world.opened = [{ ...CREDENTIAL, kind: 'access-point' }];
  });
  afterEach(() => api.stop());

  const posted = (secret: string, client = 'acme', body = '<StandardBusinessDocument/>') =>
    api.call('POST', `/callbacks/peppol/${client}`, {
      body,
      headers: { 'X-Secret': secret, 'content-type': 'application/xml' },
    });

  it('answers 200 with an empty object once the message is on the store', async () => {
    const { status, text } = await posted('good');
    assert.deepEqual([status, text], [200, '{}']);
  });

  it('answers 401 to an unproven message, and to one for an unknown client', async () => {
    assert.equal((await posted('forged')).status, 401);
    api.world.opened = [];
    for (const client of ['nobody', 'no%20client']) assert.equal((await posted('good', client)).status, 401);
  });

  it('refuses a message for another participant, so that the access point keeps it', async () => {
    const { status, json } = await posted('of another');
    assert.equal(status, 400);
    assert.match(String((json as { detail: string }).detail), /participant of the client's credential/);
  });

  it('answers 503 if the caller may repeat it', async () => {
    api.world.isPushedSettled = false;
    const { status, headers } = await posted('good');
    assert.deepEqual([status, headers.get('retry-after')], [503, '60']);
  });

  it('accepts at most 2 MB', async () => {
    assert.equal((await posted('good', 'acme', 'x'.repeat(2_000_001))).status, 413);
  });

  it('accepts a genuine one after 46 forged ones in a minute', async () => {
    const forged = await Promise.all(Array.from({ length: 46 }, () => posted('forged')));
    // A caller that is refused twenty times in a second is told to wait.
    assert.ok(forged.every(({ status }) => status === 401 || status === 429));
    assert.equal((await posted('good')).status, 200);
  });
});
