import assert from 'node:assert/strict';
import { platformCredential } from '../../../../src/adapters/rails/fr-pa/credential.ts';
import { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import type { OutboundRequest } from '../../../../src/ports/outbound.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { aFrenchConsignment } from './platform.ts';
import { keptSessions } from '../../../fakes/kept-sessions.ts';

const OWN = { client_id: 'me', client_secret: 'secret' };

/** The calls to a platform with these settings: a log-in and a status query. */
async function calls(settings: object): Promise<readonly OutboundRequest[]> {
  const made: OutboundRequest[] = [];
  const clock = new FakeClock();
  const outbound = {
    call: async (request: OutboundRequest) => {
      made.push(request);
      const body = Buffer.from(JSON.stringify({ access_token: 't', access: 'a', expires_in: 60 }));
      return { outcome: 'answered' as const, status: 200, headers: {}, body };
    },
    reasonAgainst: async () => undefined,
  };
  const sessions = keptSessions(clock);
  const credential = { client: 'acme', id: 'crd', kind: 'pa-oauth', value: JSON.stringify(settings) };
  const consignment = aFrenchConsignment({ credential, reference: 'F-1' });
  await new FrPaRail({ outbound, sessions, clock }).poll(consignment);
  return made;
}

const textOf = ({ body }: OutboundRequest): string => Buffer.from(body ?? []).toString();

describe('a platform as its credential describes it', () => {
  it('is Super PDP by its name', async () => {
    const [logIn, status] = await calls({ ...OWN, platform: 'superpdp' });
    assert.equal(logIn?.url, 'https://api.superpdp.tech/oauth2/token');
    assert.equal(textOf(logIn!), 'grant_type=client_credentials&client_id=me&client_secret=secret');
    assert.equal(status?.url, 'https://api.superpdp.tech/afnor-flow/v1/flows/F-1?docType=Metadata');
    assert.equal(status.headers?.['Authorization'], 'Bearer t');
  });

  it('is the test system of EsaLink by its name, with a key on every call', async () => {
    const headers = { 'hubtimize-api-key': 'k' };
    const made = await calls({
      ...OWN,
      platform: 'esalink',
      test_system: true,
      headers,
      auth_style: 'basic',
    });
    const [logIn, status] = made;
    assert.equal(logIn?.url, 'https://ppd.hubtimize.fr/api/orchestrator/v1/oauth2/token');
    assert.equal(textOf(logIn), 'grant_type=client_credentials');
    assert.equal(logIn.headers?.['Authorization'], `Basic ${Buffer.from('me:secret').toString('base64')}`);
    assert.equal(status?.headers?.['Accept'], 'application/octet-stream');
    assert.ok(made.every((call) => call.headers?.['hubtimize-api-key'] === 'k'));
  });

  it('is FactPulse by its name, with name and password', async () => {
    const [logIn, status] = await calls({ ...OWN, platform: 'factpulse', token_params: { client_uid: 'u' } });
    assert.deepEqual(JSON.parse(textOf(logIn!)), { username: 'me', password: 'secret', client_uid: 'u' });
    assert.equal(status?.headers?.['Authorization'], 'Bearer a');
  });

  it('is Flowie by its name, with a key and no log-in', async () => {
    const made = await calls({ client_secret: 'flw_test_1', platform: 'flowie', request_id: 'query' });
    assert.equal(made.length, 1);
    assert.equal(made[0]?.headers?.['Authorization'], 'Bearer flw_test_1');
    assert.match(
      made[0]?.url ?? '',
      /flowie\.com\/exchange\/afnor\/flow-service\/v1\/flows\/F-1\?docType=Metadata&Request-Id=/,
    );
  });

  it('is Super PDP under the log-in of a firm that consented', async () => {
    const settings = { ...OWN, platform: 'superpdp', auth: 'refresh_token', refresh_token: 'r-1' };
    const [logIn, status] = await calls(settings);
    assert.equal(
      textOf(logIn!),
      'grant_type=refresh_token&refresh_token=r-1&client_id=me&client_secret=secret',
    );
    assert.equal(status?.headers?.['Authorization'], 'Bearer t');
  });

  it('follows the standard by default', async () => {
    const [logIn, status] = await calls({ ...OWN, base_url: 'https://pa.example/', scope: 'openid' });
    assert.equal(logIn?.url, 'https://pa.example/oauth/token');
    assert.match(textOf(logIn), /&scope=openid$/);
    assert.equal(status?.url, 'https://pa.example/flow-service/v1/flows/F-1?docType=Metadata');
  });

  for (const [what, settings] of [
    ['an unknown platform', { ...OWN, platform: 'none' }],
    ['no address', OWN],
    ['a header that we set', { ...OWN, platform: 'superpdp', headers: { Authorization: 'x' } }],
    ['a header with a line break', { ...OWN, platform: 'superpdp', headers: { a: 'b\r\nc: d' } }],
    ['a firm without its token', { ...OWN, platform: 'superpdp', auth: 'refresh_token' }],
    ['a token of a firm beside another log-in', { ...OWN, platform: 'superpdp', refresh_token: 'r-1' }],
    ['an unknown way to log in', { ...OWN, platform: 'superpdp', auth: 'x' }],
    ['types that are not a list', { ...OWN, platform: 'superpdp', search_flow_types: 'x' }],
  ] as const)
    it(`cannot be used: ${what}`, () => {
      assert.equal(platformCredential(JSON.stringify(settings)), undefined);
    });
});
