import { type Answer, type Call, type Door, type NetworkDependencies, type Network } from '../network.ts';
import { Schemas } from '../schemas.ts';
import { DIRECTORY } from './directory.ts';
import { Flows } from './flows.ts';
import { type Manner, MANNERS } from './manners.ts';
import { problem, ROUTE, type Tenant } from './platform.ts';
import { readFlow } from './read-flow.ts';
import { search } from './search.ts';
import { submit } from './submit.ts';
import { Tokens } from './tokens.ts';
import { Webhooks } from './webhooks.ts';

type Answering = (manner: Manner, tenant: Tenant, call: Call) => Answer | Promise<Answer>;

/** An approved platform: flow service and directory of XP Z12-013, in three versions and several variants side by side. */
export function openFrPa({ state, pace, rulesDir }: NetworkDependencies): Network {
  const tokens = new Tokens(state);
  const webhooks = new Webhooks(state);
  const flows = new Flows({ state, pace, schemas: new Schemas(rulesDir), announce: webhooks.announce });
  const calls: readonly (readonly [Door['method'], string, Answering])[] = [
    ['POST', '/flows', (...call) => submit(flows, ...call)],
    ['POST', '/flows/search', (...call) => search(flows, ...call)],
    ['GET', '/flows/:flowId', (_, ...call) => readFlow(flows, ...call)],
    ['POST', '/webhooks', ({ version }, ...call) => webhooks.subscribe(version, ...call)],
    ['GET', '/webhooks', (_, tenant) => webhooks.list(tenant)],
    ['DELETE', '/webhooks/:webhookUid', (_, ...call) => webhooks.remove(...call)],
    ['GET', '/healthcheck', () => ({ status: 200 })],
  ];
  const doors = MANNERS.flatMap((manner): readonly Door[] => {
    const { base, flow, directory, token, logIn } = manner;
    const door = (method: Door['method'], path: string, answer: Answering): Door => ({
      method,
      path: base + path,
      answer: requireLogIn(tokens, manner, (...call) => answer(manner, ...call)),
    });
    // If both services have one base, a call that both know belongs to the flow service.
    const isOne = flow === directory;
    const lines = DIRECTORY.filter(([, path]) => !isOne || path !== '/healthcheck');
    return [
      {
        method: 'POST',
        path: base + token,
        answer: (call) => manner.gate?.(call, true) ?? tokens.grant(logIn, call),
      },
      ...calls.map(([method, path, answer]) => door(method, flow + path, answer)),
      ...lines.map(([method, path, answer]) => door(method, directory + path, (_, __, call) => answer(call))),
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

const requireLogIn =
  (
    tokens: Tokens,
    { gate, logIn }: Manner,
    answer: (tenant: Tenant, call: Call) => Answer | Promise<Answer>,
  ): Door['answer'] =>
  async (call) => {
    const refused = gate?.(call, false);
    if (refused) return refused;
    const tenant = logIn === 'none' ? tokens.tenantOfKey(call) : await tokens.tenant(call);
    return tenant ? answer(tenant, call) : problem(401, 'A bearer token is required.');
  };
