import type { Expr } from '../xpath/ast.ts';
import { FUNCTIONS_NAMESPACE } from '../xpath/parse.ts';
import type { ContextPath } from './contexts.ts';

/** Each takes a bit of the automaton's states; conditions on further endings are evaluated at each node. */
const MAX_ENDINGS = 10;

/**
 * Conditions on the end of a name, as in `//ram:*[ends-with(name(), 'ID')]`, as parts of the label: the automaton then decides them once for
 * a label path instead of at each of its nodes.
 */
export class Endings {
  private readonly names = new Set<string>();

  /** The same context, with one such condition of its last step moved into the label. Earlier steps may be searched by their predicates. */
  inLabel(path: ContextPath): ContextPath {
    const last = path.steps.at(-1);
    if (!last || last.label.localName !== undefined) return path;
    for (const [index, predicate] of last.predicates.entries()) {
      const taken = takeEnding(predicate);
      if (!taken || !this.hasRoomFor(taken.ending)) continue;
      this.names.add(taken.ending);
      const rest = taken.rest ? [taken.rest] : [];
      const predicates = [...last.predicates.slice(0, index), ...rest, ...last.predicates.slice(index + 1)];
      return {
        steps: [...path.steps.slice(0, -1), { label: { ...last.label, ending: taken.ending }, predicates }],
      };
    }
    return path;
  }

  private hasRoomFor(ending: string): boolean {
    return this.names.has(ending) || this.names.size < MAX_ENDINGS;
  }
}

interface Taken {
  readonly ending: string;
  /** What remains of the condition; undefined: nothing. */
  readonly rest: Expr | undefined;
}

/** In a context an error is "does not match", as false is: so the order of the operands does not matter. */
function takeEnding(expr: Expr): Taken | undefined {
  const ending = endingOf(expr);
  if (ending !== undefined) return { ending, rest: undefined };
  if (expr.kind !== 'and') return undefined;
  const { left, right } = expr;
  const fromLeft = takeEnding(left);
  if (fromLeft) return { ...fromLeft, rest: both(fromLeft.rest, right) };
  const fromRight = takeEnding(right);
  return fromRight && { ...fromRight, rest: both(fromRight.rest, left) };
}

/** An operand of `and` is a truth value; alone in a predicate, a number would be a position. */
const both = (rest: Expr | undefined, other: Expr): Expr =>
  rest
    ? { kind: 'and', left: rest, right: other }
    : {
        kind: 'call',
        name: { namespace: FUNCTIONS_NAMESPACE, localName: 'boolean' },
        args: [other],
      };

/**
 * Nodes of one label path may have different prefixes. They stand before a colon, so an ending without a colon is one of the local name.
 */
function endingOf(expr: Expr): string | undefined {
  const [of, ending, ...more] = argumentsOf(expr, 'ends-with') ?? [];
  const ofName = of && (argumentsOf(of, 'name') ?? argumentsOf(of, 'local-name'));
  const isOwn = ofName && ofName.length <= 1 && ofName.every(({ kind }) => kind === 'context-item');
  if (!isOwn || ending?.kind !== 'string' || more.length > 0) return undefined;
  return ending.value === '' || ending.value.includes(':') ? undefined : ending.value;
}

const argumentsOf = (expr: Expr, called: string): readonly Expr[] | undefined =>
  expr.kind === 'call' && expr.name.namespace === FUNCTIONS_NAMESPACE && expr.name.localName === called
    ? expr.args
    : undefined;
