import assert from 'node:assert/strict';
import { consentValue, platformCredential } from '../../../../src/adapters/rails/fr-pa/credential.ts';
import { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { RAIL_SETTINGS } from '../../../../src/adapters/rails/fr-pa/settings.ts';
import type { OutboundRequest } from '../../../../src/ports/outbound.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { keptSessions } from '../../../fakes/kept-sessions.ts';

const APPLICATIONS = { superpdp: { clientId: 'our-application', clientSecret: 'our secret' } };
const ORDER = {
  provider: 'superpdp',
  company: '732829320',
  redirectUri: 'https://ids.example/oauth/callback',
  state: 'a-state',
  codeVerifier: 'v'.repeat(43),
};

describe('the log-in of a firm that consented', () => {
  const known = (value: object) => platformCredential(JSON.stringify(value), APPLICATIONS);

  it("is the operator's application, at the platform's own addresses", () => {
    const read = platformCredential(consentValue('superpdp', 'token'), APPLICATIONS);
    assert.deepEqual(
      [read?.clientId, read?.clientSecret, read?.refreshToken, read?.token.auth, read?.tokenUrl],
      ['our-application', 'our secret', 'token', 'refresh_token', 'https://api.superpdp.tech/oauth2/token'],
    );
  });

  it('is unreadable with any address or header beside it: the secret would go there', () => {
    const value = { application: 'superpdp', refresh_token: 'token' };
    assert.ok(known(value));
    for (const more of [
      { token_url: 'https://evil.example' },
      { flow_url: 'https://evil.example' },
      { base_url: 'https://evil.example' },
      { headers: {} },
      { platform: 'superpdp' },
      { auth: 'client_credentials' },
      { client_id: 'me' },
    ])
      assert.equal(known({ ...value, ...more }), undefined, JSON.stringify(more));
    for (const application of ['other', '__proto__', '', 1, null, {}])
      assert.equal(known({ ...value, application }), undefined, JSON.stringify(application));
    assert.equal(platformCredential(JSON.stringify(value)), undefined, 'without an application');
  });
});

describe('the consent at Super PDP', () => {
  /** The calls of a rail of production, each answered so. */
  function production(answer: (request: OutboundRequest) => readonly [number, object]) {
    const made: OutboundRequest[] = [];
    const clock = new FakeClock();
    const outbound = {
      call: async (request: OutboundRequest) => {
        made.push(request);
        const [status, json] = answer(request);
        const headers = { 'content-type': 'application/json' };
        const body = Buffer.from(JSON.stringify(json));
        return { outcome: 'answered' as const, status, headers, body };
      },
      reasonAgainst: async () => undefined,
    };
    const rail = new FrPaRail(
      { outbound, sessions: keptSessions(clock), clock },
      { applications: APPLICATIONS },
    );
    return { rail, made };
  }

  it('has the address that its clients use', async () => {
    const { rail, made } = production(() => [200, {}]);
    const { origin, pathname, searchParams } = new URL(await rail.connecting.begin(ORDER));
    assert.equal(origin + pathname, 'https://api.superpdp.tech/oauth2/authorize');
    const { code_challenge: challenge, ...others } = Object.fromEntries(searchParams);
    assert.match(challenge!, /^[\w-]{43}$/);
    assert.deepEqual(others, {
      response_type: 'code',
      client_id: 'our-application',
      redirect_uri: ORDER.redirectUri,
      state: 'a-state',
      code_challenge_method: 'S256',
      superpdp_company_number: '732829320',
      superpdp_company_number_scheme: 'fr_siren',
    });
    assert.deepEqual(made, []);
  });

  it('exchanges, asks and revokes at its own addresses, with the secret in the form', async () => {
    const { rail, made } = production(({ url }) =>
      url.endsWith('/me')
        ? [200, { number: '732829320', env: 'production' }]
        : [
            200,
            { access_token: 'a', token_type: 'bearer', expires_in: 1799, refresh_token: `r${made.length}` },
          ],
    );
    const exchanged = await rail.connecting.exchange(ORDER, 'code=c&state=a-state');
    assert.deepEqual(exchanged, { outcome: 'given', value: consentValue('superpdp', 'r1') });
    const credential = {
      client: 'acme',
      id: 'con_1',
      kind: 'pa-oauth',
      value: consentValue('superpdp', 'r1'),
    };
    assert.deepEqual(await rail.connecting.check(credential, ORDER), {
      outcome: 'own',
      value: consentValue('superpdp', 'r2'),
    });
    assert.deepEqual(await rail.connecting.revoke(credential), { outcome: 'revoked' });
    const forms = made.map(({ url, body }) => [
      url.slice(25),
      Object.fromEntries(new URLSearchParams(String(body && Buffer.from(body)))),
    ]);
    const own = { client_id: 'our-application', client_secret: 'our secret' };
    assert.deepEqual(
      forms.filter(([path]) => path !== '/v1.beta/companies/me'),
      [
        [
          '/oauth2/token',
          {
            ...own,
            grant_type: 'authorization_code',
            code: 'c',
            redirect_uri: ORDER.redirectUri,
            code_verifier: ORDER.codeVerifier,
          },
        ],
        ['/oauth2/token', { ...own, grant_type: 'refresh_token', refresh_token: 'r1' }],
        ['/oauth2/revoke', { ...own, token: 'r2', token_type_hint: 'refresh_token' }],
      ],
    );
    assert.ok(
      made.every(({ namedBy }) => namedBy === 'client'),
      'only public addresses',
    );
  });

  it('takes neither a sandbox, nor a number of another form, nor an error, for the company', async () => {
    const value = consentValue('superpdp', 'r1');
    const credential = { client: 'acme', id: 'con_1', kind: 'pa-oauth', value };
    for (const [company, outcome] of [
      [{ number: '732829320', env: 'sandbox' }, 'foreign'],
      [{ number: '73282932000074', env: 'production' }, 'own'],
      [{ number: '732 829 320', env: 'production' }, 'own'],
      [{ number: '7328293200', env: 'production' }, 'foreign'],
      [{ number: '0732829320', env: 'production' }, 'foreign'],
      [{ number: 732829320, env: 'production' }, 'unknown'],
      [{ env: 'production' }, 'unknown'],
      [[], 'unknown'],
    ] as const) {
      const { rail } = production(({ url }) =>
        url.endsWith('/me') ? [200, company] : [200, { access_token: 'a', expires_in: 1799 }],
      );
      assert.equal(
        (await rail.connecting.check(credential, ORDER)).outcome,
        outcome,
        JSON.stringify(company),
      );
    }
    for (const [status, json, outcome] of [
      [400, { error: 'invalid_grant' }, 'refused'],
      [400, { error: 'server_error"<b>' }, 'refused'],
      [401, { error: 'invalid_client' }, 'refused'],
      [500, {}, 'unknown'],
      [200, { token_type: 'bearer' }, 'unknown'],
      [200, { access_token: 'a', token_type: 'bearer' }, 'refused'],
      [302, {}, 'unknown'],
    ] as const) {
      const { rail } = production(() => [status, json]);
      const exchanged = await rail.connecting.exchange(ORDER, 'code=c&state=a-state');
      assert.equal(exchanged.outcome, outcome, `${status} ${JSON.stringify(json)}`);
      assert.ok(!JSON.stringify(exchanged).includes('<b>'));
    }
  });
});

describe('the settings of an application', () => {
  const read = (values: Readonly<Record<string, string>>, environment: 'sandbox' | 'production') =>
    RAIL_SETTINGS.read(values, { environment, simulator: 'http://127.0.0.1:1' }) as { applications: object };

  it('are two or none, and the simulator needs none', () => {
    const own = { SUPERPDP_CLIENT_ID: 'id', SUPERPDP_CLIENT_SECRET: 'secret' };
    const application = { superpdp: { clientId: 'id', clientSecret: 'secret' } };
    assert.deepEqual(read(own, 'production').applications, application);
    assert.deepEqual(read(own, 'sandbox').applications, application);
    assert.deepEqual(read({}, 'production').applications, {});
    assert.deepEqual(Object.keys(read({}, 'sandbox').applications), ['superpdp']);
    for (const name of ['SUPERPDP_CLIENT_ID', 'SUPERPDP_CLIENT_SECRET'] as const)
      assert.throws(() => read({ [name]: 'x' }, 'production'), { setting: name });
  });
});
