import { isWorthKeeping, reference } from './hoist.ts';
import type { Slot, Unit } from './ir.ts';
import { structuralKey } from './key.ts';
import { local } from './make.ts';
import { freeSlots, mapOperands, operands, type Plain } from './walk.ts';

/** Computed for one node after the other, or without a context once per document. */
type MakeUnit = (body: Plain, context: Slot | undefined) => Unit;

/**
 * What several conditions and tests ask of the same node is worked out once while that node is the current one, and what they ask of the
 * document once per document: the ten VAT categories read the same names, and the tests of a rule the same children. A part is evaluated where
 * it stands, or not at all, so an error in it is raised as before.
 */
export class SharedParts {
  private readonly times = new Map<string, number>();
  private readonly units = new Map<string, Unit>();
  private readonly keys = new WeakMap<Plain, string | null>();

  constructor(private readonly make: MakeUnit) {}

  /** All expressions are counted before the first is rewritten. What is inside a part that was met before is not counted again. */
  count(body: Plain, context: Slot | undefined): void {
    const key = this.keyOf(body, context);
    if (key !== null) {
      const times = (this.times.get(key) ?? 0) + 1;
      this.times.set(key, times);
      if (times > 1) return;
    }
    for (const operand of operands(body)) this.count(operand, context);
  }

  /** The expression with a reference in place of each part that stands in several places. */
  share<T extends Plain>(body: T, context: Slot | undefined): T {
    const key = this.keyOf(body, context);
    if (key === null || this.times.get(key) === 1)
      return mapOperands(body, (operand) => this.share(operand, context));
    const node = context !== undefined && freeSlots(body).has(context) ? context : undefined;
    return reference(this.unitOf(key, body, node), body, node && local(node)) as T;
  }

  private unitOf(key: string, body: Plain, node: Slot | undefined): Unit {
    const made = this.units.get(key);
    if (made) return made;
    const unit = this.make(body, node);
    this.units.set(key, unit);
    unit.body = mapOperands(body, (operand) => this.share(operand, node));
    return unit;
  }

  /** Null: not shared. The children of a node are faster to read again than to keep. */
  private keyOf(body: Plain, context: Slot | undefined): string | null {
    const known = this.keys.get(body);
    if (known !== undefined) return known;
    const free = freeSlots(body);
    const isOfNode = free.size === 1 && context !== undefined && free.has(context) && body.form !== 'seq';
    const isShared = (free.size === 0 || isOfNode) && body.op !== 'labelled' && isWorthKeeping(body);
    const key = isShared ? structuralKey(body) : null;
    this.keys.set(body, key);
    return key;
  }
}
