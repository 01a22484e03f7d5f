import type { LabelStep } from 'en16931-rules/engine/match/labels.ts';
import type { Expr, NodeTest } from 'en16931-rules/engine/xpath/ast.ts';

/** A condition and its wanted value. */
export interface Demand {
  readonly expr: Expr;
  readonly value: boolean;
}

/** Beyond this number of parts there is no answer: all values of all parts are tried. */
const MAX_PARTS = 10;

/**
 * Whether the conditions can hold together at a node of that name, as far as logic and the name show. Parts that are no
 * `and`, `or` or `not` may have any value; equal parts have equal values.
 */
export function canHold(demands: readonly Demand[], label: LabelStep): boolean {
  const parts = new Set<string>();
  for (const { expr } of demands) collect(expr, label, parts);
  if (parts.size > MAX_PARTS) return true;
  const keys = [...parts];
  for (let choice = 0; choice < 1 << keys.length; choice++) {
    const truth = new Map(keys.map((key, bit) => [key, (choice & (1 << bit)) !== 0]));
    if (demands.every(({ expr, value }) => valueOf(expr, label, truth) === value)) return true;
  }
  return false;
}

function collect(expr: Expr, label: LabelStep, parts: Set<string>): void {
  const inner = operandsOf(expr);
  if (inner) for (const each of inner) collect(each, label, parts);
  else if (known(expr, label) === undefined) parts.add(keyOf(expr));
}

function operandsOf(expr: Expr): readonly Expr[] | undefined {
  if (expr.kind === 'and' || expr.kind === 'or') return [expr.left, expr.right];
  const isLogic = expr.kind === 'call' && /^(not|boolean|exists|empty)$/.test(expr.name.localName);
  // An argument of `exists` is tested for existence, not for its truth.
  const asksNodes = isLogic && /^(exists|empty)$/.test(expr.name.localName);
  return isLogic && (!asksNodes || isNodes(expr.args[0])) ? expr.args : undefined;
}

const isNodes = (expr: Expr | undefined): boolean =>
  expr?.kind === 'path' && expr.steps.at(-1)?.kind === 'axis';

function valueOf(expr: Expr, label: LabelStep, truth: ReadonlyMap<string, boolean>): boolean {
  const inner = operandsOf(expr)?.map((each) => valueOf(each, label, truth));
  if (!inner) return known(expr, label) ?? truth.get(keyOf(expr)) ?? false;
  if (expr.kind === 'and') return inner.every(Boolean);
  if (expr.kind === 'or') return inner.some(Boolean);
  const isNegated = expr.kind === 'call' && /^(not|empty)$/.test(expr.name.localName);
  return inner[0] !== isNegated;
}

const KEYS = new WeakMap<Expr, string>();

/** Each is evaluated many times: once for every choice of the values of the others. */
function keyOf(expr: Expr): string {
  const key = KEYS.get(expr) ?? JSON.stringify(expr);
  KEYS.set(expr, key);
  return key;
}

/** The value of a part at every node of that name. */
function known(expr: Expr, label: LabelStep): boolean | undefined {
  switch (expr.kind) {
    case 'call':
      return calledOf(expr, label);
    case 'compare':
      return countedOne(expr);
    case 'path': {
      const [step, ...more] = expr.steps;
      const isSelf = expr.start === 'context' && step?.kind === 'axis' && step.axis === 'self';
      return isSelf && more.length === 0 && step.predicates.length === 0
        ? isNamed(label, step.test)
        : undefined;
    }
    default:
      return undefined;
  }
}

function calledOf({ name, args }: Extract<Expr, { kind: 'call' }>, { localName }: LabelStep) {
  const [first, second] = args;
  if (name.localName === 'true' || name.localName === 'false') return name.localName === 'true';
  const isName =
    first?.kind === 'call' && /^(local-)?name$/.test(first.name.localName) && first.args.length === 0;
  // A prefix may stand before it, so only the end of the name is known.
  return isName && name.localName === 'ends-with' && second?.kind === 'string'
    ? localName?.endsWith(second.value)
    : undefined;
}

/** `count(.) <= 50`: there is one context item. */
function countedOne({ op, left, right }: Extract<Expr, { kind: 'compare' }>): boolean | undefined {
  const isOne =
    left.kind === 'call' && left.name.localName === 'count' && left.args[0]?.kind === 'context-item';
  if (!isOne || right.kind !== 'integer') return undefined;
  const other = Number(right.digits);
  return { '=': other === 1, '!=': other !== 1, '<': other > 1, '<=': other >= 1, '>': other < 1, '>=': other <= 1 }[op]; // prettier-ignore
}

function isNamed({ namespace, localName }: LabelStep, test: NodeTest): boolean | undefined {
  if (test.kind !== 'name' || namespace === undefined || localName === undefined) return undefined;
  return test.name.namespace === namespace && test.name.localName === localName;
}
