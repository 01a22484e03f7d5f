import type { Expr, Step } from '../xpath/ast.ts';
import type { LabelPath, LabelStep } from '../match/labels.ts';
import type { Compilation, Scope } from './compilation.ts';
import { withItem } from './compilation.ts';
import { asCond, asSeq, asValue } from './convert.ts';
import type { Cond, Kind, Lowered, Needs, Order, Seq, Value } from './ir.ts';
import {
  DOCUMENT,
  EMPTY,
  NotUnderstood,
  TRUE,
  choice,
  isNode,
  isNumeric,
  local,
  many,
  one,
  through,
} from './make.ts';
import { inOrder, weaker } from './order.ts';
import { isTotal } from './total.ts';
import { freeSlots } from './walk.ts';

type AxisStep = Extract<Step, { kind: 'axis' }>;
type PathExpr = Extract<Expr, { kind: 'path' }>;

const AT_ROOT: Needs = { from: 'root', alternatives: [[]], sealed: false };
const ANY_ELEMENT: LabelStep = {
  anywhere: false,
  attribute: false,
  namespace: undefined,
  localName: undefined,
};

export function lowerPath(c: Compilation, expr: PathExpr, scope: Scope): Lowered {
  const start = pathStart(c, expr, scope);
  if (expr.steps.length === 0) return start;
  return through<Lowered>(start, (plain) => walk(c, asSeq(plain, c.newSlot), expr.steps, scope), choice);
}

function pathStart(c: Compilation, expr: PathExpr, scope: Scope): Lowered {
  if (expr.start === 'root') return expr.steps.length === 0 ? DOCUMENT : { ...one(DOCUMENT), needs: AT_ROOT };
  if (expr.start !== 'context') return c.lower(expr.start, scope);
  const item = contextItem(scope);
  return { ...one(item.value), needs: item.needs };
}

export function contextItem(scope: Scope): NonNullable<Scope['item']> {
  if (!scope.item) throw new NotUnderstood('there is no context item here');
  return scope.item;
}

function walk(c: Compilation, start: Seq, steps: readonly Step[], scope: Scope): Seq {
  let seq = start;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    const next = steps[i + 1];
    const merged = next && isAllDescendants(step) ? mergedStep(c, next, seq, scope) : undefined;
    if (merged) {
      seq = merged;
      i++;
    } else {
      seq =
        step.kind === 'axis'
          ? axisStep(c, seq, step, false, scope)
          : expressionStep(c, seq, step.expr, scope);
    }
  }
  return seq;
}

function mergedStep(c: Compilation, next: Step, seq: Seq, scope: Scope): Seq | undefined {
  return descendantStep(c, next, seq, scope) ?? descendantUnion(c, next, seq, scope);
}

const ALL_DESCENDANTS: Step = {
  kind: 'axis',
  axis: 'descendant-or-self',
  test: { kind: 'node' },
  predicates: [],
};

const isAllDescendants = (step: Step): boolean =>
  step.kind === 'axis' &&
  step.axis === 'descendant-or-self' &&
  step.test.kind === 'node' &&
  step.predicates.length === 0;

/** `//(A|B)` is `//A|//B`. */
function descendantUnion(c: Compilation, step: Step, seq: Seq, scope: Scope): Seq | undefined {
  const paths = step.kind === 'expression' ? unionOfPaths(step.expr) : undefined;
  const isPlain = paths?.every(
    ({ start, steps }) => start === 'context' && steps[0]?.kind === 'axis' && steps[0].axis === 'child',
  );
  if (!paths || !isPlain) return undefined;
  return paths.map(({ steps }) => walk(c, seq, [ALL_DESCENDANTS, ...steps], scope)).reduce(union);
}

function unionOfPaths(expr: Expr): PathExpr[] | undefined {
  if (expr.kind === 'path') return [expr];
  if (expr.kind !== 'union') return undefined;
  const [left, right] = [unionOfPaths(expr.left), unionOfPaths(expr.right)];
  return left && right && [...left, ...right];
}

/** `//x` is `descendant::x`, if no predicate counts: `//x[1]` is the first x of each parent. */
function descendantStep(c: Compilation, next: Step, seq: Seq, scope: Scope): Seq | undefined {
  if (next.kind !== 'axis' || next.test.kind === 'text') return undefined;
  if (next.axis !== 'child' && (next.axis !== 'attribute' || !isLabelled(seq))) return undefined;
  if (next.predicates.some((predicate) => isPositional(c, predicate, scope))) return undefined;
  return axisStep(c, seq, next.axis === 'child' ? { ...next, axis: 'descendant' } : next, true, scope);
}

function isPositional(c: Compilation, predicate: Expr, scope: Scope): boolean {
  if (isLast(predicate)) return true;
  const lowered = c.lower(predicate, withItem(scope, local(c.newSlot('element'))));
  return isNumber(lowered);
}

function axisStep(c: Compilation, seq: Seq, step: AxisStep, anywhere: boolean, scope: Scope): Seq {
  const label = labelStep(step, anywhere);
  const needs = seq.needs && label ? extend(seq.needs, label) : seal(seq.needs);
  // A position counts among the children of one parent, while a label path has nodes of many parents: `a/b[1]` is not `(a/b)[1]`.
  const counted = seq.op !== 'one' && step.predicates.some((predicate) => isPositional(c, predicate, scope));
  if (label && isLabelled(seq) && needs && !needs.sealed && !counted) {
    const kind = label.attribute ? 'attribute' : 'element';
    const labelled: Seq = {
      ...many(kind, orderOf(needs.alternatives), needs),
      op: 'labelled',
      paths: needs.alternatives,
    };
    return applyPredicates(c, labelled, step.predicates, scope);
  }
  if (seq.op === 'one' && !seq.value.optional) return axisFrom(c, seq.value, step, needs, scope);
  const slot = c.newSlot(seq.kind);
  const body = axisFrom(c, local(slot), step, needs, scope);
  return { ...many(body.kind, compose(seq.order, step), needs), op: 'for', slot, input: seq, body };
}

function axisFrom(c: Compilation, from: Value, step: AxisStep, needs: Needs | undefined, scope: Scope): Seq {
  if (!isNode(from.kind)) throw new NotUnderstood(`a step from a ${from.kind}`);
  const { axis, test } = step;
  const axisSeq: Seq = {
    ...many(resultKind(from.kind, step), axisOrder(step), needs),
    op: 'axis',
    from,
    axis,
    test,
  };
  return applyPredicates(c, axisSeq, step.predicates, scope);
}

/** Whether a sequence is a label path alone, so that one more label can be added to it. */
const isLabelled = (seq: Seq): boolean =>
  seq.needs?.from === 'root' &&
  (seq.op === 'labelled' ||
    (seq.op === 'one' && (seq.value === DOCUMENT || seq.value.op === 'root-element')));

/** The needs of a rule whose context node is the root element: as a pattern, `/*`. */
export const AT_ROOT_ELEMENT: Needs = { from: 'root', alternatives: [[ANY_ELEMENT]], sealed: false };

function labelStep({ axis, test }: AxisStep, anywhere: boolean): LabelStep | undefined {
  if (axis !== 'child' && axis !== 'attribute' && axis !== 'descendant') return undefined;
  if (test.kind !== 'name' && test.kind !== 'wildcard') return undefined;
  const { namespace, localName } = test.kind === 'name' ? test.name : test;
  return {
    anywhere: anywhere || axis === 'descendant',
    attribute: axis === 'attribute',
    namespace,
    localName,
  };
}

function extend(needs: Needs, label: LabelStep): Needs {
  return needs.sealed
    ? needs
    : { ...needs, alternatives: needs.alternatives.map((path) => [...path, label]) };
}

const seal = (needs: Needs | undefined): Needs | undefined => needs && { ...needs, sealed: true };

/** Label paths of one length, without gaps, are never inside each other. */
function orderOf(paths: readonly LabelPath[]): Order {
  const length = paths[0]?.length;
  const flat = paths.every((path) => path.length === length && path.every((step) => !step.anywhere));
  return flat ? 'flat' : 'exact';
}

function resultKind(from: Kind, { axis, test }: AxisStep): Kind {
  if (test.kind === 'text') {
    if (axis !== 'child') throw new NotUnderstood(`text() on the axis "${axis}"`);
    return 'text';
  }
  if (axis === 'attribute') return 'attribute';
  if (axis === 'self') return test.kind === 'node' ? from : isAttributeKind(from);
  if (test.kind !== 'node') return 'element';
  if (
    axis === 'child' ||
    axis === 'descendant' ||
    axis.startsWith('following') ||
    axis.startsWith('preceding')
  ) {
    throw new NotUnderstood(`node() on the axis "${axis}"`);
  }
  return 'node';
}

/** The principal node kind of the self axis is element: `self::x` of an attribute is empty. */
const isAttributeKind = (from: Kind): Kind => (from === 'attribute' ? 'none' : 'element');

function axisOrder({ axis }: AxisStep): Order {
  const nested =
    axis.startsWith('descendant') ||
    axis.startsWith('ancestor') ||
    axis === 'preceding' ||
    axis === 'following';
  return nested ? 'exact' : 'flat';
}

/** The order of taking one step from every node of a sequence. */
function compose(input: Order, { axis }: AxisStep): Order {
  if (axis === 'attribute' || axis === 'self') return input;
  if (axis === 'child') return input === 'exact' ? 'distinct' : input;
  return axis.startsWith('descendant') && input === 'flat' ? 'exact' : 'any';
}

function expressionStep(c: Compilation, seq: Seq, expr: Expr, scope: Scope): Seq {
  if (expr.kind === 'context-item') return seq;
  const needs = seal(seq.needs);
  if (seq.op === 'one' && !seq.value.optional) {
    return asSeq(c.lower(expr, withItem(scope, seq.value, seq.needs)), c.newSlot);
  }
  const slot = c.newSlot(seq.kind);
  const body = asSeq(c.lower(expr, withItem(scope, local(slot), seq.needs)), c.newSlot);
  if (body === EMPTY) return EMPTY;
  const order = isNode(body.kind) ? 'any' : weaker(seq.order === 'flat' ? 'exact' : seq.order, body.order);
  return { ...many(body.kind, order, needs), op: 'for', slot, input: seq, body };
}

export function lowerFilter(c: Compilation, base: Expr, predicates: readonly Expr[], scope: Scope): Lowered {
  return through<Lowered>(
    c.lower(base, scope),
    (plain) => applyPredicates(c, asSeq(plain, c.newSlot), predicates, scope),
    choice,
  );
}

function applyPredicates(c: Compilation, input: Seq, predicates: readonly Expr[], scope: Scope): Seq {
  return predicates.reduce(
    (seq, predicate) => (seq === EMPTY ? seq : filter(c, seq, predicate, scope)),
    input,
  );
}

function filter(c: Compilation, input: Seq, predicate: Expr, scope: Scope): Seq {
  if (isLast(predicate)) return nth(input, 'last');
  const slot = c.newSlot(input.kind);
  const lowered = c.lower(predicate, withItem(scope, local(slot), input.needs));
  if (isNumber(lowered)) {
    const index = asValue(lowered);
    if (freeSlots(index).has(slot)) throw new NotUnderstood('a position that depends on the item');
    return nth(input, index);
  }
  const cond: Cond = asCond(lowered);
  if (cond === TRUE) return input;
  const needs = isTotal(cond) ? input.needs : seal(input.needs);
  return { ...many(input.kind, input.order, needs), op: 'where', slot, input, cond };
}

const REVERSE = new Set(['ancestor', 'ancestor-or-self', 'preceding', 'preceding-sibling']);

function nth(input: Seq, index: Value | 'last'): Seq {
  if (input.op === 'axis' && REVERSE.has(input.axis))
    throw new NotUnderstood(`a position on the axis "${input.axis}"`);
  const order: Order = 'flat';
  return { ...many(input.kind, order, input.needs), op: 'nth', input: inOrder(input, 'exact'), index };
}

/** Numeric predicates are positional by type, not by look. */
function isNumber(lowered: Lowered): boolean {
  if (lowered.form === 'choice') return isNumber(lowered.then) || isNumber(lowered.otherwise);
  return lowered.form !== 'cond' && isNumeric(lowered.kind);
}

const isLast = (expr: Expr): boolean =>
  expr.kind === 'call' && expr.name.localName === 'last' && expr.args.length === 0;

/** `A | B`: in document order if the consumer needs that. */
export function union(left: Seq, right: Seq): Seq {
  if (left === EMPTY) return right;
  if (right === EMPTY) return left;
  if (!isNode(left.kind) || !isNode(right.kind))
    throw new NotUnderstood(`a union of ${left.kind} and ${right.kind}`);
  const kind = left.kind === right.kind ? left.kind : 'node';
  const needs = eitherNeeds(left.needs, right.needs);
  if (left.op === 'labelled' && right.op === 'labelled' && needs && kind === 'element') {
    return { ...many(kind, orderOf(needs.alternatives), needs), op: 'labelled', paths: needs.alternatives };
  }
  return { ...many(kind, 'any', needs), op: 'concat', parts: [left, right] };
}

function eitherNeeds(a: Needs | undefined, b: Needs | undefined): Needs | undefined {
  if (!a || !b || a.from !== b.from) return undefined;
  return { from: a.from, alternatives: [...a.alternatives, ...b.alternatives], sealed: a.sealed || b.sealed };
}
