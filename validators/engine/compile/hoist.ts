import { equalityOn } from './equality.ts';
import type { Cond, Seq, Unit, Value } from './ir.ts';
import { many } from './make.ts';
import { asNeighbours } from './neighbours.ts';
import { isTotal } from './total.ts';
import type { Units } from './units.ts';
import { freeSlots, mapOperands, operands } from './walk.ts';
import type { Plain } from './walk.ts';

/**
 * Moves expressions without a context out of everything that runs more than once: each is computed on the first demand, once per document.
 * This removes quadratic rules (`@currencyID = /Invoice/DocumentCurrencyCode` on every line).
 * @param repeated whether `node` itself runs more than once per document.
 */
export function hoist<T extends Plain>(node: T, repeated: boolean, units: Units): T {
  if (repeated && freeSlots(node).size === 0 && isWorthKeeping(node))
    return reference(units.share(node), node) as T;
  const search =
    repeated && node.op === 'some' ? (asLookup(node, units) ?? asNeighbours(node, units)) : undefined;
  if (search) return { ...search, value: hoist(search.value, repeated, units) } as T;
  const loop = innerOf(node);
  return mapOperands(node, (operand) => hoist(operand, repeated || operand === loop, units));
}

/** The part of a loop that runs for each item. */
function innerOf(node: Plain): Plain | undefined {
  if (node.op === 'some' || node.op === 'where') return node.cond;
  return node.op === 'for' ? node.body : undefined;
}

const CHEAP = new Set([
  'const',
  'decimal',
  'absent',
  'local',
  'root-element',
  'unit',
  'labelled',
  'one',
  'concat',
  'list',
]);
const CHEAP_OVER = new Set([
  'exists',
  'present',
  'not',
  'and',
  'or',
  'truth',
  'holds',
  'range',
  'default',
  'first',
]);

export function isWorthKeeping(node: Plain): boolean {
  if (CHEAP.has(node.op)) return operands(node).some(isWorthKeeping);
  if (CHEAP_OVER.has(node.op)) return operands(node).some(isWorthKeeping);
  return node.op !== 'call' || node.args.some((arg) => arg.op !== 'const' || arg.kind === 'string');
}

/** A reference to a unit, in the form of its value. */
export function reference(unit: Unit, like: Plain, at?: Value): Value | Cond | Seq {
  if (like.form === 'value') {
    return { form: 'value', op: 'unit', kind: like.kind, optional: like.optional, unit, at };
  }
  if (like.form === 'cond') return { form: 'cond', op: 'unit', unit, at };
  return { ...many(like.kind, like.order, like.needs), op: 'unit', unit, at };
}

/** `x = //list/of/values` in a loop: the values become a set. */
function asLookup(
  { slot, seq, cond }: Extract<Cond, { op: 'some' }>,
  { share }: Units,
): Extract<Cond, { op: 'found' }> | undefined {
  const equality = equalityOn(slot, cond);
  if (!equality || freeSlots(seq).size > 0 || !isTotal(seq)) return undefined;
  const strings: Seq = {
    ...many('string', 'any'),
    op: 'for',
    slot,
    input: seq,
    body: { ...many('string', 'flat'), op: 'one', value: equality.item },
  };
  return { form: 'cond', op: 'found', value: equality.other, unit: share(strings) };
}
