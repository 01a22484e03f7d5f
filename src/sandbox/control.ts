import type { RequestHandler, Router } from 'express';
import { FAULTS } from './faults.ts';
import { callOf, give } from './exchange.ts';
import { type Call, json, type Network, Refused } from './network.ts';
import type { State } from './state.ts';

const MAX_FAULTS = 1_000_000;
const MAX_AHEAD_SECONDS = 86_400;

/** The control API for users of the sandbox. The service itself never calls it. */
export function controls(router: Router, state: State, networks: readonly Network[]): void {
  const networkOf = (route: unknown): Network => {
    const matchingNetwork = networks.find((network) => network.route === route);
    if (!matchingNetwork)
      throw new Refused(`route must be one of ${networks.map((each) => each.route).join(', ')}.`);
    return matchingNetwork;
  };
  const routeAsked = ({ query }: Call): string | undefined => {
    const route = query.get('route');
    return route === null ? undefined : networkOf(route).route;
  };
  const on = (method: 'get' | 'post', path: string, answer: (call: Call) => unknown): void => {
    router[method](`/control/${path}`, answering(answer));
  };
  const ofNetwork = (path: string, answer: (network: Network, body: Members) => unknown): void =>
    on('post', path, (call) => {
      const body = members(call);
      return answer(networkOf(body['route']), body);
    });

  router.get('/control', (_request, response) =>
    give(
      json(200, { sandbox: true, routes: networks.map(({ route, base }) => ({ route, base })) }),
      response,
    ),
  );
  on('get', 'documents', (call) => ({ data: state.documents(routeAsked(call)).map(documentToWire) }));
  on('get', 'calls', (call) => ({
    data: state.calls(routeAsked(call), numberIn(call.query, 'after')).map(callToWire),
  }));
  ofNetwork('answers', giveAnswer);
  ofNetwork('faults', (network, body) => planFault(network, body, state));
  on('post', 'inbound', (call) => layReady(networkOf(call.query.get('route')), call));
  ofNetwork('clock', setClock);
  on('post', 'reset', () => {
    state.reset();
    return { reset: true };
  });
}

function giveAnswer(network: Network, body: Members): unknown {
  if (!network.giveAnswer) throw new Refused(`${network.route} has no answers of the buyer.`);
  const answer = { invoiceNumber: textIn(body, 'invoice_number'), code: textIn(body, 'code') };
  return network.giveAnswer(
    body['amount'] === undefined ? answer : { ...answer, amount: textIn(body, 'amount') },
  );
}

function planFault({ route }: Network, body: Members, state: State): unknown {
  const [call, fault] = [textIn(body, 'call'), FAULTS.find((each) => each === body['fault'])];
  if (!/^(GET|POST|PUT|DELETE) \/\S*$/i.test(call))
    throw new Refused('call must be a method and a path, for instance POST /sendsbdh.');
  if (!fault) throw new Refused(`fault must be one of ${FAULTS.join(', ')}.`);
  const count = wholeNumber('count', body['count'] ?? 1, 1, MAX_FAULTS);
  state.planFault(route, call, fault, count);
  return { route, call, fault, count };
}

function layReady(network: Network, { query, body }: Call): unknown {
  const recipient = query.get('recipient');
  if (!network.layReady) throw new Refused(`${network.route} brings no invoices here.`);
  if (!recipient) throw new Refused('recipient must name who the invoice is for.');
  return network.layReady(recipient, body);
}

function setClock(network: Network, body: Members): unknown {
  if (!network.setClock) throw new Refused(`${network.route} has no clock of its own.`);
  const seconds = wholeNumber('ahead_seconds', body['ahead_seconds'], -MAX_AHEAD_SECONDS, MAX_AHEAD_SECONDS);
  network.setClock(seconds * 1000);
  return { route: network.route, ahead_seconds: seconds };
}

const answering =
  (answer: (call: Call) => unknown): RequestHandler =>
  (request, response) => {
    try {
      give(json(200, answer(callOf(request))), response);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      give(json(400, { error: error.message }), response);
    }
  };

type Members = Readonly<Record<string, unknown>>;

function members({ body }: Call): Members {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (typeof value === 'object' && value !== null) return value as Members;
  } catch {
    // An unknown value is refused below, as any other.
  }
  throw new Refused('The body must be a JSON object.');
}

function textIn(body: Members, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new Refused(`${name} must be a text.`);
  return value;
}

function wholeNumber(name: string, value: unknown, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw new Refused(`${name} must be a whole number from ${min} to ${max}.`);
  return value;
}

function numberIn(query: URLSearchParams, name: string): number {
  const value = Number(query.get(name) ?? 0);
  if (!Number.isInteger(value)) throw new Refused(`${name} must be a whole number.`);
  return value;
}

const documentToWire = ({ at, facts, ...known }: ReturnType<State['documents']>[number]): unknown => ({
  ...known,
  received_at: new Date(at).toISOString(),
  ...facts,
});

const callToWire = (row: ReturnType<State['calls']>[number]): unknown => {
  const { id, at, route, method, path, status, fault } = row;
  const time = new Date(Number(at)).toISOString();
  return { id, time, route, method, path, status, ...(fault !== null && { fault }) };
};
