import type { Comparison, Expr } from 'en16931-rules/engine/xpath/ast.ts';
import { many } from './assign.ts';
import { constantsOf } from './evaluate.ts';
import type { Making, Scope } from './making.ts';
import { RIGHT, WRONG } from './values.ts';

type Compare = Extract<Expr, { kind: 'compare' }>;
const OPPOSITE: Readonly<Record<Comparison, Comparison>> = { '=': '!=', '!=': '=', '<': '>=', '>=': '<', '>': '<=', '<=': '>' }; // prettier-ignore
const MIRRORED: Readonly<Record<Comparison, Comparison>> = { '=': '=', '!=': '!=', '<': '>', '>=': '<=', '>': '<', '<=': '>=' }; // prettier-ignore

/** Makes a comparison true or false by setting one side to a suitable value. */
export function compared(
  making: Making,
  { op, left, right }: Compare,
  scope: Scope,
  wanted: boolean,
): boolean {
  const { draw } = making;
  const rightValues = constantsOf(making, right, scope);
  const leftValues = constantsOf(making, left, scope);
  // A comparison with an empty sequence is false.
  if (!wanted && draw.below(4) === 0)
    return making.clear(draw.below(2) && !rightValues ? right : left, scope);
  const relation = wanted ? op : OPPOSITE[op];
  const narrowed = counted(right) ?? counted(left);
  const doubled = relation === '!=' ? (distinctIn(left) ?? distinctIn(right)) : undefined;
  if (doubled && draw.below(2)) {
    const isMade = many(making, doubled, scope, 2);
    for (const node of making.nodes(doubled, scope)) node.text = 'A';
    return isMade;
  }
  if (relation === '!=' && narrowed && draw.below(2)) {
    const node = making.ensure(narrowed.all, scope);
    return node !== undefined && making.want(narrowed.predicate, { ...scope, node }, false);
  }
  if (rightValues) return related(making, left, relation, rightValues, scope);
  if (leftValues) return related(making, right, MIRRORED[relation], leftValues, scope);
  const [one, other, turned] = draw.below(2) ? [left, right, relation] : [right, left, MIRRORED[relation]];
  let values = making.values(other, scope);
  if (!values || values.length === 0 || values[0] === '' || values[0] === 'NaN') {
    making.assign(
      other,
      scope,
      draw.from(
        isDate(left) || isDate(right) ? ['2024-01-15'] : ['10', '7', '1.111', '2024-01-15', 'EUR', 'A'],
      ),
    );
    values = making.values(other, scope);
  }
  return related(making, one, turned, values && values.length > 0 ? values : ['10'], scope);
}

/** `count(P[p])`: the count without `p`. */
function counted(expr: Expr): { readonly all: Expr; readonly predicate: Expr } | undefined {
  const path = expr.kind === 'call' && expr.name.localName === 'count' ? expr.args[0] : undefined;
  const last = path?.kind === 'path' ? path.steps.at(-1) : undefined;
  if (path?.kind !== 'path' || last?.kind !== 'axis' || last.predicates.length !== 1) return undefined;
  const all: Expr = { ...path, steps: [...path.steps.slice(0, -1), { ...last, predicates: [] }] };
  return { all, predicate: last.predicates[0]! };
}

/** `count(distinct-values(P))`: the P. */
function distinctIn(expr: Expr): Expr | undefined {
  const values = expr.kind === 'call' && expr.name.localName === 'count' ? expr.args[0] : undefined;
  return values?.kind === 'call' && values.name.localName === 'distinct-values' ? values.args[0] : undefined;
}

const isDate = (expr: Expr): boolean =>
  expr.kind === 'call' && (expr.name.localName === 'date' || expr.args.some(isDate));

/** Gives the expression a value in the relation to one of the constants; for `!=`, a value that equals none of them. */
function related(
  making: Making,
  expr: Expr,
  op: Comparison,
  constants: readonly string[],
  scope: Scope,
): boolean {
  const { draw } = making;
  const value = constants.length > 0 ? draw.from(constants) : '';
  const number = value.trim() === '' ? NaN : Number(value);
  const isText = Number.isNaN(number);
  const isCount = expr.kind === 'call' && (expr.name.localName === 'count' || expr.name.localName === 'string-length'); // prettier-ignore
  switch (op) {
    case '=':
    case '<=':
    case '>=':
      return making.assign(expr, scope, value);
    case '<':
      return making.assign(expr, scope, isText ? before(value) : String(number - (isCount ? 1 : draw.from([1, 0.01, 1000])))); // prettier-ignore
    case '>':
      return making.assign(expr, scope, isText ? after(value) : String(number + (isCount ? 1 : draw.from([1, 0.01, 1000])))); // prettier-ignore
    default: {
      if (value === 'true' || value === 'false')
        return making.assign(expr, scope, value === 'true' ? 'false' : 'true');
      if (isCount) return making.assign(expr, scope, String(number + draw.from([1, 2, 4])));
      const others = [...(isText ? WRONG : [String(number + 1), '1.23456', String(number - 1)]), ...RIGHT];
      return making.assign(expr, scope, draw.from(others.slice(0, draw.below(2) ? 3 : others.length).filter((each) => !constants.includes(each)))); // prettier-ignore
    }
  }
}

const before = (text: string): string => (/^\d{4}-/.test(text) ? '1999-01-01' : ' ');
const after = (text: string): string => (/^\d{4}-/.test(text) ? '2099-01-01' : '~');
