import type { Expr } from 'en16931-rules/engine/xpath/ast.ts';
import { many } from './assign.ts';
import { compared } from './compare.ts';
import { constantsOf } from './evaluate.ts';
import { type Making, type Scope, binding } from './making.ts';
import { RIGHT, WRONG } from './values.ts';

/** Makes an expression true or false as a condition. */
export function wantOf(making: Making, expr: Expr, scope: Scope, wanted: boolean): boolean {
  const { draw } = making;
  switch (expr.kind) {
    case 'and':
    case 'or': {
      if ((expr.kind === 'and') === wanted)
        return making.want(expr.left, scope, wanted) && making.want(expr.right, scope, wanted);
      const [one, other] = draw.below(2) ? [expr.left, expr.right] : [expr.right, expr.left];
      // The other operand should be valid: its errors would hide the verdict.
      if (draw.below(2)) making.want(other, scope, !wanted);
      return making.want(one, scope, wanted);
    }
    case 'compare':
      return compared(making, expr, scope, wanted);
    case 'if': {
      const way = draw.below(2) === 0;
      return (
        making.want(expr.test, scope, way) && making.want(way ? expr.then : expr.otherwise, scope, wanted)
      );
    }
    case 'some':
    case 'every':
      return quantified(making, expr, scope, wanted);
    case 'castable':
      return making.assign(expr.operand, scope, draw.from(wanted ? RIGHT : WRONG));
    case 'call':
      return calledFor(making, expr, scope, wanted);
    case 'variable': {
      const bound = scope.variables.get(expr.name);
      if (bound?.kind === 'expr') return making.want(bound.expr, bound.scope, wanted);
      return bound !== undefined && wanted;
    }
    case 'cast':
      return making.assign(expr.operand, scope, String(wanted));
    case 'context-item':
      return wanted;
    case 'sequence':
      return expr.items.length > 0 ? making.want(draw.from(expr.items), scope, wanted) : !wanted;
    default:
      return wanted ? making.ensure(expr, scope) !== undefined : making.clear(expr, scope);
  }
}

function quantified(
  making: Making,
  expr: Extract<Expr, { kind: 'some' | 'every' }>,
  scope: Scope,
  wanted: boolean,
) {
  const { draw } = making;
  const isAnyEnough = (expr.kind === 'some') === wanted;
  if (!isAnyEnough && draw.below(3) > 0) return making.clear(expr.bindings[0]!.in, scope);
  let inner = scope;
  for (const { variable, in: source } of expr.bindings) {
    const values = constantsOf(making, source, inner);
    const node = values ? undefined : making.ensure(source, inner);
    if (node && draw.below(6) === 0) many(making, source, inner, 2);
    if (values && values.length > 0)
      inner = binding(inner, variable, { kind: 'value', value: draw.from(values) });
    else if (node && isNodes(source)) inner = binding(inner, variable, { kind: 'node', node });
    else inner = binding(inner, variable, { kind: 'expr', expr: source, scope: inner });
  }
  return making.want(expr.body, inner, wanted);
}

/** Whether the expression selects nodes instead of computing a value. */
const isNodes = (expr: Expr): boolean =>
  expr.kind === 'filter' ? isNodes(expr.base) : expr.kind === 'path' ? expr.steps.at(-1)?.kind !== 'expression' : expr.kind === 'union'; // prettier-ignore

function calledFor(
  making: Making,
  expr: Extract<Expr, { kind: 'call' }>,
  scope: Scope,
  wanted: boolean,
): boolean {
  const { draw } = making;
  const [first = { kind: 'context-item' } as const, second] = expr.args;
  switch (expr.name.localName) {
    case 'true':
    case 'false':
      return (expr.name.localName === 'true') === wanted;
    case 'not':
      return making.want(first, scope, !wanted);
    case 'boolean':
      return making.want(first, scope, wanted);
    case 'exists':
    case 'empty':
      return (expr.name.localName === 'exists') === wanted
        ? making.ensure(first, scope) !== undefined
        : making.clear(first, scope);
    case 'contains':
    case 'starts-with':
    case 'ends-with':
      return second !== undefined && holds(making, expr.name.localName, first, second, scope, wanted);
    case 'matches': {
      const pattern = second && constantsOf(making, second, scope)?.[0];
      const fitting = pattern === undefined ? [] : [...RIGHT, ...WRONG].filter((each) => isMatch(pattern, each) === wanted); // prettier-ignore
      return making.assign(first, scope, draw.from(fitting.length > 0 ? fitting : wanted ? RIGHT : WRONG));
    }
    case 'count':
      return many(making, first, scope, wanted ? 1 : 0);
    default:
      return ownFunction(making, expr, scope, wanted);
  }
}

/** Close enough for random choices: the engine has the verdict. */
function isMatch(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return false;
  }
}

function holds(
  making: Making,
  name: string,
  first: Expr,
  second: Expr,
  scope: Scope,
  wanted: boolean,
): boolean {
  const { draw } = making;
  if (first.kind === 'call' && /^(local-)?name$/.test(first.name.localName)) {
    const ending = constantsOf(making, second, scope)?.[0] ?? '';
    return (making.values(first, scope)?.[0] ?? '').endsWith(ending) === wanted;
  }
  const [list, part] = [constantsOf(making, first, scope)?.[0], constantsOf(making, second, scope)?.[0]];
  if (list !== undefined) {
    const tokens = list.split(/[\s,|]+/).filter(Boolean);
    const token = wanted && tokens.length > 0 ? draw.from(tokens) : draw.from(WRONG);
    return making.assign(second, scope, draw.below(2) ? ` ${token} ` : token);
  }
  const value = making.values(first, scope)?.[0];
  if (name === 'contains' && part !== undefined && value !== undefined && value.includes(part) === wanted)
    return true;
  if (part === undefined) return making.assign(second, scope, draw.from(wanted ? RIGHT : WRONG));
  if (!wanted) return making.assign(first, scope, draw.from([...WRONG, ...RIGHT].filter((each) => !each.includes(part) || part === ''))); // prettier-ignore
  if (name === 'starts-with') return making.assign(first, scope, `${part}1`);
  return making.assign(first, scope, draw.below(2) || name === 'ends-with' ? `1${part}` : `1${part}2`);
}

/** A function of the pack: its result as a condition if it is one expression, otherwise arguments that may work. */
function ownFunction(
  making: Making,
  expr: Extract<Expr, { kind: 'call' }>,
  scope: Scope,
  wanted: boolean,
): boolean {
  const { draw } = making;
  const own = making.functionNamed(expr.name.namespace, expr.name.localName);
  if (own?.body && draw.below(2) > 0) {
    const variables = new Map(scope.variables);
    own.params.forEach((name, i) => variables.set(name, { kind: 'expr', expr: expr.args[i]!, scope }));
    let inner: Scope = { ...scope, variables };
    for (const { name, value } of own.body.variables) inner = binding(inner, name, { kind: 'expr', expr: value, scope: inner }); // prettier-ignore
    return making.want(own.body.result, inner, wanted);
  }
  return own
    ? expr.args.every((arg) => constantsOf(making, arg, scope) !== undefined || making.assign(arg, scope, draw.from(wanted ? RIGHT : draw.below(3) ? WRONG : RIGHT))) // prettier-ignore
    : making.assign(expr, scope, draw.from(wanted ? RIGHT : ['', ' ']));
}
