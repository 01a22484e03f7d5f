import type { Cond, Slot, Value } from './ir.ts';
import { freeSlots } from './walk.ts';

/** `f(item) = other`, where `other` is the same for all items. */
interface Equality {
  readonly item: Value;
  readonly other: Value;
}

/** The texts that a condition on an item compares for equality, if it does nothing else. */
export function equalityOn(slot: Slot, cond: Cond): Equality | undefined {
  if (cond.op !== 'test' || cond.fn !== 'stringEqual') return undefined;
  const [left, right] = cond.args as [Value, Value];
  const item = isItem(left, slot) ? left : isItem(right, slot) ? right : undefined;
  const other = item === left ? right : left;
  return item && !freeSlots(other).has(slot) ? { item, other } : undefined;
}

/** The item itself, or its text. */
const isItem = (value: Value, slot: Slot): boolean =>
  (value.op === 'local' && value.slot === slot) ||
  (value.op === 'call' && value.fn === 'stringValue' && isItem(value.args[0]!, slot));
