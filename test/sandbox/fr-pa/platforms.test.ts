import assert from 'node:assert/strict';
import { aSandbox, type TestSandbox } from '../running.ts';

let sandbox: TestSandbox;
before(async () => (sandbox = await aSandbox()));
after(() => sandbox.stop());

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
const JSON_BODY = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const KEY = { 'hubtimize-api-key': 'k' };
const pair = 'client_id=me&client_secret=s';
const BASIC = { Authorization: `Basic ${Buffer.from('me:s').toString('base64')}` };
const granting = (body: string, headers: Readonly<Record<string, string>> = {}): Asked => ({
  method: 'POST',
  headers: { ...FORM, ...headers },
  body: `grant_type=client_credentials&${body}`,
});
const ESALINK = '/esalink/api/orchestrator/v1';
const SUPERPDP = '/superpdp/afnor-flow/v1';

async function statusOf(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<number> {
  const answer = await fetch(`${sandbox.url}/fr-pa${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** With a token of the platform. */
async function asking(base: string, token: string, path: string, own: Asked = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, ...own.headers };
  const { method = 'GET', body } = own;
  return fetch(`${sandbox.url}/fr-pa${base}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
}
async function tokenAt(path: string, asked: Asked, member = 'access_token'): Promise<string> {
  const answer = await fetch(`${sandbox.url}/fr-pa${path}`, asked);
  return String(((await answer.json()) as Record<string, unknown>)[member]);
}
const searching = (where: object, limit = 25): Asked => ({
  method: 'POST',
  headers: JSON_BODY,
  body: JSON.stringify({ where, limit }),
});

describe('a simulated French platform that differs from the standard', () => {
  const LOG_INS: readonly (readonly [string, string, Asked, number])[] = [
    ['Super PDP takes a form', '/superpdp/oauth2/token', granting(pair), 200],
    ['Super PDP takes no JSON', '/superpdp/oauth2/token', { method: 'POST', headers: JSON_BODY, body: '{}' }, 400],
    ['EsaLink takes a form with its key', `${ESALINK}/oauth2/token`, granting(pair, KEY), 200],
    ['EsaLink takes Basic with its key', `${ESALINK}/oauth2/token`, granting('', { ...KEY, ...BASIC }), 200],
    ['EsaLink takes no call without its key', `${ESALINK}/oauth2/token`, granting(pair), 403],
    ['EsaLink takes one way at once', `${ESALINK}/oauth2/token`, granting(pair, { ...KEY, ...BASIC }), 400],
    ['EsaLink wants the kind of grant', `${ESALINK}/oauth2/token`, { method: 'POST', headers: { ...FORM, ...KEY }, body: pair }, 400],
    ['FactPulse takes name and password', '/factpulse/api/token/', { method: 'POST', headers: JSON_BODY, body: '{"username":"me","password":"s"}' }, 200],
    ['FactPulse takes no form', '/factpulse/api/token/', granting(pair), 401],
    ['Flowie has no log-in', '/flowie/none', granting(pair, { Authorization: 'Bearer flw_test_1' }), 404],
    ['Flowie takes a key', '/flowie/exchange/afnor/flow-service/v1/healthcheck', { headers: { Authorization: 'Bearer flw_test_1' } }, 200],
    ['Flowie takes no other bearer', '/flowie/exchange/afnor/flow-service/v1/healthcheck', { headers: { Authorization: 'Bearer x' } }, 401],
    ['EsaLink wants its key with a token, too', `${ESALINK}/healthcheck`, { headers: { Authorization: 'Bearer x' } }, 403],
    ['the standard wants a token', '/flow-service/v1/healthcheck', {}, 401],
  ]; // prettier-ignore
  it('gives a firm the next refresh token for each, which is of use once', async () => {
    const refreshing = (token: string): Asked => ({
      method: 'POST',
      headers: FORM,
      body: `grant_type=refresh_token&refresh_token=${encodeURIComponent(token)}&${pair}`,
    });
    const path = '/superpdp/oauth2/token';
    const next = await tokenAt(path, refreshing('firm-1'), 'refresh_token');
    assert.equal(await statusOf(path, refreshing('firm-1')), 400);
    const access = await tokenAt(path, refreshing(next));
    assert.equal((await asking(SUPERPDP, access, '/healthcheck')).status, 200);
    assert.equal(await statusOf(path, refreshing(next)), 400);
    assert.equal(await statusOf(path, refreshing('firm-2-REFUSED')), 400);
  });

  for (const [what, path, asked, status] of LOG_INS)
    it(`${what}: ${status}`, async () => assert.equal(await statusOf(path, asked), status));

  const SEARCHES: readonly (readonly [string, string, string, object, number, number])[] = [
    ['Super PDP knows the types of the lifecycle', SUPERPDP, '/superpdp/oauth2/token', { flowType: ['CustomerInvoiceLC'] }, 25, 200],
    ['Super PDP does not know copies for the administration', SUPERPDP, '/superpdp/oauth2/token', { flowType: ['CustomerInvoiceLC', 'StateCustomerInvoiceLC'] }, 25, 400],
    ['Super PDP shows a hundred at most', SUPERPDP, '/superpdp/oauth2/token', { flowDirection: ['In'] }, 101, 400],
    ['EsaLink shows any number', ESALINK, `${ESALINK}/oauth2/token`, { flowDirection: ['In'] }, 5000, 200],
    ['the standard knows copies for the administration', '/flow-service/v1', '/oauth/token', { flowType: ['StateCustomerInvoiceLC'] }, 25, 200],
    ['the standard knows no other type', '/flow-service/v1', '/oauth/token', { flowType: ['X'] }, 25, 400],
    ['the standard knows no other direction', '/flow-service/v1', '/oauth/token', { flowDirection: ['Both'] }, 25, 400],
    ['the standard knows no other rule', '/flow-service/v1', '/oauth/token', { processingRule: ['B2X'] }, 25, 400],
    ['the standard knows no other acknowledgement', '/flow-service/v1', '/oauth/token', { ackStatus: 'Fine' }, 25, 400],
    ['version 1.2 knows no state reports', '/1.2/flow-service/v1', '/1.2/oauth/token', { flowType: ['StateTransactionReport'] }, 25, 400],
    ['version 1.2 knows the older name', '/1.2/flow-service/v1', '/1.2/oauth/token', { flowType: ['StateInvoice'] }, 25, 200],
  ]; // prettier-ignore
  for (const [what, base, log, where, limit, status] of SEARCHES)
    it(`${what}: ${status}`, async () => {
      const token = await tokenAt(log, granting(pair, KEY));
      const asked = searching(where, limit);
      const answer = await asking(base, token, '/flows/search', {
        ...asked,
        headers: { ...asked.headers, ...KEY },
      });
      const body = (await answer.json()) as { readonly errorCode?: string };
      assert.deepEqual(
        [answer.status, body.errorCode],
        [status, status === 400 ? 'PARAMS_ERROR' : undefined],
      );
    });

  it('of EsaLink returns flows only as bytes', async () => {
    const token = await tokenAt(`${ESALINK}/oauth2/token`, granting(pair, KEY));
    const asking406 = await asking(ESALINK, token, '/flows/x?docType=Metadata', {
      headers: { ...KEY, Accept: 'application/json' },
    });
    assert.equal(asking406.status, 406);
  });
});
