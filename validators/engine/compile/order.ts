import type { Order, Seq } from './ir.ts';
import { NotUnderstood, isNode, many } from './make.ts';

/**
 * Document order and distinctness cost time, and few consumers need them: existence and comparison need neither, count needs distinct
 * nodes, `[1]`, string-join and `for` need both. A sequence is sorted only if its consumer needs that.
 */
type Want = 'any' | 'distinct' | 'exact';

const KEEPS: Readonly<Record<Want, readonly Order[]>> = {
  any: ['any', 'distinct', 'exact', 'flat', 'written'],
  distinct: ['distinct', 'exact', 'flat'],
  exact: ['exact', 'flat'],
};

export function inOrder(seq: Seq, want: Want): Seq {
  if (KEEPS[want].includes(seq.order)) return seq;
  if (seq.order === 'written')
    throw new NotUnderstood('nodes put together with a comma, where their order or number counts');
  if (isNode(seq.kind)) {
    const fn = want === 'exact' ? 'documentOrder' : 'distinctNodes';
    return { ...many(seq.kind, want, seq.needs), op: 'through', fn, input: seq };
  }
  // Values made of nodes: the nodes have the order.
  switch (seq.op) {
    case 'for':
      return { ...seq, order: want, input: inOrder(seq.input, want), body: inOrder(seq.body, want) };
    case 'where':
      return { ...seq, order: want, input: inOrder(seq.input, want) };
    case 'if':
      return { ...seq, order: want, then: inOrder(seq.then, want), otherwise: inOrder(seq.otherwise, want) };
    case 'concat':
      return { ...seq, order: want, parts: seq.parts.map((part) => inOrder(part, want)) };
    case 'let':
      return { ...seq, order: want, body: inOrder(seq.body, want) };
    default:
      return { ...seq, order: want };
  }
}

const WEAKEST: readonly Order[] = ['written', 'any', 'distinct', 'exact', 'flat'];

/** The weaker of two. */
export function weaker(a: Order, b: Order): Order {
  return WEAKEST[Math.min(WEAKEST.indexOf(a), WEAKEST.indexOf(b))]!;
}
