import type { Expr } from 'en16931-rules/engine/xpath/ast.ts';
import type { Making, Scope } from './making.ts';

/** The value of an expression if it is easily found: literals, values of paths, arithmetic and the common functions. */
export function valuesOf(making: Making, expr: Expr, scope: Scope): readonly string[] | undefined {
  const of = (each: Expr): readonly string[] | undefined => valuesOf(making, each, scope);
  switch (expr.kind) {
    case 'string':
      return [expr.value];
    case 'integer':
    case 'decimal':
    case 'double':
      return [expr.digits];
    case 'sign': {
      const value = number(of(expr.operand));
      return value === undefined ? undefined : [String(expr.op === '-' ? -value : value)];
    }
    case 'sequence':
      return together(expr.items.map(of));
    case 'variable': {
      const bound = scope.variables.get(expr.name);
      if (bound?.kind === 'expr') return valuesOf(making, bound.expr, bound.scope);
      return bound && [bound.kind === 'node' ? bound.node.value : bound.value];
    }
    case 'context-item':
      return [scope.node.value];
    case 'path':
    case 'filter':
    case 'union':
      return making.nodes(expr, scope).map((node) => node.value);
    case 'range': {
      const [from, to] = [number(of(expr.from)), number(of(expr.to))];
      if (from === undefined || to === undefined || to - from > 100) return undefined;
      return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => String(from + i));
    }
    case 'arithmetic': {
      const [left, right] = [number(of(expr.left)), number(of(expr.right))];
      return left === undefined || right === undefined ? undefined : [shown(computed(expr.op, left, right))];
    }
    case 'cast':
      return of(expr.operand);
    case 'call':
      return called(expr.name.localName, expr.args.map(of), scope);
    default:
      return undefined;
  }
}

/** Only values that the document cannot change. */
export function constantsOf(making: Making, expr: Expr, scope: Scope): readonly string[] | undefined {
  return isConstant(expr, scope) ? valuesOf(making, expr, scope) : undefined;
}

function isConstant(expr: Expr, scope: Scope): boolean {
  switch (expr.kind) {
    case 'string':
    case 'integer':
    case 'decimal':
    case 'double':
      return true;
    case 'sign':
      return isConstant(expr.operand, scope);
    case 'sequence':
      return expr.items.every((item) => isConstant(item, scope));
    case 'variable': {
      const bound = scope.variables.get(expr.name);
      return bound?.kind === 'value' || (bound?.kind === 'expr' && isConstant(bound.expr, bound.scope));
    }
    case 'arithmetic':
      return isConstant(expr.left, scope) && isConstant(expr.right, scope);
    case 'range':
      return isConstant(expr.from, scope) && isConstant(expr.to, scope);
    case 'call':
      return (expr.args.length > 0 || /^(true|false)$/.test(expr.name.localName)) && expr.args.every((arg) => isConstant(arg, scope)); // prettier-ignore
    default:
      return false;
  }
}

type Values = readonly string[] | undefined;

function together(all: readonly Values[]): Values {
  return all.every((each) => each !== undefined) ? all.flat() : undefined;
}

const number = (values: Values): number | undefined => {
  const value = values?.[0]?.trim();
  return value && !Number.isNaN(Number(value)) ? Number(value) : undefined;
};

const shown = (value: number): string => String(Math.round(value * 1e6) / 1e6);

function computed(op: string, left: number, right: number): number {
  switch (op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case 'mod':
      return left % right;
    default:
      return op === 'idiv' ? Math.trunc(left / right) : left / right;
  }
}

function called(name: string, args: readonly Values[], scope: Scope): Values {
  const first = args.length === 0 ? [scope.node.value] : args[0];
  const text = first?.[0] ?? '';
  const sums = (first ?? []).reduce((sum, each) => sum + Number(each), 0);
  if (name === 'true' || name === 'false') return [name];
  if (name === 'name' || name === 'local-name') return [scope.node.name];
  if (!first) return undefined;
  switch (name) {
    case 'string':
    case 'data':
    case 'decimal':
    case 'integer':
    case 'number':
    case 'date':
    case 'distinct-values':
      return first;
    case 'normalize-space':
      return [text.trim().replace(/\s+/g, ' ')];
    case 'upper-case':
      return [text.toUpperCase()];
    case 'count':
      return [String(first.length)];
    case 'sum':
      return Number.isNaN(sums) ? undefined : [shown(sums)];
    case 'abs':
      return [String(Math.abs(Number(text)))];
    case 'round':
      return [String(Math.round(Number(text)))];
    case 'string-length':
      return [String(text.length)];
    case 'concat':
      return args.every((arg) => arg) ? [args.map((arg) => arg?.[0] ?? '').join('')] : undefined;
    case 'string-join':
      return [first.join(args[1]?.[0] ?? '')];
    case 'substring-before':
    case 'substring-after':
      return [parted(name, text, args[1]?.[0] ?? '')];
    case 'tokenize':
      return args[1]?.[0] !== undefined && /^(,| |\\s|\\s\+|;|\\\|)$/.test(args[1][0]) ? text.split(new RegExp(args[1][0])) : undefined; // prettier-ignore
    default:
      return undefined;
  }
}

function parted(name: string, text: string, separator: string): string {
  const at = text.indexOf(separator);
  if (at < 0) return '';
  return name === 'substring-before' ? text.slice(0, at) : text.slice(at + separator.length);
}
