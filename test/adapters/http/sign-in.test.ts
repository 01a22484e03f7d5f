import assert from 'node:assert/strict';
import { OpenIdProvider } from '../../../src/adapters/openid/openid-provider.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { RoleRow } from '../../../src/domain/access/role-row.ts';
import { aClient } from '../../contract/client-store.ts';
import { CLIENT, TestIdentityProvider } from '../../support/identity-provider.ts';
import { type Answer, RunningApi, typeOf } from './harness.ts';
import { World } from './world.ts';

const BASE_URL = 'http://localhost:8080';
const REDIRECT = `${BASE_URL}/sign-in/callback`;
const MINUTE_MS = 60_000;
const REFRESH_MS = 15 * MINUTE_MS;
const HALF_MS = REFRESH_MS / 2;
/** After an answer that did not come. */
const PAUSE_MS = 30_000;

const ROLES: readonly RoleRow[] = [
  { claim: 'groups', value: 'ops', holder: { kind: 'operator' } },
  { claim: 'groups', value: 'auditors', holder: { kind: 'operator-read-only' } },
  {
    claim: 'groups',
    value: 'clerks',
    holder: { kind: 'client', client: 'acme', scopes: ['submit', 'read'] },
  },
  { claim: 'groups', value: 'readers', holder: { kind: 'client', client: 'acme', scopes: ['read'] } },
  { claim: 'email', value: 'boss@acme.example', holder: { kind: 'operator' } },
];

/** A browser: it follows redirects, with the cookies of each host. */
class Browser {
  private readonly jar = new Map<string, Map<string, string>>();
  readonly visited: URL[] = [];

  constructor(private readonly api: RunningApi) {}

  /** @returns the last address, which is not fetched if `until` fits it. */
  async go(address: string, until = /\/console/): Promise<URL> {
    let url = new URL(address, `http://127.0.0.1:${this.api.port}`);
    for (let hops = 0; hops < 20; hops += 1) {
      // The address that the world knows is that of this API.
      if (url.origin === BASE_URL)
        url = new URL(url.pathname + url.search, `http://127.0.0.1:${this.api.port}`);
      this.visited.push(url);
      if (until.test(url.pathname)) return url;
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie: this.cookies(url) } });
      await answer.body?.cancel();
      for (const line of answer.headers.getSetCookie()) this.take(url, line);
      const next = answer.headers.get('location');
      if (next === null) throw new Error(`${answer.status} at ${url.href}`);
      url = new URL(next, url);
    }
    throw new Error('expected an end of redirects');
  }

  cookies({ host }: URL): string {
    return [...(this.jar.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private take({ host }: URL, line: string): void {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
    const own = this.jar.get(host) ?? new Map<string, string>();
    this.jar.set(host, own);
    if (/Max-Age=0|expires=Thu, 01 Jan 1970/.test(line)) own.delete(name);
    else own.set(name, value);
  }

  call(method: string, path: string, body?: unknown): Promise<Answer> {
    const cookie = this.cookies(new URL(`http://127.0.0.1:${this.api.port}`));
    return this.api.call(method, path, { body, headers: { cookie, 'x-ids-session': 'console' } });
  }
}

describe('people who sign in at the provider of their firm', () => {
  let provider: TestIdentityProvider;
  let world: World;
  let api: RunningApi;
  let browser: Browser;

  async function start(more: Parameters<typeof TestIdentityProvider.start>[1] = {}, personClaim = 'sub') {
    provider = await TestIdentityProvider.start(REDIRECT, more);
    provider.people.set('ada', { groups: ['clerks'], email: 'ada@acme.example', email_verified: true });
    provider.next = 'ada';
    world = new World();
    const settings = { ...CLIENT, issuer: provider.issuer, redirectUri: REDIRECT };
    const scopes = 'openid email offline_access';
    world.identity = {
      provider: new OpenIdProvider({ ...settings, scopes, prompt: 'consent' }),
      roles: ROLES,
      personClaim,
      refreshMs: REFRESH_MS,
    };
    api = await RunningApi.start(world, true, { baseUrl: BASE_URL });
    browser = new Browser(api);
  }
  beforeEach(() => start());
  afterEach(() => Promise.all([api.stop(), provider.stop()]));

  const signIn = (of = browser): Promise<URL> => of.go('/sign-in');
  const lists = async (of = browser): Promise<number> => (await of.call('GET', '/invoices')).status;
  const rows = (action: string) => world.audit.recent({ action, limit: 50 });

  it('come back to the page they wanted, without a key, and the audit log names them at each call', async () => {
    const page = await browser.go('/sign-in?to=/console/invoices?state=rejected');
    assert.equal(page.pathname + page.search, '/console/invoices?state=rejected');
    const { json } = await browser.call('GET', '/session');
    const { id, client, scopes } = json.key as Record<string, unknown>;
    assert.deepEqual([json.provider, id, client, scopes], [true, 'person:ada', 'acme', ['submit', 'read']]);
    assert.equal(await lists(), 200);
    assert.equal((await browser.call('GET', '/keys')).status, 403);
    const used = await rows('key_used');
    assert.deepEqual([used[0]?.actor, used[0]?.client], ['person:ada', 'acme']);
    assert.equal((await rows('session_begun'))[0]?.actor, 'person:ada');
  });

  it('are sent by code flow with PKCE, state and nonce, and no token of theirs is stored open', async () => {
    const sent = await browser.go('/sign-in', /\/auth$/);
    const { searchParams } = sent;
    assert.deepEqual(
      [
        searchParams.get('response_type'),
        searchParams.get('code_challenge_method'),
        searchParams.get('scope'),
      ],
      ['code', 'S256', 'openid email offline_access'],
    );
    for (const name of ['state', 'nonce', 'code_challenge']) assert.ok(searchParams.get(name)!.length >= 43);
    await browser.go(sent.href);
    const [begun] = await rows('session_begun');
    const stored = await world.browserSessions.find(String(begun?.subject));
    assert.match(stored!.sealedRefreshToken!, /^sealed for acme: /);
  });

  it('have the role of the first row that fits: an operator, one who only reads', async () => {
    provider.people.set('ada', { groups: ['clerks', 'ops'] });
    await signIn();
    assert.equal((await browser.call('GET', '/workers')).status, 200);
    provider.people.set('eve', { groups: 'auditors' });
    provider.next = 'eve';
    const other = new Browser(api);
    await signIn(other);
    assert.equal((await other.call('GET', '/workers')).status, 200);
    assert.equal((await other.call('POST', '/keys', { scopes: ['read'] })).status, 403);
  });

  for (const [what, account] of [
    ['has no group', {}],
    ['has another group', { groups: ['staff'] }],
    ['has a group as an object', { groups: { clerks: true } }],
    ['has the address of the boss, which is not verified', { email: 'boss@acme.example' }],
    ['has it, and it is not verified', { email: 'boss@acme.example', email_verified: false }],
    ['says so in a text', { email: 'boss@acme.example', email_verified: 'true' }],
  ] as const)
    it(`are not let in: one who ${what}`, async () => {
      provider.people.set('ada', account);
      assert.equal((await signIn()).search, '?sign_in=no-role');
      assert.equal(await lists(), 401);
      assert.equal((await rows('sign_in_refused'))[0]?.actor, 'person:ada');
      assert.deepEqual(await rows('session_begun'), []);
    });

  it('are named by the claim of the settings, and not let in if it is no name', async () => {
    await api.stop();
    await provider.stop();
    await start({}, 'email');
    await signIn();
    const { json } = await browser.call('GET', '/session');
    assert.equal((json.key as { id: string }).id, 'person:ada@acme.example');
    provider.people.set('ada', { groups: ['clerks'], email: 'a\nb', email_verified: true });
    assert.equal((await new Browser(api).go('/sign-in')).search, '?sign_in=no-role');
  });

  it('are not let in if the provider says no', async () => {
    provider.next = undefined;
    assert.equal((await signIn()).search, '?sign_in=refused');
    assert.equal(await lists(), 401);
  });

  it('cannot be put into the session of a stranger: an answer belongs to the browser that asked', async () => {
    const stranger = new Browser(api);
    provider.people.set('eve', { groups: ['clerks'] });
    provider.next = 'eve';
    const callback = await stranger.go('/sign-in', /callback/);
    assert.equal((await browser.go(callback.href)).search, '?sign_in=not-begun');
    await browser.go('/sign-in', /\/auth$/);
    assert.equal((await browser.go(callback.href)).search, '?sign_in=refused');
    assert.equal(await lists(), 401);
  });

  it('are refused with an answer to another state, though code and cookie fit', async () => {
    const callback = await browser.go('/sign-in', /callback/);
    callback.searchParams.set('state', `${callback.searchParams.get('state')}x`);
    assert.equal((await browser.go(callback.href)).search, '?sign_in=refused');
    assert.equal(await lists(), 401);
  });

  it('are asked to come again, and not refused, if the provider is out of order', async () => {
    const callback = await browser.go('/sign-in', /callback/);
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'temporarily_unavailable');
    assert.equal((await browser.go(callback.href)).search, '?sign_in=unreachable');
  });

  it('sign in once with an answer: a second use is refused', async () => {
    const callback = await browser.go('/sign-in', /callback/);
    const cookie = browser.cookies(new URL(callback.origin));
    await browser.go(callback.href);
    const again = await fetch(callback, { redirect: 'manual', headers: { cookie } });
    assert.equal(again.headers.get('location'), '/console?sign_in=refused');
    assert.equal((await rows('session_begun')).length, 1);
  });

  for (const query of [
    '',
    'code=x',
    'code=x&state=y',
    'error=%00&state=%ff',
    'state=a&state=b&code=c',
    'x'.repeat(4000),
  ])
    it(`hostile callback: ${query.slice(0, 40) || 'nothing'}`, async () => {
      await browser.go('/sign-in', /\/auth$/);
      assert.equal((await browser.go(`/sign-in/callback?${query}`)).search, '?sign_in=refused');
    });

  for (const to of [
    '//evil.example',
    'https://evil.example',
    '/console\\evil',
    '/consolation',
    '/console/%0d%0aa',
    '/invoices',
  ])
    it(`lead to no other page: ${to}`, async () => {
      const page = await browser.go(`/sign-in?to=${encodeURIComponent(to)}`);
      assert.equal(page.host, `127.0.0.1:${api.port}`);
      assert.match(page.pathname, to.startsWith('/console/') ? /^\/console\/%0d%0aa$/ : /^\/console$/);
    });

  it('who have left the firm are out when the provider is asked again, before its last answer is 15 minutes old', async () => {
    await signIn();
    provider.people.delete('ada');
    world.clock.advance(HALF_MS - 1);
    assert.equal(await lists(), 200);
    world.clock.advance(1);
    assert.equal(await lists(), 401);
    const [ended] = await rows('session_ended');
    assert.deepEqual([ended?.actor, ended?.details], ['person:ada', { reason: 'invalid_grant' }]);
    assert.equal(await lists(), 401);
    assert.equal(provider.refreshed, 1);
  });

  it('stay for twelve hours while the firm confirms them, with a new refresh token each time', async () => {
    await signIn();
    for (let n = 1; n <= 5; n += 1) {
      world.clock.advance(REFRESH_MS + MINUTE_MS);
      assert.deepEqual(
        await Promise.all(Array.from({ length: 5 }, () => lists())),
        [200, 200, 200, 200, 200],
      );
      assert.equal(provider.refreshed, n);
    }
    world.clock.advance(12 * 60 * MINUTE_MS);
    assert.equal(await lists(), 401);
    assert.equal(provider.refreshed, 5);
  });

  it('have what their role is now: less of it, another one, none', async () => {
    await signIn();
    const scopes = async () =>
      ((await browser.call('GET', '/session')).json.key as { scopes: string[] } | undefined)?.scopes;
    provider.people.set('ada', { groups: ['readers'] });
    assert.deepEqual(await scopes(), ['submit', 'read']);
    world.clock.advance(HALF_MS);
    assert.deepEqual(await scopes(), ['read']);
    provider.people.set('ada', { groups: ['auditors'] });
    world.clock.advance(HALF_MS);
    assert.equal((await browser.call('GET', '/workers')).status, 200);
    provider.people.set('ada', { groups: [] });
    world.clock.advance(HALF_MS);
    assert.equal(await scopes(), undefined);
    assert.deepEqual((await rows('session_ended'))[0]?.details, { reason: 'no-role' });
  });

  it('get no answer while the firm cannot be asked, once its last word is too old, and go on when it is back', async () => {
    await signIn();
    const back = await provider.away();
    world.clock.advance(HALF_MS);
    assert.equal(await lists(), 200);
    world.clock.advance(HALF_MS);
    const answer = await browser.call('GET', '/invoices');
    assert.equal(`${answer.status} ${typeOf(answer)}`, '503 busy');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    await back();
    world.clock.advance(PAUSE_MS);
    assert.equal(await lists(), 200);
  });

  for (const [what, status] of [
    ['is out of order', 503],
    ['gives no answer of the protocol', 200],
  ] as const)
    it(`stay if the provider gives a new refresh token and its user information ${what}`, async () => {
      await signIn();
      provider.userInfoStatus = status;
      world.clock.advance(HALF_MS);
      assert.equal(await lists(), 200);
      provider.userInfoStatus = undefined;
      world.clock.advance(PAUSE_MS);
      assert.equal(await lists(), 200);
      assert.equal(provider.refreshed, 2);
      world.clock.advance(HALF_MS);
      assert.equal(await lists(), 200);
      assert.deepEqual(await rows('session_ended'), []);
    });

  it('of a deleted client are out also when the provider is to be asked, and it is not asked', async () => {
    await signIn();
    await world.clients.replace(aClient('acme', { deletedAt: world.clock.now() }));
    // As the store answers once the data key is shredded.
    world.content.openText = () =>
      Promise.reject(new CallFailed({ kind: 'forbidden', detail: 'The client was deleted.' }));
    world.clock.advance(HALF_MS);
    assert.equal(await lists(), 401);
    assert.equal((await browser.call('GET', '/session')).json.signed_in, false);
    assert.equal(provider.refreshed, 0);
  });

  it('log out also while the firm cannot be asked', async () => {
    await signIn();
    await provider.stop();
    world.clock.advance(REFRESH_MS);
    assert.equal((await browser.call('DELETE', '/session')).status, 200);
    assert.equal(await lists(), 401);
    await provider.away().catch(() => undefined);
  });

  it('are told that the firm does not answer', async () => {
    const back = await provider.away();
    assert.equal((await signIn()).search, '?sign_in=unreachable');
    await back();
    assert.equal((await signIn()).search, '');
  });

  it('are out after 15 minutes at a provider that gives no refresh token', async () => {
    await api.stop();
    await provider.stop();
    await start({ issueRefreshToken: async () => false });
    await signIn();
    assert.equal(await lists(), 200);
    world.clock.advance(HALF_MS);
    assert.equal(await lists(), 401);
  });

  it('are out with their client, and are not let in again', async () => {
    await signIn();
    await world.clients.replace(aClient('acme', { deletedAt: world.clock.now() }));
    assert.equal(await lists(), 401);
    assert.equal((await new Browser(api).go('/sign-in')).search, '?sign_in=no-role');
  });

  it('a service without a provider has no such pages', async () => {
    const plain = await RunningApi.start();
    for (const path of ['/sign-in', '/sign-in/callback'])
      assert.equal((await plain.call('GET', path)).status, 404);
    await plain.stop();
  });

  it('a provider is not asked more than 60 times a minute for one address', async () => {
    const asked = await Promise.all(
      Array.from({ length: 70 }, () => fetch(`http://127.0.0.1:${api.port}/sign-in`, { redirect: 'manual' })),
    );
    assert.equal(asked.filter(({ status }) => status === 429).length, 10);
  });
});
