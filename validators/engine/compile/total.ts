import type { Seq } from './ir.ts';
import type { Plain } from './walk.ts';
import { operands } from './walk.ts';

/** Functions of the run time that raise for some arguments of the right type. Casts from strings do, except to string. */
const RAISING = new Set([
  'decimalFromDouble',
  'integerFromDouble',
  'decimalDivide',
  'integerQuotient',
  'decimalQuotient',
  'doubleQuotient',
  'integerRemainder',
  'decimalRemainder',
  'codepointsToString',
]);
const CAST_FROM_STRING = /^(integer|decimal|double|boolean|date)FromString$/;

/**
 * Whether evaluating this can never raise an XPath error, so that it may be evaluated early or not at all. Calls of the pack's own
 * functions count as raising.
 */
export function isTotal(node: Plain): boolean {
  const cached = KNOWN.get(node);
  if (cached !== undefined) return cached;
  const total = raisesNothingItself(node) && operands(node).every(isTotal);
  KNOWN.set(node, total);
  return total;
}

const KNOWN = new WeakMap<Plain, boolean>();

function raisesNothingItself(node: Plain): boolean {
  switch (node.op) {
    case 'call':
    case 'test':
    case 'fold':
    case 'spread':
    case 'through':
      return !RAISING.has(node.fn) && !CAST_FROM_STRING.test(node.fn);
    case 'only':
      return isSingle(node.seq);
    case 'unit':
      return isTotal(node.unit.body);
    case 'required':
    case 'invoke':
      return false;
    default:
      return true;
  }
}

/** Sequences that cannot have a second item. */
function isSingle(seq: Seq): boolean {
  if (seq.op === 'nth') return true;
  if (seq.op !== 'axis') return false;
  return (
    seq.axis === 'parent' || seq.axis === 'self' || (seq.axis === 'attribute' && seq.test.kind === 'name')
  );
}
