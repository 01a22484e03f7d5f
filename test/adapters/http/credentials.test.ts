import assert from 'node:assert/strict';
import { RunningApi } from './harness.ts';
import { OPERATOR_KEY, World } from './world.ts';

const BODY = {
  route: 'PEPPOL',
  kind: 'access-point',
  issued_by: 'AP Ltd',
  issued_on: '2026-01-15',
  value: '{"base_url":"https://ap.example","token":"very-secret","sender_participant_id":"9930:de1"}',
};

describe('route credentials', () => {
  let api: RunningApi;
  let key: string;
  before(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  beforeEach(() => void api.world.clock.advance(60_000));
  after(() => api.stop());

  const store = (own: object = {}, by = key) =>
    api.call('POST', '/credentials', { key: by, body: { ...BODY, ...own } });
  const typeOf = ({ json }: { json: Record<string, unknown> }): string =>
    String(json.type).split('/').at(-1)!;

  it('are stored sealed and shown without their value', async () => {
    const { status, json } = await store({ legal_entity: 'DE100', expires_on: '2027-01-15' });
    const { id, ...shown } = json;
    assert.equal(status, 201);
    assert.deepEqual(shown, {
      client: 'acme',
      route: 'PEPPOL',
      kind: 'access-point',
      issued_by: 'AP Ltd',
      issued_on: '2026-01-15',
      expires_on: '2027-01-15',
      environment: 'sandbox',
      legal_entity: 'DE100',
      stored: true,
    });
    const record = await api.world.credentialStore.find(String(id));
    assert.ok(record && !JSON.stringify(record).includes('very-secret'));
    assert.equal(await api.world.content.openText('acme', record.sealedValue), BODY.value);
    for (const path of [`/credentials/${String(id)}`, '/credentials'])
      assert.ok(!JSON.stringify((await api.call('GET', path, { key })).json).includes('secret'));
  });

  it('are stored once per use; another seller is another use, and a revoke frees the use', async () => {
    const first = await store({ legal_entity: 'DE200' });
    assert.equal(first.status, 201);
    const again = await store({ legal_entity: 'DE200' });
    assert.equal(`${again.status} ${typeOf(again)}`, '409 credential-exists');
    assert.equal((await store({ legal_entity: 'DE201' })).status, 201);
    const revoked = await api.call('POST', `/credentials/${String(first.json.id)}/revoke`, { key });
    assert.equal(revoked.status, 200);
    assert.ok(revoked.json.revoked_at);
    assert.equal((await store({ legal_entity: 'DE200' })).status, 201);
  });

  it('get a new value and last day while they are valid', async () => {
    const { json } = await store({ legal_entity: 'DE300', expires_on: '2027-01-15' });
    const path = `/credentials/${String(json.id)}`;
    const replaced = await api.call('POST', path, { key, body: { value: 'new', expires_on: '2028-01-01' } });
    assert.deepEqual([replaced.status, replaced.json.expires_on], [200, '2028-01-01']);
    const record = await api.world.credentialStore.find(String(json.id));
    assert.equal(await api.world.content.openText('acme', record!.sealedValue), 'new');
    for (const _ of [1, 2]) assert.equal((await api.call('POST', `${path}/revoke`, { key })).status, 200);
    const late = await api.call('POST', path, { key, body: { value: 'new' } });
    assert.equal(`${late.status} ${typeOf(late)}`, '409 credential-revoked');
  });

  it('leave audit rows without their value', async () => {
    const { json } = await store({ legal_entity: 'DE400' });
    const id = String(json.id);
    await api.call('POST', `/credentials/${id}`, { key, body: { value: 'very-secret-too' } });
    await api.call('POST', `/credentials/${id}/revoke`, { key });
    const rows = (await api.world.audit.recent({ limit: 100 })).filter(({ subject }) => subject === id);
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['credential_revoked', 'credential_replaced', 'credential_stored'],
    );
    assert.ok(!JSON.stringify(rows).includes('secret'));
  });

  for (const [what, own, field] of [
    ['a kind of another route', { kind: 'ksef-token' }, 'kind'],
    ['another environment', { environment: 'production' }, 'environment'],
    ['a last day that has passed', { expires_on: '2020-01-01' }, 'expires_on'],
    ['a day that does not exist', { issued_on: '2026-13-01' }, 'issued_on'],
    ['a legal entity of 65 characters', { legal_entity: 'x'.repeat(65) }, 'legal_entity'],
    ['an unknown member', { secret: 'x' }, 'secret'],
    ['no value', { value: undefined }, 'value'],
  ] as const)
    it(`are refused with ${what}`, async () => {
      const { status, json } = await store(own);
      const [error] = json.errors as { field?: string }[];
      assert.equal(status, 400);
      assert.match(String(error?.field), new RegExp(field));
    });

  it('need the operator to name a client', async () => {
    assert.equal((await store({}, OPERATOR_KEY)).status, 400);
    assert.equal((await store({ client: 'named' }, OPERATOR_KEY)).status, 201);
  });

  it('need the scope admin', async () => {
    const reader = await api.world.key({ kind: 'client', client: 'acme', scopes: ['read', 'submit'] });
    assert.equal((await store({}, reader)).status, 403);
    assert.equal((await api.call('GET', '/credentials', { key: reader })).status, 403);
  });

  it('do not exist for another client', async () => {
    const { json } = await store({ legal_entity: 'DE500' });
    const other = await api.world.clientKey('other');
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/revoke'],
    ] as const)
      assert.equal(
        (await api.call(method, `/credentials/${String(json.id)}${path}`, { key: other })).status,
        404,
      );
  });
});

describe('a credential with addresses', () => {
  let api: RunningApi;
  let key: string;
  before(async () => {
    api = await RunningApi.start(Object.assign(new World(), { environment: 'production' }));
    key = await api.world.clientKey('acme');
  });
  beforeEach(() => void api.world.clock.advance(60_000));
  after(() => api.stop());

  const PEPPOL = { base_url: 'https://ap.example', answers_url: 'https://ap.example/answers' };
  const FRANCE = { base_url: 'https://pa.example', token_url: 'https://id.example/token' };
  const INNER = 'https://inner.example';
  const stored = (own: object) => api.call('POST', '/credentials', { key, body: { ...BODY, ...own } });
  const french = { route: 'FR-PA', kind: 'pa-oauth' };
  const value = (members: unknown) => ({ value: JSON.stringify(members) });

  for (const [where, own] of [
    ['base_url', value({ ...PEPPOL, base_url: INNER })],
    ['answers_url', value({ ...PEPPOL, answers_url: INNER })],
    ['base_url', { ...french, ...value({ ...FRANCE, base_url: INNER }) }],
    ['token_url', { ...french, ...value({ ...FRANCE, token_url: INNER }) }],
  ] as const)
    it(`is refused in production if ${where} is not public: ${JSON.stringify(own)}`, async () => {
      const { status, json } = await stored({ legal_entity: where, ...own });
      const [error] = json.errors as { field: string; message: string }[];
      assert.deepEqual([status, error?.field], [400, 'value']);
      assert.ok(error?.message.includes(where));
    });

  it('is stored if they are public; a value with inner addresses cannot replace it', async () => {
    const { status, json } = await stored(value(PEPPOL));
    assert.equal(status, 201);
    const path = `/credentials/${String(json.id)}`;
    const replaced = (members: object) => api.call('POST', path, { key, body: value(members) });
    assert.equal((await replaced({ ...PEPPOL, base_url: INNER })).status, 400);
    assert.equal((await replaced(PEPPOL)).status, 200);
  });

  it('is stored unread if it is not readable', async () => {
    for (const [n, text] of ['a token', '"x"', 'null', '{"base_url":7}'].entries())
      assert.equal((await stored({ legal_entity: `DE-${n}`, value: text })).status, 201);
  });

  it('is stored in the sandbox, which uses it for no call', async () => {
    const sandbox = await RunningApi.start();
    const own = await sandbox.world.clientKey('acme');
    const body = { ...BODY, ...value({ ...PEPPOL, base_url: INNER }) };
    assert.equal((await sandbox.call('POST', '/credentials', { key: own, body })).status, 201);
    await sandbox.stop();
  });
});
