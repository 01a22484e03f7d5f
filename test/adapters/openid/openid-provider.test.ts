import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { OpenIdProvider } from '../../../src/adapters/openid/openid-provider.ts';

const CLIENT_ID = 'invoice-delivery';
const REDIRECT = 'http://localhost:8080/sign-in/callback';
const CHECKS = { state: 'a-state', nonce: 'a-nonce', codeVerifier: 'v'.repeat(43) };
const SUBJECT = 'ada';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
type Claims = Record<string, unknown>;

/** A provider that answers the token endpoint with what the test says, and has no call for user information. */
describe('an answer of a provider', () => {
  let server: Server;
  let issuer: string;
  let [own, foreign]: readonly Keys[] = [];
  let answer: Record<string, unknown>;
  let provider: OpenIdProvider;

  before(async () => {
    [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
    const keys = [{ ...(await exportJWK(own!.publicKey)), kid: 'own', use: 'sig', alg: 'RS256' }];
    server = createServer(({ url = '' }, res) => {
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      };
      const body = url.startsWith('/.well-known') ? metadata : url === '/jwks' ? { keys } : answer;
      res.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = { clientId: CLIENT_ID, clientSecret: 'secret', redirectUri: REDIRECT };
    provider = new OpenIdProvider({ ...client, issuer, scopes: 'openid' });
  });
  after(() => void server.close().closeAllConnections());

  const claims = (more: Claims = {}): Claims => {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 3_600 };
    return { iss: issuer, sub: SUBJECT, aud: CLIENT_ID, nonce: CHECKS.nonce, ...times, ...more };
  };
  const signed = (more?: Claims, { privateKey } = own!): Promise<string> =>
    new SignJWT(claims(more)).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(privateKey);
  const tokens = (idToken?: string) => ({
    access_token: 'access',
    token_type: 'Bearer',
    ...(idToken !== undefined && { id_token: idToken }),
  });
  const finish = (idToken?: string) => {
    answer = tokens(idToken);
    return provider.finish(`code=a-code&state=${CHECKS.state}`, CHECKS);
  };
  const refresh = (idToken?: string) => {
    answer = tokens(idToken);
    return provider.refresh('a-refresh-token', SUBJECT);
  };

  it('confirms the person whom its signed ID token names', async () => {
    const { outcome } = await finish(await signed());
    assert.equal(outcome, 'confirmed');
  });

  const UNTRUSTED: Readonly<Record<string, () => Promise<string | undefined>>> = {
    'no ID token': async () => undefined,
    'an ID token that another key has signed': () => signed({}, foreign!),
    'an ID token without a signature': async () => new UnsecuredJWT(claims()).encode(),
    'an ID token whose claims were changed after it was signed': async () => {
      const [head, , signature] = (await signed()).split('.');
      return [
        head,
        Buffer.from(JSON.stringify(claims({ sub: 'eve' }))).toString('base64url'),
        signature,
      ].join('.');
    },
    'an ID token of another issuer': () => signed({ iss: 'https://other.example' }),
    'an ID token for another service': () => signed({ aud: 'other' }),
    'an ID token for another sign-in': () => signed({ nonce: 'other' }),
    'an ID token that has expired': () => signed({ iat: 1, exp: 2 }),
  };
  for (const [what, idToken] of Object.entries(UNTRUSTED))
    it(`confirms nothing with ${what}`, async () => {
      assert.notEqual((await finish(await idToken())).outcome, 'confirmed');
    });

  it('to a refresh may have no ID token, and then names the same person', async () => {
    const refreshed = await refresh();
    assert.deepEqual(
      [refreshed.outcome, 'subject' in refreshed && refreshed.subject],
      ['confirmed', SUBJECT],
    );
  });

  it('to a refresh is refused if it names another person, or if another key has signed it', async () => {
    assert.deepEqual(await refresh(await signed({ sub: 'eve' })), {
      outcome: 'refused',
      reason: 'another-subject',
    });
    assert.notEqual((await refresh(await signed({}, foreign!))).outcome, 'confirmed');
  });
});
