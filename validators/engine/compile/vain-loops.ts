import type { Axis } from '../xpath/ast.ts';
import type { Cond, Seq, Slot } from './ir.ts';
import { EMPTY, and, exists, many } from './make.ts';
import { isTotal } from './total.ts';
import { freeSlots, mapOperands, operands } from './walk.ts';
import type { Plain } from './walk.ts';

type Loop = Extract<Plain, { op: 'some' | 'where' }>;

/**
 * Checks before a loop whether its condition can hold at all: `../Line[ID = $parent]` selects nothing if `$parent` is empty, and need not
 * read thousands of lines on each of them. Applied only if nothing that is left out can raise.
 *
 * Applied once: a second pass would add the check again.
 */
export function withoutVainLoops<T extends Plain>(node: T, sequences: ReadonlySet<Seq> = new Set()): T {
  const unasked = isLoop(node) ? findRequired(node).filter((seq) => !sequences.has(seq)) : [];
  const known = unasked.length === 0 ? sequences : new Set([...sequences, ...unasked]);
  const inner = mapOperands<Plain>(node, (operand) => withoutVainLoops(operand, known));
  if (unasked.length === 0) return inner as T;
  const canHold = unasked.map(exists).reduce(and);
  if (inner.form === 'cond') return and(canHold, inner) as Plain as T;
  const { kind, order, needs } = inner as Seq;
  return {
    ...many(kind, order, needs),
    op: 'if',
    test: canHold,
    then: inner,
    otherwise: EMPTY,
  } as Plain as T;
}

const isLoop = (node: Plain): node is Loop => node.op === 'some' || node.op === 'where';

/** Sequences that are the same for all items of the loop, and must have an item for its condition to hold. */
function findRequired(loop: Loop): Seq[] {
  const input = loop.op === 'some' ? loop.seq : loop.input;
  if (!isTotal(input) || !isTotal(loop.cond)) return [];
  return findRequiredFor(loop.cond, new Set([loop.slot])).filter(isKept);
}

/** Sequences that are not empty if the condition holds, and that read nothing that is `bound` in the loop. */
function findRequiredFor(cond: Cond, bound: ReadonlySet<Slot>): Seq[] {
  switch (cond.op) {
    case 'and':
      return [...findRequiredFor(cond.left, bound), ...findRequiredFor(cond.right, bound)];
    case 'exists':
      return outside(cond.seq, bound);
    case 'some':
      return [...outside(cond.seq, bound), ...findRequiredFor(cond.cond, new Set([...bound, cond.slot]))];
    case 'let':
      return findRequiredFor(cond.body, new Set([...bound, cond.slot]));
    default:
      return [];
  }
}

const outside = (seq: Seq, bound: ReadonlySet<Slot>): Seq[] =>
  [...freeSlots(seq)].some((slot) => bound.has(slot)) ? [] : [seq];

/** The check costs next to nothing: a variable, whose value is kept and found without a search of its own. */
function isKept(seq: Seq): boolean {
  if (seq.op === 'axis') return seq.axis === 'attribute' && seq.from.op === 'local';
  return seq.op === 'list' || (seq.op === 'unit' && (!seq.unit.context || isNearby(seq.unit.body)));
}

/** Reads nodes below a node one step at a time, and elsewhere at most a value, which `hoisted` makes a look-up. */
function isNearby(node: Plain): boolean {
  switch (node.op) {
    case 'unit':
      return !node.unit.context || isNearby(node.unit.body);
    case 'axis':
      return STEPS.has(node.axis) && isNearby(node.from);
    case 'some':
      return (freeSlots(node.seq).size === 0 || isNearby(node.seq)) && isNearby(node.cond);
    case 'labelled':
    case 'root-element':
    case 'invoke':
      return false;
    default:
      return operands(node).every(isNearby);
  }
}

const STEPS: ReadonlySet<Axis> = new Set(['child', 'attribute', 'self']);
