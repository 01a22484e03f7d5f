import assert from 'node:assert/strict';
import type { Callback } from '../../../src/ports/rail.ts';
import { FakeRail } from '../../fakes/rail.ts';
import { RunningApi } from './harness.ts';

const PATH = '/callbacks/fr-pa/acme';
const CREDENTIAL = { client: 'acme', id: 'crd_1', kind: 'pa-oauth', value: '{}' };

describe('POST /callbacks/fr-pa/{client}', () => {
  let api: RunningApi;
  /** As the rail was shown them. */
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

  it('says the same when it does not, and drops it', async () => {
    const { status } = await posted({ flowId: 'F-1' }, { 'Afnor-Signature': 'bad' });
    assert.equal(status, 204);
    assert.deepEqual([api.world.pulled, api.world.telemetry.callbacks], [[], ['FR-PA dropped']]);
  });

  it('takes whatever is sent, as it was sent', async () => {
    for (const body of ['', '{', '[1]', '<flow/>', '\u0000'])
      assert.equal((await posted(body, { 'content-type': 'text/plain' })).status, 204, body);
    assert.deepEqual(
      heard.map(({ body }) => Buffer.from(body).toString()),
      ['', '{', '[1]', '<flow/>', '\u0000'],
    );
  });

  it('says the same of a client that nobody knows', async () => {
    api.world.opened = [];
    assert.equal((await api.call('POST', '/callbacks/fr-pa/nobody', { body: {} })).status, 204);
    assert.equal((await api.call('POST', '/callbacks/fr-pa/no%20client', { body: {} })).status, 204);
  });

  it('takes no more than 256 KB', async () => {
    assert.equal((await posted('x'.repeat(256 * 1024 + 1))).status, 413);
    assert.deepEqual(heard, []);
  });

  it('takes sixty a minute of a client, whoever sends them', async () => {
    const answers = await Promise.all(Array.from({ length: 61 }, () => posted({})));
    assert.deepEqual([answers.filter(({ status }) => status === 204).length, heard.length], [60, 60]);
    const late = await posted({});
    assert.equal(late.status, 429);
    assert.ok(Number(late.headers.get('retry-after')) > 0);
  });

  it('is nothing to be read', async () => {
    assert.equal((await api.call('GET', PATH)).status, 401);
  });
});
