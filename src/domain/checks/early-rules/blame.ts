import { compileTest, nodesOf, termOf } from './evaluate.ts';
import { type At, type Node, type Scope, inside, placeOf, scopeOf, select, sharedLists } from './nodes.ts';
import { isIdentifier } from './values.ts';
import { type Place, fieldOf } from '../../invoice/canonical-places.ts';
import type { Blame, Chain, Expression, Link } from './written-rule.ts';

type Blames = (at: At) => readonly Blame[];

/**
 * Finds the members that break a rule, from the part of its test that failed.
 * @param term of the rule: preferred if several members fit.
 */
export function compileBlame(test: Expression, term: string, scope: Scope): Blames {
  const blames = failedPart(test, term, scope);
  return (at) => {
    const matchingBlames = blames(at);
    return matchingBlames.length > 0 ? matchingBlames : [absent(term, scope, at)];
  };
}

function failedPart(test: Expression, term: string, scope: Scope): Blames {
  const within = (part: Expression): Blames => failedPart(part, term, scope);
  switch (test[0]) {
    case 'or':
      return eitherOf(test.slice(1) as Expression[], term, within);
    case 'and': {
      const parts = (test.slice(1) as Expression[]).map((part) => ({
        holds: compileTest(part, scope),
        blames: within(part),
      }));
      // Of several required members each that is missing; otherwise the first of them.
      if (test.slice(1).every((part) => part[0] === 'exists' || part[0] === 'filled'))
        return (at) => parts.filter(({ holds }) => !holds(at)).flatMap(({ blames }) => blames(at));
      return (at) => parts.find(({ holds }) => !holds(at))?.blames(at) ?? [];
    }
    case 'if': {
      const [, when, yes, no] = test;
      const [holds, then, otherwise] = [compileTest(when, scope), within(yes), within(no)];
      return (at) => (holds(at) ? then(at) : otherwise(at));
    }
    case 'not':
      return blameUnwanted(test[1], term, scope);
    case 'exists':
    case 'filled':
    case 'terms':
      return missing(termsIn(test), term, scope);
    default:
      return wrong(test, term, scope);
  }
}

/**
 * The condition of a rule comes first: `not(…) or …`; its requirement is the other part. If several members fit, the rule's own is taken.
 */
function eitherOf(parts: readonly Expression[], term: string, within: (part: Expression) => Blames): Blames {
  const required = parts.filter((part) => part[0] !== 'not');
  const last = parts.at(-1);
  if (required.length === 0 && last) return within(last);
  const own = required.find((part) => termsIn(part).includes(term)) ?? required[0];
  return own ? within(own) : () => [];
}

/** `not($BT-31 or $BT-63)`: each that is present. */
function blameUnwanted(what: Expression, own: string, scope: Scope): Blames {
  if (what[0] === 'or') {
    const parts = (what.slice(1) as Expression[]).map((part) => blameUnwanted(part, own, scope));
    return (at) => parts.flatMap((part) => part(at));
  }
  if (what[0] === 'compare') return unwantedValues(what, scope);
  const terms = termsIn(what);
  const nodes =
    what[0] === 'terms' ? nodesOf(what, scope) : select(terms.includes(own) ? own : (terms[0] ?? own), scope);
  const place = placeOf(own);
  return (at) =>
    nodes(at).map((node) => blameOf(node, 'unwanted', isIn(place, node.place) ? place : node.place));
}

/** `not($BT-95 != 'O')`: each that has another value. */
function unwantedValues(
  [, how, left, right]: Extract<Expression, readonly ['compare', ...unknown[]]>,
  scope: Scope,
): Blames {
  if (left[0] !== 'terms') return () => [];
  const nodes = nodesOf(left, scope);
  const isOne = (node: Node, at: At): boolean =>
    compileTest(['compare', how, ['self'], right], scopeOf(node.place))(inside(at, node));
  return (at) =>
    nodes(at)
      .filter((node) => isOne(node, at))
      .map((node) => blameOf(node, 'unwanted'));
}

/** Whether one member lies in an entry of the other: `charges[0].vat_category`, not `charges[0]`. */
const isIn = (inner: Place, around: Place): boolean =>
  inner.steps.length === around.steps.length + 1 &&
  around.steps.every(({ name }, index) => inner.steps[index]?.name === name);

const missing = (terms: readonly string[], own: string, scope: Scope): Blames => {
  const term = terms.includes(own) ? own : (terms[0] ?? own);
  return (at) => [absent(term, scope, at)];
};

/** The member whose value is wrong or missing. */
function wrong(test: Expression, own: string, scope: Scope): Blames {
  const terms = termsIn(test);
  const term = terms.includes(own) || !terms[0] ? own : terms[0];
  const counted = findCounted(test);
  const nodes = counted ? nodesOf(counted.of, scope) : select(term, scope);
  const text = JSON.stringify(test);
  const [repeats, asksSelf] = [text.includes('"distinct-values"'), text.includes('"self"')];
  return (at) => {
    const matchingNodes = at.self && asksSelf ? [at.self] : nodes(at);
    if (matchingNodes.length === 0) return [absent(term, scope, at)];
    const beyond = matchingNodes.slice(counted?.most ?? 0);
    const blamed = repeats ? repeat(matchingNodes) : beyond.slice(0, 1);
    return blamed.map((node) => ({ ...wrongValue(node), requirement: text }));
  };
}

/** A bound on a number of entries: `count($BG-24[…]) le 1`. */
function findCounted(test: Expression): { readonly of: Terms; readonly most: number } | undefined {
  if (test[0] !== 'compare') return undefined;
  const [, how, left, right] = test;
  if ((how !== '=' && how !== '<=') || left[0] !== 'call' || left[1] !== 'count' || right[0] !== 'number')
    return undefined;
  const [of] = left.slice(2) as readonly Expression[];
  return of?.[0] === 'terms' ? { of, most: Number(right[1]) } : undefined;
}

type Terms = Extract<Expression, readonly ['terms', ...unknown[]]>;

/** If an identifier has a scheme, its number is to blame. */
function wrongValue(node: Node): Blame {
  const blame = blameOf(node, 'wrong');
  return isIdentifier(node.value) ? { ...blame, field: `${blame.field}.id` } : blame;
}

function repeat(nodes: readonly Node[]): Node[] {
  const seen = new Set<unknown>();
  return nodes.filter(({ value }) => {
    const again = seen.has(value);
    seen.add(value);
    return again;
  });
}

const blameOf = (node: Node, fault: Blame['fault'], place = node.place): Blame => ({
  field: fieldOf(place, node),
  term: place.term,
  fault,
});

function absent(term: string, scope: Scope, at: At): Blame {
  const place = placeOf(term);
  const shared = sharedLists(place, scope);
  const around = { indices: at.indices.slice(0, shared), entries: at.entries.slice(0, shared) };
  return { field: fieldOf(place, around), term, fault: 'missing' };
}

/** Every term in an expression, the innermost of each chain. */
function termsIn(expression: Expression): string[] {
  const [kind, ...rest] = expression;
  if (kind === 'terms') return (rest as unknown as Chain[]).map((chain) => termOf(chain.at(-1) as Link));
  return rest.flatMap((part) => (Array.isArray(part) ? termsIn(part as unknown as Expression) : []));
}
