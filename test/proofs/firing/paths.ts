import type { Expr, NodeTest } from 'en16931-rules/engine/xpath/ast.ts';
import { type Making, type Scope, at } from './making.ts';
import { type AxisStep, isAnywhere, onAxis } from './axes.ts';
import { Elem, type Place, documentOf } from './tree.ts';

/** Makes a path select a node: existing nodes are used if their predicates can be met, missing ones are added. */
export function ensureNode(making: Making, expr: Expr, scope: Scope): Place | undefined {
  switch (expr.kind) {
    case 'context-item':
      return scope.node;
    case 'variable': {
      const bound = scope.variables.get(expr.name);
      if (bound?.kind === 'node') return bound.node;
      return bound?.kind === 'expr' ? ensureNode(making, bound.expr, bound.scope) : undefined;
    }
    case 'union':
      return ensureNode(making, making.draw.below(2) ? expr.left : expr.right, scope);
    case 'filter': {
      const node = ensureNode(making, expr.base, scope);
      return node && meets(making, node, expr.predicates, scope) ? node : undefined;
    }
    case 'call':
      return expr.args[0] ? ensureNode(making, expr.args[0], scope) : scope.node;
    case 'cast':
      return ensureNode(making, expr.operand, scope);
    case 'if': {
      const way = making.draw.below(2) === 0;
      return making.want(expr.test, scope, way)
        ? ensureNode(making, way ? expr.then : expr.otherwise, scope)
        : undefined;
    }
    case 'path':
      return alongPath(making, expr, scope);
    case 'compare':
      return making.want(expr, scope, true) ? scope.node : undefined;
    default:
      return undefined;
  }
}

function alongPath(making: Making, { start, steps }: Extract<Expr, { kind: 'path' }>, scope: Scope) {
  let node = startOf(making, start, scope);
  let anywhere = false;
  for (const step of steps) {
    if (!node) return undefined;
    if (isAnywhere(step)) {
      anywhere = true;
      continue;
    }
    node =
      step.kind === 'expression'
        ? ensureNode(making, step.expr, at(scope, node))
        : ensureStep(making, node, step, scope, anywhere);
    anywhere = false;
  }
  return node;
}

function startOf(making: Making, start: 'context' | 'root' | Expr, scope: Scope): Place | undefined {
  if (start === 'context') return scope.node;
  return start === 'root' ? documentOf(scope.node) : ensureNode(making, start, scope);
}

function ensureStep(making: Making, from: Place, step: AxisStep, scope: Scope, anywhere: boolean) {
  const there = shuffled(making, onAxis(from, step, anywhere));
  if (!making.isLavish || making.draw.below(4) > 0)
    for (const node of there) if (meets(making, node, step.predicates, scope)) return node;
  const made = added(making, from, step, anywhere);
  return made && meets(making, made, step.predicates, scope) ? made : undefined;
}

function shuffled(making: Making, places: readonly Place[]): Place[] {
  const rest = [...places];
  return places.map(() => rest.splice(making.draw.below(rest.length), 1)[0]!);
}

const meets = (making: Making, node: Place, predicates: readonly Expr[], scope: Scope): boolean =>
  predicates.every((each) => each.kind === 'integer' || making.want(each, at(scope, node), true));

function added(
  making: Making,
  from: Place,
  { axis, test, predicates }: AxisStep,
  anywhere: boolean,
): Place | undefined {
  if (!(from instanceof Elem)) return undefined;
  if (test.kind === 'text') {
    from.text ||= 'x';
    return from;
  }
  const name = nameFor(making, test, predicates);
  if (!name) return undefined;
  const isSibling = axis === 'following-sibling' || axis === 'preceding-sibling' || axis === 'preceding';
  if (isSibling) {
    const siblings = from.parent?.children ?? [];
    const before = axis === 'following-sibling' ? siblings.length : 0;
    return from.parent?.parent && from.parent.add(name.namespace, name.name, before);
  }
  const target = anywhere || axis === 'descendant' ? placeBelow(making, from, name) : from;
  if (axis === 'attribute') return (target.parent ? target : rootOf(making, target)).attribute(name.name);
  if (axis !== 'child' && axis !== 'descendant') return undefined;
  if (!target.parent && target.children.length > 0) return undefined;
  const made = target.add(name.namespace, name.name);
  return made;
}

/** Below the document: a location where the pack has such an element, or the root element. */
function placeBelow(making: Making, from: Elem, { name }: { readonly name: string }): Elem {
  const parents = (making.lexicon.parents.get(name) ?? []).map((each) => each.name);
  const fitting = [...from.below()].filter((each) => parents.includes(each.name));
  if (fitting.length > 0 && making.draw.below(3) > 0) return making.draw.from(fitting);
  return from.parent ? from : rootOf(making, from);
}

/** The root element below the document node. */
export function rootOf(making: Making, document: Elem): Elem {
  if (document.children[0]) return document.children[0];
  const { namespace, name } = making.draw.from(making.lexicon.roots);
  return document.add(namespace, name);
}

const ANY = { namespace: undefined, localName: undefined };

function nameFor(
  making: Making,
  test: NodeTest,
  predicates: readonly Expr[],
): { namespace: string; name: string } | undefined {
  if (test.kind === 'name') return { namespace: test.name.namespace, name: test.name.localName };
  if (test.kind === 'text') return undefined;
  const { namespace, localName } = test.kind === 'wildcard' ? test : ANY;
  const fitting = making.lexicon.elements.filter(
    (each) =>
      (namespace === undefined || each.namespace === namespace) &&
      (localName === undefined || each.name === localName),
  );
  const ending = predicates.map(endingIn).find((each) => each !== undefined);
  const ended = fitting.filter(({ name }) => ending !== undefined && name.endsWith(ending));
  if (ended.length > 0) return making.draw.from(ended);
  if (fitting.length === 0) return undefined;
  const any = making.draw.from(fitting);
  return ending === undefined ? any : { ...any, name: `Other${ending}` };
}

/** The wanted end of the element's name in a predicate. */
function endingIn(expr: Expr): string | undefined {
  if (expr.kind === 'and') return endingIn(expr.left) ?? endingIn(expr.right);
  if (expr.kind !== 'call' || expr.name.localName !== 'ends-with') return undefined;
  const [name, ending] = expr.args;
  const isName = name?.kind === 'call' && /^(local-)?name$/.test(name.name.localName);
  return isName && ending?.kind === 'string' ? ending.value : undefined;
}

/** The nodes that a path selects in the present document. */
export function nodesOf(making: Making, expr: Expr, scope: Scope): readonly Place[] {
  switch (expr.kind) {
    case 'context-item':
      return [scope.node];
    case 'union':
      return [...nodesOf(making, expr.left, scope), ...nodesOf(making, expr.right, scope)];
    case 'filter':
      return nodesOf(making, expr.base, scope);
    case 'call':
      return expr.args[0] ? nodesOf(making, expr.args[0], scope) : [];
    case 'variable': {
      const bound = scope.variables.get(expr.name);
      if (bound?.kind === 'node') return [bound.node];
      return bound?.kind === 'expr' ? nodesOf(making, bound.expr, bound.scope) : [];
    }
    case 'path':
      return existing(making, expr, scope);
    default:
      return [];
  }
}

function existing(making: Making, { start, steps }: Extract<Expr, { kind: 'path' }>, scope: Scope) {
  let nodes: readonly Place[] =
    start === 'context'
      ? [scope.node]
      : start === 'root'
        ? [documentOf(scope.node)]
        : nodesOf(making, start, scope);
  let anywhere = false;
  for (const step of steps) {
    if (isAnywhere(step)) {
      anywhere = true;
      continue;
    }
    nodes = nodes.flatMap((node) =>
      step.kind === 'expression'
        ? nodesOf(making, step.expr, at(scope, node))
        : step.test.kind === 'text'
          ? [node]
          : onAxis(node, step, anywhere),
    );
    anywhere = false;
  }
  return [...new Set(nodes)];
}

/** Makes a path select nothing: it removes the nodes, or makes one of the last step's predicates false. */
export function clearNodes(making: Making, expr: Expr, scope: Scope): boolean {
  const predicates = lastPredicates(expr);
  return nodesOf(making, expr, scope).every((node) => {
    const isKept = node instanceof Elem && (node.kept || !node.parent);
    const predicate = predicates.length > 0 ? making.draw.from(predicates) : undefined;
    if (predicate && (isKept || making.draw.below(2) > 0))
      return making.want(predicate, at(scope, node), false);
    if (!isKept) node.remove();
    return !isKept;
  });
}

function lastPredicates(expr: Expr): readonly Expr[] {
  if (expr.kind === 'filter') return expr.predicates;
  const last = expr.kind === 'path' ? expr.steps.at(-1) : undefined;
  return last?.kind === 'axis' ? last.predicates : [];
}
