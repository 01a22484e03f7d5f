import assert from 'node:assert/strict';
import { FakeConsents } from '../../fakes/consents.ts';
import { FakeRail } from '../../fakes/rail.ts';
import { RunningApi, typeOf } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

const SIREN = '732829320';

describe('connections over the API', () => {
  let api: RunningApi;
  let key: string;
  let provider: FakeConsents;
  before(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  beforeEach(() => {
    api.world.clock.advance(60_000);
    provider = new FakeConsents();
    const rail = Object.assign(new FakeRail(), { connecting: provider });
    (api.world.rails as Map<string, unknown>).set('FR-PA', rail);
  });
  after(() => api.stop());

  let number = 100_000_000;
  const fresh = (): string => String((number += 1));
  const ask = (body: object, client = 'acme', by = key) =>
    api.call('POST', `/clients/${client}/connections`, {
      key: by,
      body: { route: 'FR-PA', provider: 'superpdp', ...body },
    });
  const stateIn = (url: unknown): string => new URL(String(url)).searchParams.get('state')!;
  const comeBack = (query: string, headers: Record<string, string> = {}) =>
    api.call('GET', `/oauth/callback?${query}`, { headers });

  it('are asked, consented, read, listed and ended', async () => {
    const company = fresh();
    const asked = await ask({ company });
    assert.equal(asked.status, 201);
    const { url, id, link_until: until, created_at: at, updated_at: _, ...shown } = asked.json;
    assert.deepEqual(shown, {
      client: 'acme',
      route: 'FR-PA',
      provider: 'superpdp',
      company,
      state: 'asked',
    });
    assert.equal(Date.parse(String(until)) - Date.parse(String(at)), 24 * 3_600_000);
    assert.ok(String(url).endsWith('redirect_uri=http://localhost:8080/oauth/callback'));
    const path = `/clients/acme/connections/${String(id)}`;
    const read = await api.call('GET', path, { key });
    assert.ok(!read.text.includes(stateIn(url)) && !('url' in read.json));

    const page = await comeBack(`code=x&state=${stateIn(url)}`);
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    assert.match(page.text, /<h1>The company is connected<\/h1>/);
    const after = await api.call('GET', path, { key });
    assert.equal(after.json.state, 'active');
    const credential = await api.call('GET', `/credentials/${String(after.json.credential)}`, { key });
    assert.deepEqual([credential.json.kind, credential.json.legal_entity], ['pa-oauth', company]);
    const { json } = await api.call('GET', '/clients/acme/connections', { key });
    assert.deepEqual([json.data, json.truncated], [[after.json], false]);

    const ended = await api.call('DELETE', path, { key });
    assert.deepEqual([ended.status, ended.json.state], [200, 'ended']);
    assert.deepEqual((await api.call('DELETE', path, { key })).json, ended.json);
    assert.deepEqual(provider.calls, ['exchange', 'check', 'revoke']);
    const audit = await api.world.audit.recent({ client: 'acme', limit: 100 });
    for (const text of [JSON.stringify(audit), JSON.stringify(api.world.logged), read.text])
      assert.ok(!text.includes('the log-in') && !text.includes(stateIn(url)));
  });

  it('end with their credential', async () => {
    const { json } = await ask({ company: fresh() });
    await comeBack(`code=x&state=${stateIn(json.url)}`);
    const path = `/clients/acme/connections/${String(json.id)}`;
    const { credential } = (await api.call('GET', path, { key })).json;
    assert.equal((await api.call('POST', `/credentials/${String(credential)}/revoke`, { key })).status, 200);
    assert.equal((await api.call('GET', path, { key })).json.state, 'ending');
  });

  it('show a page in the language of the browser, which keeps nothing and repeats nothing', async () => {
    const hostile = encodeURIComponent('<script>alert(1)</script>"\'&');
    for (const [language, words] of [
      ['en', 'This link does not work, or no longer'],
      ['de', 'Dieser Link gilt nicht oder nicht mehr'],
      ['fr', 'Ce lien ne fonctionne pas, ou plus'],
      ['pl', 'Ten link nie działa lub już wygasł'],
      ['ro', 'Acest link nu funcționează sau a expirat'],
    ]) {
      const page = await comeBack(
        `state=${hostile}&code=${hostile}&error=${hostile}&error_description=${hostile}&iss=${hostile}`,
        { 'accept-language': language! },
      );
      assert.equal(page.status, 404);
      assert.ok(page.text.includes(words!), language);
      assert.ok(!page.text.includes('alert(1)') && !page.text.includes('script>'), language);
      assert.equal(page.headers.get('content-language'), language);
      assert.equal(page.headers.get('cache-control'), 'private, no-store');
      assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
      assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/);
    }
  });

  it('take one answer for each link, and a HEAD is none', async () => {
    const { json } = await ask({ company: fresh() });
    const query = `code=x&state=${stateIn(json.url)}`;
    assert.equal((await api.call('HEAD', `/oauth/callback?${query}`)).status, 405);
    assert.equal((await comeBack(query)).status, 200);
    assert.equal((await comeBack(query)).status, 404);
    const next = await ask({ company: fresh() });
    const bad = await comeBack(`code=bad&state=${stateIn(next.json.url)}`);
    assert.deepEqual([bad.status, /The company is not connected/.test(bad.text)], [400, true]);
    assert.equal((await comeBack(`code=x&state=${stateIn(next.json.url)}`)).status, 404);
    assert.deepEqual(provider.calls, ['exchange', 'check', 'exchange']);
  });

  it('are counted by address', async () => {
    const statuses = new Set<number>();
    for (let sent = 0; sent < 70; sent += 1) statuses.add((await comeBack('state=x')).status);
    assert.deepEqual(statuses, new Set([404, 429]));
  });

  it('are one for a company, and not offered everywhere', async () => {
    const company = fresh();
    provider.checked = { outcome: 'unverified', reason: 'It waits.' };
    const { json } = await ask({ company });
    api.world.clock.advance(60_000);
    const page = await comeBack(`code=x&state=${stateIn(json.url)}`);
    assert.match(page.text, /The consent has arrived/);
    const again = await ask({ company });
    assert.equal(`${again.status} ${typeOf(again)}`, '409 connection-exists');
    assert.equal(
      (await ask({ company }, 'globex', OPERATOR_KEY)).status,
      201,
      'another client asks for itself',
    );
    for (const other of [{ provider: 'iopole' }, { route: 'PEPPOL' }]) {
      const none = await ask({ company: SIREN, ...other });
      assert.equal(`${none.status} ${typeOf(none)}`, '409 connection-not-offered');
    }
    assert.equal(
      (await api.call('DELETE', `/clients/acme/connections/${String(json.id)}`, { key })).json.state,
      'ended',
    );
  });

  it('that fail are on the care list', async () => {
    const company = fresh();
    provider.checked = { outcome: 'foreign', reason: 'Of another.' };
    const { json } = await ask({ company });
    await comeBack(`code=x&state=${stateIn(json.url)}`);
    const listed = await api.call('GET', '/care?catalogue_code=EI-CONNECTION-FAILED', { key });
    const row = (listed.json.data as Record<string, unknown>[]).find((one) => one.invoice_id === json.id);
    assert.deepEqual([row?.invoice_ref, row?.route, row?.who_acts], [company, 'FR-PA', 'client']);
    assert.equal((await api.call('POST', `/care/${String(json.id)}/handled`, { key })).json.handled, 1);
    const foreign = await api.world.clientKey('globex');
    assert.equal((await api.call('POST', `/care/${String(json.id)}/reopened`, { key: foreign })).status, 404);
  });

  it('are refused for a body of another shape, and for a client that is suspended', async () => {
    for (const body of [
      { company: '' },
      { company: 1 },
      { company: 'a'.repeat(101) },
      { company: '73282932' },
      { company: `${SIREN}/../x` },
      { company: SIREN, redirect_uri: 'https://evil.example' },
      { company: SIREN, provider: '' },
      { company: SIREN, route: 'FR-PA2' },
      {},
    ])
      assert.equal((await ask(body)).status, 400, JSON.stringify(body));
    await api.call('PUT', '/clients/stopped/profile', {
      key: OPERATOR_KEY,
      body: { name: 'Stopped', stage: 'suspended' },
    });
    assert.equal((await ask({ company: SIREN }, 'stopped', OPERATOR_KEY)).status, 403);
    assert.deepEqual(provider.calls, []);
  });
});
