import { example, numbered } from '../../support/erp.ts';
import { seeded } from '../../support/seeded.ts';
import { type End, ROUTES } from './networks.ts';

export const CLIENTS: readonly string[] = ['one', 'two', 'three', 'four', 'five', 'six'];
/** Those with credentials of their own. */
export const WITH_CREDENTIALS: ReadonlySet<string> = new Set(['two', 'four', 'six']);

export interface InPlay {
  /** By name. */
  readonly routes?: readonly string[];
  /** So many, the first ones. */
  readonly clients?: number;
}

/** One invoice to be handed in, and what the service said of it. */
export interface Order {
  readonly client: string;
  readonly route: string;
  readonly number: string;
  readonly idempotencyKey: string;
  readonly body: string;
  readonly end: End;
  /** Every id that a 202 named for it. */
  readonly ids: Set<string>;
}

/** @param only what takes part; all when left out. */
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

/** By their shares. */
function drawn(kinds: typeof KINDS, random: number) {
  const all = kinds.reduce((sum, { share }) => sum + share, 0);
  let sum = 0;
  return kinds.find(({ share }) => random * all < (sum += share)) ?? kinds[0]!;
}
