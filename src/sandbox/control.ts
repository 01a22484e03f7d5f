import type { RequestHandler, Router } from 'express';
import { FAULTS } from './faults.ts';
import { callOf, give } from './exchange.ts';
import { type Answer, type Call, json, type Network, Refused } from './network.ts';
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
  const on = (method: 'get' | 'post', path: string, answer: (call: Call) => Answer): void => {
    router[method](`/control/${path}`, answering(answer));
  };

  router.get('/control', (_request, response) =>
    give(
      json(200, { sandbox: true, routes: networks.map(({ route, base }) => ({ route, base })) }),
      response,
    ),
  );
  on('get', 'documents', (call) =>
    json(200, { data: state.documents(routeAsked(call)).map(documentToWire) }),
  );
  on('get', 'calls', (call) =>
    json(200, { data: state.calls(routeAsked(call), numberIn(call.query, 'after')).map(callToWire) }),
  );
  on('post', 'answers', (call) => {
    const body = members(call);
    const network = networkOf(body['route']);
    if (!network.giveAnswer) throw new Refused(`${network.route} has no answers of the buyer.`);
    const invoiceNumber = textIn(body, 'invoice_number');
    const code = textIn(body, 'code');
    if (body['amount'] === undefined) return json(200, network.giveAnswer({ invoiceNumber, code }));
    return json(200, network.giveAnswer({ invoiceNumber, code, amount: textIn(body, 'amount') }));
  });
  on('post', 'faults', (call) => {
    const body = members(call);
    const { route } = networkOf(body['route']);
    const [name, fault] = [textIn(body, 'call'), FAULTS.find((each) => each === body['fault'])];
    if (!/^(GET|POST|PUT|DELETE) \/\S*$/i.test(name))
      throw new Refused('call must be a method and a path, for instance POST /sendsbdh.');
    if (!fault) throw new Refused(`fault must be one of ${FAULTS.join(', ')}.`);
    const count = body['count'] ?? 1;
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_FAULTS)
      throw new Refused(`count must be a whole number from 1 to ${MAX_FAULTS}.`);
    state.planFault(route, name, fault, count);
    return json(200, { route, call: name, fault, count });
  });
  on('post', 'inbound', (call) => {
    const network = networkOf(call.query.get('route'));
    const recipient = call.query.get('recipient');
    if (!network.layReady) throw new Refused(`${network.route} brings no invoices here.`);
    if (!recipient) throw new Refused('recipient must name who the invoice is for.');
    return json(200, network.layReady(recipient, call.body));
  });
  on('post', 'clock', (call) => {
    const body = members(call);
    const network = networkOf(body['route']);
    const seconds = body['ahead_seconds'];
    if (!network.setClock) throw new Refused(`${network.route} has no clock of its own.`);
    if (typeof seconds !== 'number' || !Number.isInteger(seconds) || Math.abs(seconds) > MAX_AHEAD_SECONDS)
      throw new Refused(
        `ahead_seconds must be a whole number from -${MAX_AHEAD_SECONDS} to ${MAX_AHEAD_SECONDS}.`,
      );
    network.setClock(seconds * 1000);
    return json(200, { route: network.route, ahead_seconds: seconds });
  });
  on('post', 'reset', () => {
    state.reset();
    return json(200, { reset: true });
  });
}

const answering =
  (answer: (call: Call) => Answer): RequestHandler =>
  (request, response) => {
    try {
      give(answer(callOf(request)), response);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      give(json(400, { error: error.message }), response);
    }
  };

function members({ body }: Call): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // An unknown value is refused below, as any other.
  }
  throw new Refused('The body must be a JSON object.');
}

function textIn(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new Refused(`${name} must be a text.`);
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
