import type { Expr } from 'en16931-rules/engine/xpath/ast.ts';
import { constantsOf } from './evaluate.ts';
import { type Making, type Scope, at } from './making.ts';
import { Elem, type Place } from './tree.ts';

/** Propagates a value back through an expression to a node that can have it. */
export function assignValue(making: Making, expr: Expr, scope: Scope, value: string): boolean {
  switch (expr.kind) {
    case 'context-item':
      return settle(scope.node, value);
    case 'variable':
      return toVariable(making, expr.name, scope, value);
    case 'path':
      return toPath(making, expr, scope, value);
    case 'filter': {
      // The value is set first, because the predicates may read it.
      const node = making.ensure(expr.base, scope);
      return node !== undefined && settle(node, value) && making.ensure(expr, scope) !== undefined;
    }
    case 'union': {
      const node = making.ensure(expr, scope);
      return node !== undefined && settle(node, value);
    }
    case 'cast':
      return making.assign(expr.operand, scope, value);
    case 'sign':
      return making.assign(expr.operand, scope, value.startsWith('-') ? value.slice(1) : `-${value}`);
    case 'if': {
      const way = making.draw.below(2) === 0;
      return (
        making.want(expr.test, scope, way) && making.assign(way ? expr.then : expr.otherwise, scope, value)
      );
    }
    case 'arithmetic':
      return toTerm(making, expr, scope, value);
    case 'for': {
      const [first] = expr.bindings;
      const node = first && making.ensure(first.in, scope);
      if (!first || !node) return false;
      const variables = new Map(scope.variables).set(first.variable, { kind: 'node', node });
      return making.assign(expr.body, { ...scope, variables }, value);
    }
    case 'call':
      return toArgument(making, expr, scope, value);
    default:
      return constantsOf(making, expr, scope)?.[0] === value;
  }
}

function settle(node: Place, value: string): boolean {
  if (node instanceof Elem && (!node.parent || node.children.length > 0)) return node.value === value;
  if (node.settled) return node.text === value;
  node.text = value;
  node.settled = true;
  return true;
}

function toVariable(making: Making, name: string, scope: Scope, value: string): boolean {
  const bound = scope.variables.get(name);
  if (!bound) return false;
  if (bound.kind === 'node') return settle(bound.node, value);
  return bound.kind === 'expr' ? making.assign(bound.expr, bound.scope, value) : bound.value === value;
}

function toPath(making: Making, expr: Extract<Expr, { kind: 'path' }>, scope: Scope, value: string): boolean {
  const last = expr.steps.at(-1);
  if (last?.kind !== 'expression') {
    const node = making.ensure(expr, scope);
    return node !== undefined && settle(node, value);
  }
  const head = making.ensure({ ...expr, steps: expr.steps.slice(0, -1) }, scope);
  return head !== undefined && making.assign(last.expr, at(scope, head), value);
}

/** The other operand keeps its value if it is known. */
function toTerm(making: Making, expr: Extract<Expr, { kind: 'arithmetic' }>, scope: Scope, value: string) {
  const { op, left, right } = expr;
  const isLeftFixed = constantsOf(making, left, scope) !== undefined;
  const other = Number(
    making.values(isLeftFixed ? left : right, scope)?.[0] ?? (op === '*' || op === 'div' ? 1 : 0),
  );
  const wanted = Number(value);
  const needed = isLeftFixed
    ? { '+': wanted - other, '-': other - wanted, '*': wanted / other, div: other / wanted, idiv: other / wanted, mod: wanted }[op]
    : { '+': wanted - other, '-': wanted + other, '*': wanted / other, div: wanted * other, idiv: wanted * other, mod: wanted }[op]; // prettier-ignore
  return making.assign(isLeftFixed ? right : left, scope, String(needed));
}

function toArgument(
  making: Making,
  expr: Extract<Expr, { kind: 'call' }>,
  scope: Scope,
  value: string,
): boolean {
  const [first = { kind: 'context-item' }, second, third] = expr.args;
  const constant = (arg: Expr | undefined) => (arg ? constantsOf(making, arg, scope)?.[0] : undefined);
  switch (expr.name.localName) {
    case 'string-length': {
      const length = Math.min(5_000, Math.max(0, Number(value)));
      return making.assign(first, scope, '1'.repeat(length || 0));
    }
    case 'count':
      if (first.kind === 'call' && first.name.localName === 'distinct-values')
        return distinct(making, first.args[0] ?? first, scope, Number(value));
      if (first.kind === 'call' && first.name.localName === 'tokenize')
        return parted(making, first, scope, Number(value));
      return many(making, first, scope, Number(value));
    case 'substring': {
      const from = Number(constant(second) ?? 1);
      return making.assign(
        first,
        scope,
        '0'.repeat(Math.max(0, from - 1)) +
          value +
          (third ? making.draw.from(['', '00', 'zz', '0000000000']) : ''),
      );
    }
    case 'substring-before':
      return making.assign(first, scope, `${value}${constant(second) ?? ''}00`);
    case 'substring-after':
      return making.assign(first, scope, `1${constant(second) ?? ''}${value}`);
    case 'concat':
      return toConcat(making, expr.args, scope, value);
    case 'name':
    case 'local-name':
      return making.values(expr, scope)?.[0] === value;
    case 'true':
    case 'false':
      return expr.name.localName === value;
    default:
      return making.assign(first, scope, value);
  }
}

/** Removes the literal parts; the first other part gets the rest. */
function toConcat(making: Making, args: readonly Expr[], scope: Scope, value: string): boolean {
  const open = args.filter((arg) => constantsOf(making, arg, scope) === undefined);
  if (open.length === 0) return false;
  const variable = making.draw.from(open);
  const index = args.indexOf(variable);
  const literal = (parts: readonly Expr[]) =>
    parts.map((part) => constantsOf(making, part, scope)?.[0] ?? '').join('');
  const [before, after] = [literal(args.slice(0, index)), literal(args.slice(index + 1))];
  const stripped = value.startsWith(before) && value.endsWith(after) ? value.slice(before.length, value.length - after.length) : value; // prettier-ignore
  return making.assign(variable, scope, stripped);
}

/** No rule counts beyond this. */
const MAX_COPIES = 1_001;
/** Up to this count, ancestors are copied as well; more would be megabytes. */
const FEW_COPIES = 3;

/** Makes the path select at least that many nodes, or none. */
export function many(making: Making, expr: Expr, scope: Scope, count: number): boolean {
  if (count <= 0) return making.clear(expr, scope);
  const first = making.ensure(expr, scope);
  if (!first) return false;
  let last = copied(making, first, count <= FEW_COPIES);
  if (!last) return count <= 1;
  for (let more = making.nodes(expr, scope).length; more < Math.min(count, MAX_COPIES); more++) {
    last.copy();
    last = copied(making, first, count <= FEW_COPIES) ?? last;
  }
  return true;
}

/** A text that the separator parts into that many. */
function parted(
  making: Making,
  { args }: Extract<Expr, { kind: 'call' }>,
  scope: Scope,
  count: number,
): boolean {
  const [text, separator] = args;
  const literal = separator && constantsOf(making, separator, scope)?.[0];
  if (!text || literal === undefined || !(count > 0)) return false;
  return making.assign(
    text,
    scope,
    Array.from({ length: Math.min(count, FEW_COPIES) }, () => 'x').join(literal),
  );
}

/** This number of nodes, all different. */
function distinct(making: Making, expr: Expr, scope: Scope, count: number): boolean {
  if (!many(making, expr, scope, count)) return false;
  for (const [index, node] of making.nodes(expr, scope).entries()) node.text = String(index + 1);
  return true;
}

/** The element itself or an ancestor, if nothing depends on its being single. */
function copied(making: Making, place: Place, mayClimb: boolean): Elem | undefined {
  let element = place instanceof Elem ? place : place.parent;
  while (mayClimb && element.parent?.parent && !element.parent.kept && making.draw.below(3) === 0)
    element = element.parent;
  return element.kept && making.draw.below(2) === 0 ? undefined : element.parent?.parent && element;
}
