import { type Answer, type Call, type Endpoint, type NetworkDependencies, type Network } from '../network.ts';
import { Schemas } from '../schemas.ts';
import { Consents } from './consents.ts';
import { DIRECTORY } from './directory.ts';
import { Flows } from './flows.ts';
import { type Platform, PLATFORMS } from './platforms.ts';
import { problem, ROUTE, type Tenant } from './platform.ts';
import { readFlow } from './read-flow.ts';
import { search } from './search.ts';
import { submit } from './submit.ts';
import { Tokens } from './tokens.ts';
import { Webhooks } from './webhooks.ts';

type Answering = (platform: Platform, tenant: Tenant, call: Call) => Answer | Promise<Answer>;

/** An approved platform: flow service and directory of XP Z12-013, in three versions and several variants side by side. */
export function openFrPa({ state, pace, rulesDir }: NetworkDependencies): Network {
  const consents = new Consents(state);
  const tokens = new Tokens(state, consents);
  const webhooks = new Webhooks(state);
  const flows = new Flows({ state, pace, schemas: new Schemas(rulesDir), announce: webhooks.announce });
  const calls: readonly (readonly [Endpoint['method'], string, Answering])[] = [
    ['POST', '/flows', (...call) => submit(flows, ...call)],
    ['POST', '/flows/search', (...call) => search(flows, ...call)],
    ['GET', '/flows/:flowId', (_, ...call) => readFlow(flows, ...call)],
    ['POST', '/webhooks', ({ version }, ...call) => webhooks.subscribe(version, ...call)],
    ['GET', '/webhooks', (_, tenant) => webhooks.list(tenant)],
    ['DELETE', '/webhooks/:webhookUid', (_, ...call) => webhooks.remove(...call)],
    ['GET', '/healthcheck', () => ({ status: 200 })],
  ];
  const endpoints = PLATFORMS.flatMap((platform): readonly Endpoint[] => {
    const { base, flow, directory, token, logIn } = platform;
    const endpoint = (method: Endpoint['method'], path: string, answer: Answering): Endpoint => ({
      method,
      path: base + path,
      answer: requireLogIn(tokens, platform, (...call) => answer(platform, ...call)),
    });
    // If both services have one base, a call that both know belongs to the flow service.
    const isOne = flow === directory;
    const lines = DIRECTORY.filter(([, path]) => !isOne || path !== '/healthcheck');
    return [
      {
        method: 'POST',
        path: base + token,
        answer: (call) => platform.gate?.(call, true) ?? tokens.grant(logIn, call),
      },
      ...calls.map(([method, path, answer]) => endpoint(method, flow + path, answer)),
      ...lines.map(([method, path, answer]) =>
        endpoint(method, directory + path, (_, __, call) => answer(call)),
      ),
    ];
  });
  const ofConsents: readonly Endpoint[] = [
    { method: 'GET', path: '/oauth/authorize', answer: (call) => consents.authorize(call) },
    { method: 'POST', path: '/oauth/revoke', answer: (call) => tokens.revoke(call) },
    {
      method: 'GET',
      path: '/v1.beta/companies/me',
      answer: async (call) => consents.company(await tokens.account(call)),
    },
    {
      method: 'GET',
      path: '/v1.beta/oauth2_sessions/me',
      answer: async (call) => consents.session(await tokens.account(call)),
    },
  ];
  return {
    route: ROUTE,
    base: '/fr-pa',
    endpoints: [...endpoints, ...ofConsents],
    giveAnswer: flows.give,
    layReady: (recipient, xml) => flows.layReady(recipient, xml),
  };
}

const requireLogIn =
  (
    tokens: Tokens,
    { gate, logIn }: Platform,
    answer: (tenant: Tenant, call: Call) => Answer | Promise<Answer>,
  ): Endpoint['answer'] =>
  async (call) => {
    const refused = gate?.(call, false);
    if (refused) return refused;
    const tenant = logIn === 'none' ? tokens.tenantOfKey(call) : await tokens.tenant(call);
    return tenant ? answer(tenant, call) : problem(401, 'A bearer token is required.');
  };
