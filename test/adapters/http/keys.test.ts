import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { ApiKey } from '../../../src/domain/access/api-key.ts';
import { newIdempotencyKey, submission, WITH_A_PLANNED_CALL } from './bodies.ts';
import { handIn, RunningApi, typeOf, withOwnClients } from './harness.ts';
import { OPERATOR_KEY, World } from './world.ts';

describe('keys', () => {
  let api: RunningApi;
  let client: string;
  let key: string;

  withOwnClients((own) => ({ api, client, key } = own));

  const mint = (body: unknown, by = key) => api.call('POST', '/keys', { key: by, body });
  const revoke = (id: unknown, by = key) => api.call('POST', `/keys/${String(id)}/revoke`, { key: by });
  const isValid = async (value: unknown): Promise<boolean> =>
    (await api.call('GET', '/invoices', { key: String(value) })).status === 200;

  /** Resolves after the key of the next call is checked. */
  const keyChecked = (): Promise<ApiKey> =>
    new Promise((resolve) => {
      const { keys } = api.world;
      const find = keys.findByHash.bind(keys);
      keys.findByHash = async (hash) => {
        const found = await find(hash);
        keys.findByHash = find;
        if (found) resolve(found);
        return found;
      };
    });

  it('say what they may do, whatever that is', async () => {
    const self = async (value: unknown) => (await api.call('GET', '/keys/self', { key: String(value) })).json;
    const { json } = await mint({ scopes: ['submit'], label: 'ERP' });
    const { id, key: value } = json;
    const [environment, kind] = ['sandbox', 'client'];
    assert.deepEqual(await self(value), { id, kind, client, environment, scopes: ['submit'], label: 'ERP' });
    assert.deepEqual(await self(OPERATOR_KEY), {
      id: 'key_environment',
      kind: 'operator',
      environment,
      scopes: ['submit', 'read', 'admin'],
    });
  });

  it('are shown once, and stored as a hash', async () => {
    const { status, json } = await mint({ scopes: ['read', 'read'], label: 'Dashboard' });
    assert.equal(status, 201);
    assert.match(String(json.key), /^ids_test_[0-9a-f]{48}$/);
    assert.deepEqual(
      [json.client, json.environment, json.scopes, json.label],
      [client, 'sandbox', ['read'], 'Dashboard'],
    );
    assert.equal(await isValid(json.key), true);
    const record = await api.world.keys.find(String(json.id));
    assert.equal(record!.hash, api.world.digests.sha256(String(json.key)));
    const { text } = await api.call('GET', '/keys', { key });
    assert.ok(!text.includes(String(json.key)) && !text.includes(record!.hash), text);
  });

  it('are created with scopes that the creating key has itself', async () => {
    const admin = String((await mint({ scopes: ['admin'] })).json.key);
    const answer = await mint({ scopes: ['admin', 'submit'] }, admin);
    assert.equal(`${answer.status} ${typeOf(answer)}`, '403 forbidden');
    assert.equal((await mint({ scopes: ['admin'] }, admin)).status, 201);
  });

  it('need at least one scope, and only existing ones', async () => {
    for (const scopes of [[], ['all'], undefined, 'read']) assert.equal((await mint({ scopes })).status, 400);
    assert.equal((await mint({ scopes: ['read'], label: 'x'.repeat(101) })).status, 400);
  });

  it('are limited to 20 valid ones per client', async () => {
    for (let live = 1; live < 20; live += 1) {
      api.world.clock.advance(100);
      assert.equal((await mint({ scopes: ['read'] })).status, 201);
    }
    const answer = await mint({ scopes: ['read'] });
    assert.equal(`${answer.status} ${typeOf(answer)}`, '409 key-limit');
  });

  it('say when they were used last', async () => {
    const { json } = await mint({ scopes: ['read'] });
    const used = async () => {
      const { data } = (await api.call('GET', '/keys', { key })).json;
      return (data as { id: string; last_used_at?: string }[]).find(({ id }) => id === json.id)?.last_used_at;
    };
    assert.equal(await used(), undefined);
    await api.call('GET', '/invoices', { key: String(json.key) });
    assert.equal(await used(), api.world.clock.now().toISOString());
  });

  it('are invalid at once after their revocation, with all keys that were created with them', async () => {
    const child = (await mint({ scopes: ['admin', 'read'] })).json;
    const middle = (await mint({ scopes: ['admin', 'read'] }, String(child.key))).json;
    const grandchild = (await mint({ scopes: ['read'] }, String(middle.key))).json;
    const sibling = (await mint({ scopes: ['read'] })).json;
    const { status, json } = await revoke(child.id);
    assert.equal(status, 200);
    assert.deepEqual([json.id, json.also_revoked], [child.id, [middle.id, grandchild.id]]);
    assert.notEqual(json.revoked_at, undefined);
    assert.deepEqual(
      [await isValid(child.key), await isValid(grandchild.key), await isValid(sibling.key)],
      [false, false, true],
    );
  });

  for (const path of ['/invoices', '/validate'])
    it(`are invalid at once also for a POST ${path} during its body: the call has no effect`, async () => {
      const body = JSON.stringify(submission());
      const call = request({
        port: api.port,
        method: 'POST',
        path,
        agent: false,
        headers: {
          Authorization: `Bearer ${key}`,
          'Idempotency-Key': newIdempotencyKey(),
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        },
      });
      const answered = once(call, 'response') as Promise<[IncomingMessage]>;
      const checked = keyChecked();
      call.write(body.slice(0, 100));
      const { id } = await checked;
      await api.world.keys.revoke(id, api.world.clock.now());
      call.end(body.slice(100));
      const [answer] = await answered;
      answer.resume();
      assert.equal(answer.statusCode, 401);
      assert.deepEqual(
        (await api.call('GET', '/invoices', { key: await api.world.clientKey(client) })).json.data,
        [],
      );
    });

  it('are invalid at once also for a caller that waits for an event', async () => {
    const { next } = (await api.call('GET', '/events', { key })).json;
    const checked = keyChecked();
    const waiting = api.call('GET', `/events?after=${String(next)}&wait=30`, { key });
    const { id } = await checked;
    await api.world.keys.revoke(id, api.world.clock.now());
    await handIn(api, client);
    const answer = await waiting;
    assert.equal(`${answer.status} ${typeOf(answer)}`, '401 unauthorized');
    assert.ok(!answer.text.includes('event_id'));
  });

  it('are revoked only once: a repeat changes nothing', async () => {
    const { json } = await mint({ scopes: ['read'] });
    const first = await revoke(json.id);
    api.world.clock.advance(1000);
    const again = await revoke(json.id);
    assert.deepEqual([again.status, again.json], [200, { ...first.json, also_revoked: [] }]);
    const rows = await api.world.audit.recent({ client, action: 'key_revoked', limit: 10 });
    assert.equal(rows.length, 1);
  });

  it('cannot be created with a key during its revocation', async () => {
    const maker = (await mint({ scopes: ['admin'] })).json;
    const { keys } = api.world;
    const add = keys.add.bind(keys);
    Object.defineProperty(keys, 'add', {
      configurable: true,
      value: async (wanted: Parameters<typeof add>[0]) => {
        Object.defineProperty(keys, 'add', { configurable: true, value: add });
        await keys.revoke(String(maker.id), api.world.clock.now());
        return add(wanted);
      },
    });
    const answer = await mint({ scopes: ['admin'] }, String(maker.key));
    assert.equal(`${answer.status} ${typeOf(answer)}`, '401 unauthorized');
  });

  it('are listed for their own client, and all for the operator', async () => {
    const partner = await api.world.key({ kind: 'partner', partner: 'reseller' });
    assert.ok(partner);
    const own = await api.call('GET', '/keys', { key });
    assert.deepEqual(
      new Set((own.json.data as { client: string }[]).map((row) => row.client)),
      new Set([client]),
    );
    const all = (await api.call('GET', '/keys', { key: OPERATOR_KEY })).json.data as Record<
      string,
      unknown
    >[];
    assert.ok(all.some((row) => row.kind === 'partner' && row.partner === 'reseller'));
    assert.ok(all.some((row) => row.client === client));
  });

  it('come in pages of 500', async () => {
    const { keys, ids, clock } = api.world;
    for (let made = 0; made < 501; made += 1)
      await keys.add({
        id: ids.next('key'),
        holder: { kind: 'operator' },
        hash: `h${made}`,
        createdAt: clock.now(),
        ancestors: [],
      });
    const first = (await api.call('GET', '/keys', { key: OPERATOR_KEY })).json;
    assert.deepEqual([(first.data as unknown[]).length, first.truncated], [500, true]);
    assert.equal(first.next, (first.data as { id: string }[]).at(-1)?.id);
    const second = (await api.call('GET', `/keys?after=${String(first.next)}`, { key: OPERATOR_KEY })).json;
    assert.deepEqual([second.truncated, second.next], [false, undefined]);
  });

  it('leave an audit row at each use, without the key', async () => {
    await api.call('GET', '/invoices', { key, headers: { 'x-request-id': 'req-7' } });
    const [row] = await api.world.audit.recent({ client, action: 'key_used', limit: 1 });
    assert.deepEqual([row?.details, row?.requestId], [{ operation: 'listInvoices' }, 'req-7']);
    assert.ok(!JSON.stringify(row).includes(key));
  });
});

describe('a key that may not make a call', () => {
  let api: RunningApi;

  before(async () => {
    api = await RunningApi.start(new World(), true, { description: WITH_A_PLANNED_CALL });
  });
  after(() => api.stop());

  for (const [status, method, path, operation, refused] of [
    [403, 'GET', '/keys', 'listKeys', 'forbidden'],
    [405, 'DELETE', '/keys', 'unknown', 'method-not-allowed'],
    [501, 'GET', '/planned', 'planned', 'not-implemented'],
  ] as const)
    it(`also leaves an audit row with ${status}`, async () => {
      const client = `client-${newIdempotencyKey()}`;
      const key = await api.world.clientKey(client, ['read']);
      assert.equal((await api.call(method, path, { key })).status, status);
      const rows = await api.world.audit.recent({ client, limit: 10 });
      assert.deepEqual(
        rows.map(({ action, details }) => [action, details]),
        [['key_used', { operation, refused }]],
      );
    });
});

describe('rates', () => {
  let api: RunningApi;

  before(async () => {
    api = await RunningApi.start();
  });
  after(() => api.stop());

  it('are named in every answer to a counted call: those of the scope, then those of the call', async () => {
    const key = await api.world.clientKey('reader');
    const policyOf = async (path: string) =>
      (await api.call('GET', path, { key })).headers.get('ratelimit-policy');
    const ofScope = '"read-1s";q=50;w=1, "read-60s";q=3000;w=60';
    assert.equal(await policyOf('/invoices'), ofScope);
    assert.equal(await policyOf('/care'), `${ofScope}, "listCare-60s";q=30;w=60`);
    assert.equal(await policyOf('/invoices/inv_0000000000000000'), ofScope);
    assert.equal(await policyOf('/health'), '"health-1s";q=50;w=1, "health-60s";q=1200;w=60');
  });

  it('say which of them is used up, and until when, beside Retry-After', async () => {
    const key = await api.world.clientKey('careful');
    for (let sent = 0; sent < 30; sent += 1) await api.call('GET', '/care', { key });
    const { status, headers } = await api.call('GET', '/care', { key });
    const seconds = headers.get('retry-after');
    assert.deepEqual(
      [status, headers.get('ratelimit'), headers.get('ratelimit-policy')],
      [429, `"listCare-60s";r=0;t=${seconds}`, '"listCare-60s";q=30;w=60'],
    );
  });

  it('are counted per client and scope, not per key', async () => {
    const [one, other] = [await api.world.clientKey('busy'), await api.world.clientKey('busy')];
    for (let sent = 0; sent < 50; sent += 1)
      assert.equal((await api.call('GET', '/invoices', { key: sent % 2 ? one : other })).status, 200);
    const refused = await api.call('GET', '/invoices', { key: one });
    assert.equal(
      `${refused.status} ${typeOf(refused)} ${refused.headers.get('retry-after')}`,
      '429 rate-limited 1',
    );
    assert.equal((await api.call('GET', '/keys', { key: one })).status, 200);
    assert.equal(
      (await api.call('GET', '/invoices', { key: await api.world.clientKey('idle') })).status,
      200,
    );
    api.world.clock.advance(1000);
    assert.equal((await api.call('GET', '/invoices', { key: one })).status, 200);
  });

  it('are counted per minute too', async () => {
    const key = await api.world.clientKey('steady');
    let allowed = 0;
    for (let sent = 0; sent < 45; sent += 1) {
      for (let inSecond = 0; inSecond < 20; inSecond += 1)
        if (
          (await api.world.counters.take(
            'client:steady/admin',
            [{ seconds: 60, limit: 600 }],
            api.world.clock.now(),
          )) === 0
        )
          allowed += 1;
      api.world.clock.advance(1000);
    }
    assert.equal(allowed, 600);
    const refused = await api.call('GET', '/keys', { key });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 1);
  });

  it("are the operator's if it acts for a client", async () => {
    const id = await handIn(api, 'victim');
    assert.ok(id);
    for (let sent = 0; sent < 50; sent += 1)
      await api.call('GET', '/invoices?client=victim', { key: OPERATOR_KEY });
    assert.equal((await api.call('GET', '/invoices?client=victim', { key: OPERATOR_KEY })).status, 429);
    assert.equal(
      (await api.call('GET', '/invoices', { key: await api.world.clientKey('victim') })).status,
      200,
    );
  });
});
