import type { Rule } from '../load/schema.ts';
import type { Binding, Expr } from '../xpath/ast.ts';
import type { Cond, Lowered, Slot, Value } from './ir.ts';
import { FALSE } from './make.ts';
import { isTotal } from './total.ts';

/**
 * The lets of a rule that are evaluated as soon as the rule is reached, whether or not a test reads them. The processors behind the
 * official verdicts do so with a local variable of at most one item, so an error in it ends the layer. They inline a variable that is read
 * once outside of loops; they drop one that is never read; and sequences wait until they are read.
 * @returns indices in `rule.lets`.
 */
export function eagerLets(rule: Rule, parse: (expression: Rule['context']) => Expr): readonly number[] {
  const texts = rule.tests.flatMap(({ test, message }) => [
    test,
    ...message.flatMap((part) =>
      part.kind === 'value-of' ? [part.select] : part.kind === 'name' ? (part.path ?? []) : [],
    ),
  ]);
  const readers = texts.map(parse);
  const values = rule.lets.map(({ value }) => parse(value));
  const read: number[] = [];
  // From the last to the first: a let that only an unread let reads is not read either.
  for (let i = rule.lets.length - 1; i >= 0; i--) {
    const { name } = rule.lets[i]!;
    const hidden = rule.lets.findIndex((later, at) => at > i && later.name === name);
    const lets = values
      .map((value, at) => ({ value, at }))
      .filter(({ at }) => at > i && read[at]! > 0 && (hidden < 0 || at <= hidden));
    const seenBy = [...lets.map(({ value }) => value), ...(hidden < 0 ? readers : [])];
    read[i] = seenBy.reduce((sum, expr) => sum + readings(expr, name, 1), 0);
  }
  return [...read.keys()].filter((i) => read[i]! > 1);
}

/** A test that only evaluates its variable and never fires. Undefined if it cannot raise or is a sequence. */
export function onlyRead(
  lowered: Lowered,
  newSlot: (kind: Slot['kind'], many: boolean, optional: boolean) => Slot,
): Cond | undefined {
  if (lowered.form === 'seq' || lowered.form === 'choice' || isTotal(lowered)) return undefined;
  const init: Value =
    lowered.form === 'value'
      ? lowered
      : { form: 'value', op: 'truth', kind: 'boolean', optional: false, cond: lowered };
  return { form: 'cond', op: 'let', slot: newSlot(init.kind, false, init.optional), init, body: FALSE };
}

/** Inside a loop a variable counts as read often. */
const OFTEN = 2;

/** How often an expression reads a variable. */
function readings(expr: Expr, name: string, once: number): number {
  const here = (...operands: readonly Expr[]): number => sum(operands, once);
  const often = (operands: readonly Expr[]): number => sum(operands, OFTEN);
  const sum = (operands: readonly Expr[], weight: number): number =>
    operands.reduce((total, operand) => total + readings(operand, name, weight), 0);
  const bind = ([first, ...more]: readonly Binding[], body: Expr): number =>
    (first ? here(first.in) : 0) + often([...more.map((binding) => binding.in), body]);
  switch (expr.kind) {
    case 'variable':
      return expr.name === name ? once : 0;
    case 'sequence':
      return here(...expr.items);
    case 'and':
    case 'or':
    case 'compare':
    case 'arithmetic':
    case 'union':
      return here(expr.left, expr.right);
    case 'sign':
    case 'cast':
    case 'castable':
      return here(expr.operand);
    case 'range':
      return here(expr.from, expr.to);
    case 'if':
      return here(expr.test, expr.then, expr.otherwise);
    case 'for':
    case 'some':
    case 'every':
      return bind(expr.bindings, expr.body);
    case 'call':
      return here(...expr.args);
    case 'filter':
      return here(expr.base) + often(expr.predicates);
    case 'path': {
      const start = typeof expr.start === 'string' ? 0 : here(expr.start);
      return (
        start + often(expr.steps.flatMap((step) => (step.kind === 'axis' ? step.predicates : [step.expr])))
      );
    }
    case 'string':
    case 'integer':
    case 'decimal':
    case 'double':
    case 'context-item':
      return 0;
    default:
      return expr satisfies never;
  }
}
