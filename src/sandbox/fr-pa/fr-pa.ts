import { type Answer, type Call, type Door, type NetworkDependencies, type Network } from '../network.ts';
import { Schemas } from '../schemas.ts';
import { DIRECTORY } from './directory.ts';
import { Flows } from './flows.ts';
import { problem, ROUTE, type Tenant, type Version, VERSIONS } from './platform.ts';
import { readFlow } from './read-flow.ts';
import { search } from './search.ts';
import { submit } from './submit.ts';
import { Tokens } from './tokens.ts';
import { Webhooks } from './webhooks.ts';

type Answering = (version: Version, tenant: Tenant, call: Call) => Answer | Promise<Answer>;

/** An approved platform: flow service and directory of XP Z12-013, in three versions beside each other. */
export function openFrPa({ state, pace, rulesDir }: NetworkDependencies): Network {
  const tokens = new Tokens(state);
  const webhooks = new Webhooks(state);
  const flows = new Flows({ state, pace, schemas: new Schemas(rulesDir), announce: webhooks.announce });
  const calls: readonly (readonly [Door['method'], string, Answering])[] = [
    ['POST', '/v1/flows', (...call) => submit(flows, ...call)],
    ['POST', '/v1/flows/search', (...call) => search(flows, ...call)],
    ['GET', '/v1/flows/:flowId', (_, ...call) => readFlow(flows, ...call)],
    ['POST', '/v1/webhooks', (...call) => webhooks.subscribe(...call)],
    ['GET', '/v1/webhooks', (_, tenant) => webhooks.list(tenant)],
    ['DELETE', '/v1/webhooks/:webhookUid', (_, ...call) => webhooks.remove(...call)],
    ['GET', '/v1/healthcheck', () => ({ status: 200 })],
  ];
  const doors = VERSIONS.flatMap((version): readonly Door[] => {
    const base = version === '1.3' ? '' : `/${version}`;
    const door = (method: Door['method'], path: string, answer: Answering): Door => ({
      method,
      path: base + path,
      answer: loggedIn(tokens, (...call) => answer(version, ...call)),
    });
    return [
      { method: 'POST', path: `${base}/oauth/token`, answer: tokens.grant },
      ...calls.map(([method, path, answer]) => door(method, `/flow-service${path}`, answer)),
      ...DIRECTORY.map(([method, path, answer]) =>
        door(method, `/directory-service${path}`, (_, __, call) => answer(call)),
      ),
    ];
  });
  return {
    route: ROUTE,
    base: '/fr-pa',
    doors,
    giveAnswer: flows.give,
    layReady: (recipient, xml) => flows.layReady(recipient, xml),
  };
}

const loggedIn =
  (tokens: Tokens, answer: (tenant: Tenant, call: Call) => Answer | Promise<Answer>): Door['answer'] =>
  async (call) => {
    const tenant = await tokens.tenant(call);
    return tenant ? answer(tenant, call) : problem(401, 'A bearer token is required.');
  };
