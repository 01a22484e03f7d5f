import type { LabelPath, LabelStep } from '../match/labels.ts';
import type { Expr, NodeTest, Step } from '../xpath/ast.ts';
import type { Compilation, Scope } from './compilation.ts';
import { withItem } from './compilation.ts';
import { asCond } from './convert.ts';
import { spend } from './effort.ts';
import type { Cond, Kind, Seq, Value } from './ir.ts';
import { NotUnderstood, TRUE, and, call, exists, isNumeric, local, many, some } from './make.ts';

/**
 * A rule's context as a union of plain paths, each a pattern of labels with predicates on its steps. The labels are matched
 * by the automaton, for whole paths at once; only predicates look at single nodes.
 */
export interface ContextPath {
  readonly steps: readonly ContextStep[];
}

interface ContextStep {
  readonly label: LabelStep;
  readonly predicates: readonly Expr[];
}

export const labelsOf = (path: ContextPath): LabelPath => path.steps.map((step) => step.label);

/** `(A|B)[p]/C` goes beyond XSLT patterns: `A[p]/C | B[p]/C` does not. */
export function contextPaths(expr: Expr): ContextPath[] {
  return expand(expr).map((steps) => ({ steps }));
}

function expand(expr: Expr): ContextStep[][] {
  switch (expr.kind) {
    case 'union':
      return [...expand(expr.left), ...expand(expr.right)];
    case 'filter':
      return expand(expr.base).map((steps) => withPredicates(steps, expr.predicates));
    case 'path': {
      const { start } = expr;
      const heads = start === 'context' || start === 'root' ? [[]] : expand(start);
      return append(heads, expr.steps, start === 'context');
    }
    default:
      throw new NotUnderstood(`a context cannot be a ${expr.kind}`);
  }
}

function withPredicates(steps: ContextStep[], predicates: readonly Expr[]): ContextStep[] {
  const last = steps.at(-1);
  if (!last) throw new NotUnderstood('a predicate on the document node');
  return [...steps.slice(0, -1), { ...last, predicates: [...last.predicates, ...predicates] }];
}

/** @param relative true if the first step may be anywhere in the document. */
function append(heads: ContextStep[][], steps: readonly Step[], relative: boolean): ContextStep[][] {
  let paths = heads;
  let anywhere = relative;
  for (const step of steps) {
    spend(paths.reduce((sum, path) => sum + path.length + 1, 0));
    if (step.kind === 'expression') {
      const tails = expand(step.expr);
      if (anywhere && !relative) throw new NotUnderstood('a context with a union after //');
      paths = paths.flatMap((path) => tails.map((tail) => [...path, ...attach(tail)]));
    } else if (
      step.axis === 'descendant-or-self' &&
      step.test.kind === 'node' &&
      step.predicates.length === 0
    ) {
      anywhere = true;
      continue;
    } else {
      paths = paths.map((path) => [...path, contextStep(step, anywhere)]);
    }
    anywhere = false;
  }
  return paths;
}

/** A relative path as the continuation of another: its first step is a child. */
function attach(tail: ContextStep[]): ContextStep[] {
  const [first, ...rest] = tail;
  if (!first) throw new NotUnderstood('an absolute path inside a context');
  return [{ ...first, label: { ...first.label, anywhere: false } }, ...rest];
}

function contextStep(step: Extract<Step, { kind: 'axis' }>, anywhere: boolean): ContextStep {
  const { axis, test, predicates } = step;
  if ((axis !== 'child' && axis !== 'attribute') || (test.kind !== 'name' && test.kind !== 'wildcard')) {
    throw new NotUnderstood(`the step ${axis}:: in a context`);
  }
  const { namespace, localName } = test.kind === 'name' ? test.name : test;
  return { label: { anywhere, attribute: axis === 'attribute', namespace, localName }, predicates };
}

export const hasPredicates = (path: ContextPath): boolean =>
  path.steps.some((step) => step.predicates.length > 0);

export const kindOf = (path: ContextPath): Kind =>
  path.steps.at(-1)?.label.attribute ? 'attribute' : 'element';

/** The predicates of a path, for a node whose labels match it. */
export function contextCond(c: Compilation, path: ContextPath, node: Value, scope: Scope): Cond {
  return stepCond(c, path.steps, path.steps.length - 1, node, scope, false);
}

function stepCond(
  c: Compilation,
  steps: readonly ContextStep[],
  index: number,
  node: Value,
  scope: Scope,
  searched: boolean,
): Cond {
  const step = steps[index]!;
  let cond = searched ? exists({ ...many('element', 'flat'), op: 'axis', from: node, axis: 'self', test: nodeTest(step.label) }) : TRUE; // prettier-ignore
  const before = steps.slice(0, index);
  if (before.some((earlier) => earlier.predicates.length > 0) || (searched && before.length > 0)) {
    cond = and(cond, ancestorCond(c, steps, index, node, scope, searched));
  }
  return step.predicates.reduce((all, predicate) => and(all, predicateCond(c, predicate, node, scope)), cond);
}

/** After a `//` any ancestor may be the right one, so labels have to be checked again. */
function ancestorCond(
  c: Compilation,
  steps: readonly ContextStep[],
  index: number,
  node: Value,
  scope: Scope,
  searched: boolean,
): Cond {
  if (!steps[index]!.label.anywhere) {
    return stepCond(c, steps, index - 1, call('element', 'parentOf', node), scope, searched);
  }
  const slot = c.newSlot('element');
  const test = nodeTest(steps[index - 1]!.label);
  const ancestors: Seq = { ...many('element', 'exact'), op: 'axis', from: node, axis: 'ancestor', test };
  return some(slot, ancestors, stepCond(c, steps, index - 1, local(slot), scope, true));
}

const nodeTest = ({ namespace, localName }: LabelStep): NodeTest =>
  namespace !== undefined && localName !== undefined
    ? { kind: 'name', name: { namespace, localName } }
    : { kind: 'wildcard', namespace, localName };

function predicateCond(c: Compilation, predicate: Expr, node: Value, scope: Scope): Cond {
  const lowered = c.lower(predicate, withItem(scope, node));
  if (lowered.form === 'choice' || (lowered.form !== 'cond' && isNumeric(lowered.kind))) {
    throw new NotUnderstood('a position in a context');
  }
  return asCond(lowered);
}
