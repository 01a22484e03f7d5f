import { example, numbered } from '../../support/erp.ts';
import { seeded } from '../../support/seeded.ts';
import { type End, ROUTES } from './networks.ts';

export const CLIENTS: readonly string[] = ['one', 'two', 'three', 'four', 'five', 'six'];
/** Clients with their own credentials. */
export const WITH_CREDENTIALS: ReadonlySet<string> = new Set(['two', 'four', 'six']);

export interface InPlay {
  /** Names of the routes. */
  readonly routes?: readonly string[];
  /** The first ones, up to this number. */
  readonly clients?: number;
}

/** One invoice to submit, and the service's answer. */
export interface Order {
  readonly client: string;
  readonly route: string;
  readonly number: string;
  readonly idempotencyKey: string;
  readonly body: string;
  readonly end: End;
  /** Every id that a 202 returned for it. */
  readonly ids: Set<string>;
}

/** @param only the routes that take part; all if left out. */
export function orderOf(index: number, seed: number, only: InPlay = {}): Order {
  const { routes, clients = CLIENTS.length } = only;
  const kinds = KINDS.filter(({ route }) => routes?.includes(route) ?? true);
  const { route, example: name, own, ending, end } = drawn(kinds, seeded(seed * 7919 + index)());
  const number = `K-${seed}-${index}${ending}`;
  const at = index % clients;
  const { document, ...rest } = numbered(example(name), number);
  return {
    client: CLIENTS[at]!,
    route,
    number,
    idempotencyKey: `key-of-${number}`,
    body: JSON.stringify({ ...rest, route, document: own?.(document, at) ?? document }),
    end,
    ids: new Set(),
  };
}

const KINDS = ROUTES.flatMap(({ kinds, ...known }) => kinds.map((kind) => ({ ...known, ...kind })));

/** Drawn by their shares. */
function drawn(kinds: typeof KINDS, random: number) {
  const all = kinds.reduce((sum, { share }) => sum + share, 0);
  let sum = 0;
  return kinds.find(({ share }) => random * all < (sum += share)) ?? kinds[0]!;
}
