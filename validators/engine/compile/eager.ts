import type { Expression, Instruction, Rule } from '../load/schema.ts';
import type { Binding, Expr } from '../xpath/ast.ts';
import type { Cond, Lowered, Slot, Value } from './ir.ts';
import { FALSE, truth } from './make.ts';
import { isTotal } from './total.ts';

type Parse = (expression: Expression) => Expr;
type LocalVariable = Extract<Instruction, { kind: 'variable' }>;

/**
 * The lets of a rule that are evaluated as soon as the rule is reached, whether or not a test reads them.
 * @returns indices in `rule.lets`.
 */
export function eagerLets({ lets, tests }: Rule, parse: Parse): readonly number[] {
  const readers = tests.flatMap(({ test, message }) => [
    test,
    ...message.flatMap((part) =>
      part.kind === 'value-of' ? [part.select] : part.kind === 'name' ? (part.path ?? []) : [],
    ),
  ]);
  return evaluatedFirst(
    lets.map(({ name, value }) => ({ name, value: [parse(value)] })),
    readers.map(parse),
  );
}

/** The same of the variables of a function, as soon as they are reached: whether the first of `body` is such a variable. */
export function isEager(body: readonly Instruction[], parse: Parse): boolean {
  const isVariable = (one: Instruction): one is LocalVariable => one.kind === 'variable';
  const expressions = (instructions: readonly Instruction[]) => expressionsIn(instructions).map(parse);
  const variables = body
    .filter(isVariable)
    .map(({ name, value }) => ({ name, value: 'text' in value ? [parse(value)] : expressions(value) }));
  const results = expressions(body.filter((one) => !isVariable(one)));
  return evaluatedFirst(variables, results).includes(0);
}

const expressionsIn = (body: readonly Instruction[]): readonly Expression[] =>
  body.flatMap((one): readonly Expression[] => {
    if (one.kind === 'text') return [];
    if (one.kind === 'variable') return 'text' in one.value ? [one.value] : expressionsIn(one.value);
    if (one.kind !== 'choose') return [one.select];
    const branches = one.branches.flatMap(({ test, body: then }) => [test, ...expressionsIn(then)]);
    return [...branches, ...expressionsIn(one.otherwise ?? [])];
  });

/**
 * XPath lets an operand that need not be evaluated raise or not (XPath 3.1, 2.3.4), and the processors behind the official verdicts
 * evaluate a local variable of at most one item at once, so an error in it ends the layer. They inline a variable that is read
 * once outside of loops; they drop one that is never read; and sequences wait until they are read.
 * @returns indices in `locals`.
 */
function evaluatedFirst(
  locals: readonly { readonly name: string; readonly value: readonly Expr[] }[],
  readers: readonly Expr[],
): readonly number[] {
  const read: number[] = [];
  // From the last to the first: a variable that only an unread one reads is not read either.
  for (let i = locals.length - 1; i >= 0; i--) {
    const { name } = locals[i]!;
    const hidden = locals.findIndex((later, at) => at > i && later.name === name);
    const later = locals
      .map(({ value }, at) => ({ value, at }))
      .filter(({ at }) => at > i && read[at]! > 0 && (hidden < 0 || at <= hidden));
    const seenBy = [...later.flatMap(({ value }) => value), ...(hidden < 0 ? readers : [])];
    read[i] = seenBy.reduce((sum, expr) => sum + readings(expr, name, 1), 0);
  }
  return [...read.keys()].filter((i) => read[i]! > 1);
}

/** A value of at most one item that may raise; undefined for others. */
export function raisingValue(lowered: Lowered): Value | undefined {
  if (lowered.form === 'seq' || lowered.form === 'choice' || isTotal(lowered)) return undefined;
  return lowered.form === 'value' ? lowered : truth(lowered);
}

/** A test that only evaluates its variable and never fires. Undefined if it cannot raise or is a sequence. */
export function onlyRead(
  lowered: Lowered,
  newSlot: (kind: Slot['kind'], many: boolean, optional: boolean) => Slot,
): Cond | undefined {
  const init = raisingValue(lowered);
  if (!init) return undefined;
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
