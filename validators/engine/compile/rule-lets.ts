import type { Expression, Let } from '../load/schema.ts';
import type { Compilation, Scope } from './compilation.ts';
import { withItem } from './compilation.ts';
import { reference } from './hoist.ts';
import type { Kind, Lowered, Needs, Unit, Value } from './ir.ts';
import { ROOT_ELEMENT, local } from './make.ts';
import { inOrder } from './order.ts';
import { AT_ROOT_ELEMENT } from './paths.ts';
import { withoutVainLoops } from './vain-loops.ts';
import type { Plain } from './walk.ts';

/** The needs of the node that a rule matched. */
export const AT_CONTEXT: Needs = { from: 'context', alternatives: [[]], sealed: false };

type LowersText = (expression: Expression, scope: Scope) => Lowered;

/** A rule's lets: each is a unit over the matched node, evaluated when a test reads it. */
export class RuleLets {
  private readonly units = new Map<number, { unit: Unit; body: Plain } | 'inlined'>();

  constructor(
    private readonly lets: readonly Let[],
    private readonly kind: Kind,
    private readonly outer: Scope,
    private readonly c: Compilation,
    private readonly lowerText: LowersText,
  ) {}

  /** A later let hides an earlier one of its name, and sees it. */
  scopeAt(item: Value, needs: Needs, before = this.lets.length): Scope {
    const variables = new Map(this.outer.variables);
    for (const [index, { name }] of this.lets.slice(0, before).entries()) {
      variables.set(name, () => this.read(index, item, needs));
    }
    return withItem({ ...this.outer, variables }, item, needs);
  }

  /** A let that no test reads must be understood, too. */
  checkAll(root: Value | undefined): void {
    const item = root ?? local(this.c.newSlot(this.kind));
    for (const index of this.lets.keys()) this.read(index, item, root ? AT_ROOT_ELEMENT : AT_CONTEXT);
  }

  /** One let by its index: several may share a name. */
  readAt(index: number, { item }: Scope): Lowered {
    return this.read(index, item!.value, item!.needs!);
  }

  private read(index: number, item: Value, needs: Needs): Lowered {
    const { value } = this.lets[index]!;
    const units = this.units.get(index) ?? this.keep(index, item, needs);
    if (units === 'inlined') return this.lowerText(value, this.scopeAt(item, needs, index));
    return reference(units.unit, units.body, units.unit.context && item);
  }

  private keep(index: number, item: Value, needs: Needs): { unit: Unit; body: Plain } | 'inlined' {
    const context = item === ROOT_ELEMENT ? undefined : this.c.newSlot(this.kind);
    const lowered = this.lowerText(
      this.lets[index]!.value,
      this.scopeAt(context ? local(context) : item, needs, index),
    );
    const body = lowered.form === 'seq' ? inOrder(lowered, 'exact') : lowered;
    const units = isInlined(body)
      ? 'inlined'
      : { unit: this.c.newUnit(withoutVainLoops(body as Plain), context), body: body as Plain };
    this.units.set(index, units);
    return units;
  }
}

/** Repeated at each use: it costs nothing, or its branches have no common kind. */
export function isInlined(lowered: Lowered): boolean {
  if (lowered.form === 'choice') return true;
  if (lowered.op === 'concat')
    return lowered.parts.every((part) => part.op === 'one' && part.value.op === 'const');
  if (lowered.op === 'axis') return lowered.axis === 'attribute';
  return (
    lowered.op === 'const' || lowered.op === 'decimal' || lowered.op === 'local' || lowered.op === 'labelled'
  );
}
