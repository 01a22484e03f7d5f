import assert from 'node:assert/strict';
import { IdentifySession } from '../../../src/application/access/identify-session.ts';
import type { CallFailed } from '../../../src/domain/failures.ts';
import { newIdempotencyKey, submission } from './bodies.ts';
import { callRaw, RunningApi, typeOf, withOwnClients } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

const COOKIE = /^ids-session-\d+=(ses_[0-9a-f]{24,32}\.[0-9a-f]{64}); Path=\/; HttpOnly; SameSite=Strict$/;
const HEADER = { 'x-ids-session': 'console' };
const HOUR_MS = 3_600_000;

describe('sessions of people', () => {
  let api: RunningApi;
  let client: string;
  let key: string;
  withOwnClients((own) => ({ api, client, key } = own));

  const begin = (by = key, headers: Record<string, string> = {}) =>
    api.call('POST', '/session', { key: by, headers });
  async function signedIn(by = key): Promise<string> {
    const { headers, status } = await begin(by);
    assert.equal(status, 201);
    const [, token] = COOKIE.exec(String(headers.get('set-cookie'))) ?? [];
    assert.ok(token, String(headers.get('set-cookie')));
    return token;
  }
  const inSession = (token: string, more: Record<string, string> = {}) => ({
    headers: { ...HEADER, cookie: `ids-session-${api.port}=${token}`, ...more },
  });
  const read = (token: string, more?: Record<string, string>) =>
    api.call('GET', '/invoices', inSession(token, more));

  it('stand for a key, whose cookie no script reads and whose secret no store has', async () => {
    const token = await signedIn();
    const self = await api.call('GET', '/keys/self', inSession(token));
    assert.deepEqual([self.status, self.json.client], [200, client]);
    const [id = '', secret = ''] = token.split('.');
    const stored = JSON.stringify(await api.world.browserSessions.find(id));
    assert.ok(!stored.includes(secret) && stored.includes(api.world.digests.sha256(secret)), stored);
    const { json } = await api.call('GET', '/session', inSession(token));
    assert.deepEqual([json.signed_in, (json.key as { client: string }).client], [true, client]);
    assert.deepEqual((await api.call('GET', '/session')).json, { signed_in: false, provider: false });
  });

  it('change something, too, and their acts are those of the key in the audit log', async () => {
    const token = await signedIn();
    const sent = await api.call('POST', '/invoices', {
      ...inSession(token, { origin: `http://127.0.0.1:${api.port}`, 'sec-fetch-site': 'same-origin' }),
      idempotencyKey: newIdempotencyKey(),
      body: submission(),
    });
    assert.equal(sent.status, 202);
    const batch = await api.call('POST', '/invoices/batch', {
      headers: { ...inSession(token).headers, 'content-type': 'application/x-ndjson' },
      body: JSON.stringify({ idempotency_key: newIdempotencyKey(), body: submission() }),
    });
    assert.match(batch.text, /"status":202/);
    const rows = await api.world.audit.recent({ client, limit: 50 });
    const [begun] = rows.filter(({ action }) => action === 'session_begun');
    assert.equal(begun?.subject, token.split('.')[0]);
    assert.ok(rows.some(({ action, actor }) => action === 'key_used' && actor === begun?.actor));
  });

  it('end when the same browser logs in again', async () => {
    const first = await signedIn();
    const second = await api.call('POST', '/session', {
      key,
      headers: { cookie: `ids-session-${api.port}=${first}` },
    });
    assert.equal(second.status, 201);
    assert.equal((await read(first)).status, 401);
    const [, token = ''] = COOKIE.exec(String(second.headers.get('set-cookie'))) ?? [];
    assert.equal((await read(token)).status, 200);
    assert.equal((await begin(key, { cookie: `ids-session-${api.port}=${first}` })).status, 201);
    assert.equal((await read(token)).status, 200);
  });

  it('do no more than the key does, and end with it', async () => {
    const reader = (await api.call('POST', '/keys', { key, body: { scopes: ['read'] } })).json;
    const token = await signedIn(String(reader.key));
    assert.equal((await read(token)).status, 200);
    assert.equal((await api.call('GET', '/keys', inSession(token))).status, 403);
    await api.call('POST', `/keys/${String(reader.id)}/revoke`, { key });
    assert.equal((await read(token)).status, 401);
    assert.equal((await api.call('GET', '/session', inSession(token))).json.signed_in, false);
  });

  it('end by a log-out, for every call at once', async () => {
    const token = await signedIn();
    const { status, headers, json } = await api.call('DELETE', '/session', inSession(token));
    assert.deepEqual([status, json.signed_in], [200, false]);
    assert.match(String(headers.get('set-cookie')), /^ids-session-\d+=; .*Max-Age=0$/);
    assert.equal((await read(token)).status, 401);
    const [row] = await api.world.audit.recent({ client, action: 'session_ended', limit: 1 });
    assert.deepEqual([row?.subject, row?.details], [token.split('.')[0], { reason: 'log-out' }]);
    assert.equal((await api.call('DELETE', '/session', inSession(token))).status, 200);
  });

  it('last twelve hours, however much they are used', async () => {
    const token = await signedIn();
    api.world.clock.advance(12 * HOUR_MS - 1);
    assert.equal((await read(token)).status, 200);
    api.world.clock.advance(1);
    assert.equal((await read(token)).status, 401);
  });

  it('are not exchanged for longer ones', async () => {
    const token = await signedIn();
    assert.equal((await api.call('POST', '/session', inSession(token))).status, 401);
  });

  it('of OPERATOR_KEY end when that is changed', async () => {
    const token = await signedIn(OPERATOR_KEY);
    assert.equal((await read(token)).status, 200);
    const confirmPerson = { run: async () => assert.fail('no person') };
    for (const operatorKey of ['another-key-of-the-operator', undefined])
      await assert.rejects(
        new IdentifySession({ ...api.world, confirmPerson, operatorKey }).run(token),
        ({ failure }: CallFailed) => failure.kind === 'unauthorized',
      );
  });

  it('a key beside the cookie goes before it, also a wrong one', async () => {
    const token = await signedIn();
    const wrong = await read(token, { authorization: `Bearer ids_test_${'0'.repeat(48)}` });
    assert.equal(wrong.status, 401);
    const other = await api.world.clientKey('another');
    const { json } = await api.call('GET', '/keys/self', { ...inSession(token), key: other });
    assert.equal(json.client, 'another');
  });

  for (const [what, headers, status] of [
    ['without the header of our pages', { 'x-ids-session': undefined }, 401],
    ['of another site, as the browser says', { 'sec-fetch-site': 'cross-site' }, 403],
    ['of a neighbour', { 'sec-fetch-site': 'same-site' }, 403],
    ['of an address that was typed', { 'sec-fetch-site': 'none' }, 403],
    ['of another origin', { origin: 'https://evil.example' }, 403],
    ['of no origin', { origin: 'null' }, 403],
    ['of the same host on another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['of our own page', { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' }, 200],
  ] as const)
    it(`a call ${what}: ${status}`, async () => {
      const token = await signedIn();
      const given = { ...inSession(token).headers, ...headers };
      const sent = Object.entries(given).filter(([, value]) => value !== undefined);
      const options = { headers: Object.fromEntries(sent) as Record<string, string> };
      for (const path of ['/invoices', '/keys']) {
        const answer = await api.call('GET', path, options);
        assert.equal(answer.status, status, answer.text);
      }
      const { json } = await api.call('POST', '/keys', { ...options, body: { scopes: ['read'] } });
      assert.equal(json.key === undefined, status !== 200);
    });

  for (const [what, value] of [
    ['nothing', ''],
    ['a dot', '.'],
    ['an unknown one', `ses_${'0'.repeat(32)}.${'0'.repeat(64)}`],
    ['an operator of the database', '{"$gt":""}.{"$gt":""}'],
    ['8 KB', 'x'.repeat(8000)],
    ['percent escapes', '%00%0d%0aSet-Cookie:a=b'],
    ['a prototype', '__proto__.x'],
  ] as const)
    it(`hostile cookie: ${what}`, async () => {
      const answer = await read(value);
      assert.equal(`${answer.status} ${typeOf(answer)}`, '401 unauthorized');
      assert.equal((await api.call('GET', '/session', inSession(value))).json.signed_in, false);
    });

  it('hostile cookies: a right id with a wrong secret, a cookie given twice, another name', async () => {
    const token = await signedIn();
    const [id, secret = ''] = token.split('.');
    const changed = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
    assert.equal((await read(`${id}.${changed}`)).status, 401);
    assert.equal((await read(`${token}; ids-session-${api.port}=${token}`)).status, 401);
    const headers = { ...HEADER, cookie: `__Host-ids-session=${token}` };
    assert.equal((await api.call('GET', '/invoices', { headers })).status, 401);
  });

  it('wrong cookies are limited as wrong keys are', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => read(`ses_${n}.0`)));
    assert.ok(answers.some(({ status }) => status === 429));
  });

  it('are begun 30 times a minute and client', async () => {
    for (let n = 0; n < 30; n += 1) {
      api.world.clock.advance(30);
      await signedIn();
    }
    assert.equal((await begin()).status, 429);
  });

  it('are secure and of this host alone where people come by https, and where the host is not this machine', async () => {
    const far = await RunningApi.start(undefined, true, { baseUrl: 'https://invoices.example' });
    const farKey = await far.world.clientKey('far');
    const { headers } = await far.call('POST', '/session', { key: farKey });
    assert.match(
      String(headers.get('set-cookie')),
      /^__Host-ids-session=ses_[^;]*; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    await far.stop();
    const lines = [['Authorization', `Bearer ${key}`]] as const;
    const local = await callRaw(api, 'POST', '/session', lines, undefined, ['Host', 'invoices.example']);
    assert.match(String(local.headers.get('set-cookie')), /^__Host-.*; Secure$/);
  });
});
