import type { Binding, Expr } from '../xpath/ast.ts';
import { atomicType, lowerCall } from './calls.ts';
import { lowerCodeList } from './codelist.ts';
import { arithmetic, compare, negate } from './compare.ts';
import type { Compilation, Scope } from './compilation.ts';
import { withVariable } from './compilation.ts';
import { asAtomic, asCond, asSeq, cast, castable, promote } from './convert.ts';
import { spend } from './effort.ts';
import type { Cond, Lowered, Seq, Value } from './ir.ts';
import {
  EMPTY,
  FALSE,
  NotUnderstood,
  and,
  choice,
  integer,
  isNode,
  local,
  many,
  not,
  or,
  some,
  through,
} from './make.ts';
import { inOrder } from './order.ts';
import { contextItem, lowerFilter, lowerPath, union } from './paths.ts';

/**
 * XPath to the intermediate representation. Kinds are found bottom-up. Each operator takes its operands in the form that it needs, and
 * refuses an operand without a meaning in that form.
 * @throws NotUnderstood
 */
export function lowerExpr(c: Compilation, expr: Expr, scope: Scope): Lowered {
  spend();
  switch (expr.kind) {
    case 'string':
      return { form: 'value', op: 'const', kind: 'string', optional: false, value: expr.value };
    case 'integer':
      return integer(exactInteger(expr.digits));
    case 'decimal':
      return { form: 'value', op: 'decimal', kind: 'decimal', optional: false, digits: expr.digits };
    case 'double':
      return { form: 'value', op: 'const', kind: 'double', optional: false, value: Number(expr.digits) };
    case 'variable':
      return lowerVariable(expr.name, scope);
    case 'context-item':
      return contextItem(scope).value;
    case 'sequence':
      return lowerSequence(c, expr.items, scope);
    case 'and':
      return and(condition(c, expr.left, scope), condition(c, expr.right, scope));
    case 'or':
      return or(condition(c, expr.left, scope), condition(c, expr.right, scope));
    case 'compare':
      return compare(expr, c.lower(expr.left, scope), c.lower(expr.right, scope), c.newSlot);
    case 'arithmetic':
      return arithmetic(expr.op, c.lower(expr.left, scope), c.lower(expr.right, scope));
    case 'sign':
      return expr.op === '-' ? negate(c.lower(expr.operand, scope)) : c.lower(expr.operand, scope);
    case 'range':
      return lowerRange(c, expr.from, expr.to, scope);
    case 'union':
      return lowerUnion(c, expr, scope);
    case 'if':
      return choice(
        condition(c, expr.test, scope),
        c.lower(expr.then, scope),
        c.lower(expr.otherwise, scope),
      );
    case 'for':
      return lowerFor(c, expr.bindings, expr.body, scope);
    case 'some':
      return quantify(c, expr.bindings, scope, (inner) => condition(c, expr.body, inner));
    case 'every':
      return not(quantify(c, expr.bindings, scope, (inner) => not(condition(c, expr.body, inner))));
    case 'cast':
    case 'castable':
      return lowerCast(c, expr, scope);
    case 'call':
      return lowerCall(c, expr, scope);
    case 'path':
      return lowerCodeList(c, expr, scope) ?? lowerPath(c, expr, scope);
    case 'filter':
      return lowerFilter(c, expr.base, expr.predicates, scope);
    default:
      return expr satisfies never;
  }
}

function condition(c: Compilation, expr: Expr, scope: Scope): Cond {
  return asCond(c.lower(expr, scope));
}

function exactInteger(digits: string): number | bigint {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : BigInt(digits);
}

function lowerVariable(name: string, scope: Scope): Lowered {
  const variable = scope.variables.get(name);
  if (!variable) throw new NotUnderstood(`the variable $${name} is not declared`);
  return variable();
}

function lowerSequence(c: Compilation, items: readonly Expr[], scope: Scope): Lowered {
  const parts = items.map((item) => asSeq(c.lower(item, scope), c.newSlot)).filter((part) => part !== EMPTY);
  const [first] = parts;
  if (!first) return EMPTY;
  if (parts.length === 1) return first;
  if (parts.every((part) => isNode(part.kind))) {
    const kind = parts.every((part) => part.kind === first.kind) ? first.kind : 'node';
    return { ...many(kind, 'written'), op: 'concat', parts };
  }
  if (parts.some((part) => part.kind !== first.kind)) {
    throw new NotUnderstood(`a sequence of ${[...new Set(parts.map((part) => part.kind))].join(' and ')}`);
  }
  return { ...many(first.kind, 'exact'), op: 'concat', parts: parts.map((part) => inOrder(part, 'exact')) };
}

function lowerRange(c: Compilation, from: Expr, to: Expr, scope: Scope): Seq {
  const bind = (expr: Expr): Value => {
    const value = asAtomic(c.lower(expr, scope));
    return value.kind === 'untyped' ? cast(value, 'integer') : promote(value, 'integer');
  };
  return { ...many('integer', 'exact'), op: 'range', from: bind(from), to: bind(to) };
}

function lowerUnion(c: Compilation, expr: Extract<Expr, { kind: 'union' }>, scope: Scope): Lowered {
  const side = (operand: Expr): Seq => asSeq(c.lower(operand, scope), c.newSlot);
  return union(side(expr.left), side(expr.right));
}

/** Each binding sees those before it. */
function lowerFor(c: Compilation, bindings: readonly Binding[], body: Expr, scope: Scope): Lowered {
  const [binding, ...rest] = bindings;
  if (!binding) return inOrder(asSeq(c.lower(body, scope), c.newSlot), 'exact');
  return through<Lowered>(
    c.lower(binding.in, scope),
    (plain) => {
      const input = inOrder(asSeq(plain, c.newSlot), 'exact');
      if (input === EMPTY) return EMPTY;
      const slot = c.newSlot(input.kind);
      const inner = asSeq(
        lowerFor(
          c,
          rest,
          body,
          withVariable(scope, binding.variable, () => local(slot)),
        ),
        c.newSlot,
      );
      if (inner === EMPTY) return EMPTY;
      if (isNode(inner.kind)) throw new NotUnderstood('a for that returns nodes');
      return { ...many(inner.kind, 'exact'), op: 'for', slot, input, body: inner };
    },
    choice,
  );
}

function quantify(
  c: Compilation,
  bindings: readonly Binding[],
  scope: Scope,
  body: (inner: Scope) => Cond,
): Cond {
  const [binding, ...rest] = bindings;
  if (!binding) return body(scope);
  const input = asSeq(c.lower(binding.in, scope), c.newSlot);
  if (input === EMPTY) return FALSE;
  const slot = c.newSlot(input.kind);
  const inner = withVariable(scope, binding.variable, () => local(slot));
  return some(slot, input, quantify(c, rest, inner, body));
}

function lowerCast(
  c: Compilation,
  expr: Extract<Expr, { kind: 'cast' | 'castable' }>,
  scope: Scope,
): Lowered {
  const kind = atomicType(expr.type);
  const value = asAtomic(c.lower(expr.operand, scope));
  if (expr.kind === 'castable') {
    const cond = castable(value, kind);
    return expr.orEmpty && value.optional ? or(not({ form: 'cond', op: 'present', value }), cond) : cond;
  }
  const result = cast(value, kind);
  if (!result.optional || expr.orEmpty) return result;
  return { form: 'value', op: 'required', kind, optional: false, value: result, code: 'XPTY0004' };
}
