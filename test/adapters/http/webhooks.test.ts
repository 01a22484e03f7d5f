import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { deliveryId } from '../../../src/application/webhooks/enqueue-deliveries.ts';
import { aDelivery } from '../../contract/webhook-stores.ts';
import { fieldsOf, handIn, RunningApi, typeOf } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

const HOUR = 3_600_000;

describe('the webhook calls', () => {
  let api: RunningApi;
  let key: string;

  beforeEach(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  afterEach(() => api.stop());

  const url = 'https://erp.example/hook';
  const put = (body: object, own = key) => api.call('PUT', '/webhook', { key: own, body });
  const post = (path: string, body?: object) => api.call('POST', path, { key, ...(body && { body }) });

  it('show the secret only in the answer that creates it', async () => {
    const first = await put({ url, contact_email: 'it@erp.example' });
    assert.equal(first.status, 200, first.text);
    const { secret, ...settings } = first.json;
    assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(settings, {
      url,
      active: true,
      secret_rotated_at: null,
      contact_email: 'it@erp.example',
      last_delivery: null,
    });
    assert.deepEqual((await api.call('GET', '/webhook', { key })).json, settings);
    const rotated = await put({ rotate_secret: true });
    assert.notEqual(rotated.json.secret, secret);
    assert.equal(rotated.json.secret_rotated_at, api.world.clock.now().toISOString());
    assert.equal((await put({ active: false })).json.secret, undefined);
  });

  describe('that rotate the secret', () => {
    const rotate = () => put({ rotate_secret: true });
    /** The secrets, by the order in which they were made, whose signatures a delivery carries. */
    const signing = async (...secrets: readonly unknown[]): Promise<readonly number[]> => {
      await post('/webhook/test');
      const { headers, body } = api.world.posted.at(-1)!;
      const [t = '', ...signed] = headers!['X-Service-Signature']!.split(',');
      return signed.map((one) =>
        secrets.findIndex((secret) => {
          const mac = createHmac('sha256', String(secret))
            .update(`${t.slice(2)}.`)
            .update(body!);
          return one === `v1=${mac.digest('hex')}`;
        }),
      );
    };

    it('eight at once: one wins, the others get 409', async () => {
      const first = (await put({ url })).json.secret;
      const answers = await Promise.all(Array.from({ length: 8 }, rotate));
      const secrets = answers.flatMap(({ json }) => json.secret ?? []);
      assert.deepEqual(
        [secrets.length, answers.filter(({ status }) => status === 409).map(typeOf)],
        [1, Array.from({ length: 7 }, () => 'secret-rotation-limit')],
      );
      assert.deepEqual(await signing(first, ...secrets), [1, 0]);
    });

    it('twice within 24 hours leave the first secret its own 24 hours', async () => {
      const { clock } = api.world;
      const first = (await put({ url })).json.secret;
      const second = (await rotate()).json.secret;
      clock.advance(HOUR);
      const third = (await rotate()).json.secret;
      assert.deepEqual(await signing(first, second, third), [2, 1, 0]);
      clock.advance(23 * HOUR - 1);
      assert.deepEqual(await signing(first, second, third), [2, 1, 0]);
      clock.advance(1);
      assert.deepEqual(await signing(first, second, third), [2, 1]);
      clock.advance(HOUR);
      assert.deepEqual(await signing(first, second, third), [2]);
    });

    it('wait for no clock that was set back since', async () => {
      const { clock } = api.world;
      const first = (await put({ url })).json.secret;
      const second = (await rotate()).json.secret;
      assert.equal((await rotate()).status, 409);
      clock.advance(-HOUR);
      const third = (await rotate()).json.secret;
      assert.deepEqual(await signing(first, second, third), [2, 1, 0]);
    });

    it('a third time are refused until the first of three secrets is over, and say when', async () => {
      const { clock } = api.world;
      const first = (await put({ url })).json.secret;
      const firstOver = new Date(clock.now().getTime() + 24 * HOUR);
      const second = (await rotate()).json.secret;
      clock.advance(HOUR);
      const third = (await rotate()).json.secret;
      clock.advance(HOUR);
      const refused = await rotate();
      assert.deepEqual([refused.status, typeOf(refused)], [409, 'secret-rotation-limit']);
      assert.ok(String(refused.json.detail).includes(firstOver.toISOString()), refused.text);
      assert.deepEqual(await signing(first, second, third), [2, 1, 0]);
      clock.advance(22 * HOUR);
      const fourth = (await rotate()).json.secret;
      assert.deepEqual(await signing(first, second, third, fourth), [3, 2, 1]);
    });
  });

  it('do not change omitted members', async () => {
    await put({ url, contact_email: 'it@erp.example', events: ['accepted'], active: false });
    const { json } = await put({ contact_email: null });
    assert.deepEqual(
      [json.url, json.active, json.contact_email, json.events],
      [url, false, null, ['accepted']],
    );
    assert.equal((await put({ events: null })).json.events, undefined);
  });

  it('require an address first, and refuse one inside the network', async () => {
    for (const body of [{ active: true }, { url: 'https://inner.example/x' }]) {
      const answer = await put(body);
      assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request', answer.text);
      assert.deepEqual(fieldsOf(answer), ['url']);
    }
    assert.equal((await api.call('GET', '/webhook', { key })).status, 404);
    const query = await api.call('PUT', '/webhook?client=acme', { key, body: { url } });
    assert.equal(query.status, 400);
  });

  it("separate the operator's webhook from each client's", async () => {
    await put({ url: 'https://ops.example/hook' }, OPERATOR_KEY);
    assert.equal((await api.call('GET', '/webhook', { key })).status, 404);
    await put({ url });
    assert.equal(
      (await api.call('GET', '/webhook', { key: OPERATOR_KEY })).json.url,
      'https://ops.example/hook',
    );
  });

  it("send a test event at once, and answer the receiver's status", async () => {
    assert.equal((await post('/webhook/test')).status, 404);
    await put({ url });
    const { json } = await post('/webhook/test');
    assert.deepEqual([json.delivered, json.http_status, json.error], [true, 204, null]);
    const [call] = api.world.posted;
    const event = JSON.parse(new TextDecoder().decode(call!.body)) as Record<string, unknown>;
    assert.deepEqual(Object.keys(event), ['event_id', 'sequence', 'occurred_at', 'environment', 'status']);
    assert.deepEqual([event.event_id, event.sequence, event.status], [json.event_id, 0, 'test']);
    assert.equal(call!.headers!['X-Service-Delivery-Attempt'], '1');
    api.world.receiver = { outcome: 'lost', reason: 'timeout' };
    const failed = (await post('/webhook/test')).json;
    assert.deepEqual([failed.delivered, failed.http_status, failed.error], [false, null, 'timeout']);
    for (const [code, says] of [
      ['EAI_AGAIN', 'the name of the address cannot be resolved (EAI_AGAIN)'],
      ['ECONNREFUSED', 'no program listens at the address (ECONNREFUSED)'],
      ['EHOSTUNREACH', 'the host cannot be reached (EHOSTUNREACH)'],
      ['CERT_HAS_EXPIRED', 'the certificate of the address has expired (CERT_HAS_EXPIRED)'],
      ['ERR_TLS_CERT_ALTNAME_INVALID', /of another name than the address/],
      ['DEPTH_ZERO_SELF_SIGNED_CERT', /is not trusted/],
      ['EOTHER', 'EOTHER'],
    ] as const) {
      api.world.receiver = { outcome: 'unreachable', reason: code };
      const { error } = (await post('/webhook/test')).json;
      if (says instanceof RegExp) assert.match(String(error), says);
      else assert.equal(error, says);
    }
    const shown = await api.call('GET', '/webhook', { key });
    assert.deepEqual(Object.keys(shown.json.last_delivery as object), ['at']);
  });

  it('show one delivery with its tries', async () => {
    await put({ url });
    const eventId = `evt_${'0'.repeat(31)}1`;
    const at = api.world.clock.now();
    const nextAt = new Date(at.getTime() + 60_000);
    const tries = [{ at, tookMs: 120, httpStatus: 500, error: 'HTTP 500', nextAt }];
    const id = deliveryId('acme', eventId, new NodeDigests());
    const delivery = aDelivery({ id, eventId, tries, attempts: 1, failures: 1, dueAt: nextAt });
    await api.world.deliveries.enqueue([delivery], '1');
    const shown = await api.call('GET', `/webhook/deliveries/${eventId}`, { key });
    assert.equal(shown.status, 200, shown.text);
    const next = nextAt.toISOString();
    assert.equal(shown.json.next_attempt_at, next);
    assert.deepEqual(shown.json.tries, [
      { at: at.toISOString(), took_ms: 120, http_status: 500, error: 'HTTP 500', next_attempt_at: next },
    ]);
    const other = await api.world.clientKey('other');
    assert.equal((await api.call('GET', `/webhook/deliveries/${eventId}`, { key: other })).status, 404);
  });

  it('list deliveries, and make them pending again one by one or by time', async () => {
    await put({ url });
    await handIn(api, 'acme');
    const [entry] = await api.world.eventFeed.outbox(undefined, 1);
    const now = api.world.clock.now();
    const ended = {
      state: 'dead',
      dueAt: null,
      failures: 9,
      attempts: 9,
      firstFailureAt: now,
      lastAttemptAt: now,
    } as const;
    const rows = [
      aDelivery({ ...ended, eventId: entry!.event.eventId, occurredAt: now, updatedAt: now }),
      aDelivery({ ...ended, occurredAt: now, updatedAt: now }),
    ];
    await api.world.deliveries.enqueue(rows, '1');
    const listed = await api.call('GET', '/webhook/deliveries?state=dead&limit=1', { key });
    assert.equal(listed.status, 200, listed.text);
    assert.equal((listed.json.data as unknown[]).length, 1);
    assert.equal(listed.json.truncated, true);
    const path = `/webhook/deliveries?state=dead&limit=1&after=${String(listed.json.next)}`;
    const rest = await api.call('GET', path, { key });
    assert.deepEqual([rest.json.truncated, rest.json.next], [false, undefined], rest.text);
    assert.equal((rest.json.data as unknown[]).length, 1);
    assert.notDeepEqual(rest.json.data, listed.json.data);
    api.world.clock.advance(1000);
    const again = await post(`/webhook/deliveries/${entry!.event.eventId}/replay`);
    assert.deepEqual(again.json, { replayed: 1, truncated: false });
    const span = { from: now.toISOString(), to: now.toISOString() };
    assert.deepEqual((await post('/webhook/replay', span)).json, { replayed: 1, truncated: false });
    const pending = await api.call('GET', '/webhook/deliveries?state=pending', { key });
    assert.deepEqual(
      (pending.json.data as { failures: number; attempts: number }[]).map((row) => [
        row.failures,
        row.attempts,
      ]),
      [
        [0, 9],
        [0, 9],
      ],
    );
    assert.equal((await post('/webhook/deliveries/evt_unknown/replay')).status, 404);
    const turned = await post('/webhook/replay', { from: span.to, to: '2020-01-01T00:00:00Z' });
    assert.deepEqual(fieldsOf(turned), ['to']);
  });
});
