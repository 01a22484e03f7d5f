import type { Expr, Step } from 'en16931-rules/engine/xpath/ast.ts';
import { Draw } from '../../../scripts/bench/random.ts';
import { assignValue } from './assign.ts';
import { valuesOf } from './evaluate.ts';
import { type Bound, type Making, type Scope } from './making.ts';
import { clearNodes, ensureNode, nodesOf, rootOf } from './paths.ts';
import type { Assertion, ParsedPack } from './tested-pack.ts';
import { Attr, type Elem, type Place, emptyDocument, fillEmpty } from './tree.ts';
import { wantOf } from './want.ts';

/**
 * Writes a document that is meant to fire the test: a node that the rule's context matches, and around it the content that makes the
 * assert false or the report true.
 * @param attempt selects the random choices; the same one always gives the same document
 */
export function documentFor(pack: ParsedPack, assertion: Assertion, attempt: number): Elem | undefined {
  const making = makingOf(pack, new Draw(assertion.index * 7919 + attempt));
  const document = emptyDocument();
  const globals = globalScope(pack, document);
  const alternatives = unions(pack.parse(assertion.rule.context.text));
  const node = contextNode(making, making.draw.from(alternatives), globals);
  if (!node) return undefined;
  keep(node);
  let scope: Scope = { ...globals, node };
  for (const { name, value } of assertion.rule.lets) {
    const bound: Bound = { kind: 'expr', expr: pack.parse(value.text), scope };
    scope = { ...scope, variables: new Map(scope.variables).set(name, bound) };
  }
  making.want(pack.parse(assertion.test.test.text), scope, assertion.test.kind === 'report');
  if (making.draw.below(4) > 0) fillEmpty(document);
  return document.children.length > 0 ? document : undefined;
}

function makingOf(pack: ParsedPack, draw: Draw): Making {
  const making: Making = {
    draw,
    lexicon: pack.lexicon,
    isLavish: draw.below(4) === 0,
    functionNamed: (namespace, name) => pack.functionNamed(namespace, name),
    want: (expr, scope, wanted) => wantOf(making, expr, scope, wanted),
    assign: (expr, scope, value) => assignValue(making, expr, scope, value),
    ensure: (expr, scope) => ensureNode(making, expr, scope),
    clear: (expr, scope) => clearNodes(making, expr, scope),
    values: (expr, scope) => valuesOf(making, expr, scope),
    nodes: (expr, scope) => nodesOf(making, expr, scope),
  };
  return making;
}

/** Lets of the schema may refer to each other in any order. */
function globalScope(pack: ParsedPack, document: Elem): Scope {
  const variables = new Map<string, Bound>();
  const scope: Scope = { node: document, variables };
  for (const { name, value } of pack.schema.lets)
    variables.set(name, { kind: 'expr', expr: pack.parse(value.text), scope });
  return scope;
}

const unions = (expr: Expr): Expr[] =>
  expr.kind === 'union' ? [...unions(expr.left), ...unions(expr.right)] : [expr];

const keep = (node: Place): void => {
  for (let up = node instanceof Attr ? node.parent : node; up.parent; up = up.parent) up.kept = true;
};

/** A relative context may match anywhere: most of the time it is placed below elements of the pack's own paths. */
function contextNode(making: Making, context: Expr, scope: Scope): Place | undefined {
  if (context.kind !== 'path' || context.start !== 'context') return making.ensure(context, scope);
  const document = scope.node as Elem;
  const first = firstName(context.steps);
  if (making.lexicon.roots.some(({ name }) => name === first)) return making.ensure(context, scope);
  const above = first === undefined ? [] : waysUp(making, first);
  let node = rootOf(making, document);
  for (const { namespace, name } of above)
    if (!making.lexicon.roots.some((root) => root.name === name))
      node = node.children.find((child) => child.name === name) ?? node.add(namespace, name);
  return making.ensure(context, { ...scope, node });
}

function firstName(steps: readonly Step[]): string | undefined {
  const [step] = steps;
  return step?.kind === 'axis' && step.test.kind === 'name' ? step.test.name.localName : undefined;
}

/** Ancestors to add, from the top. */
function waysUp(making: Making, name: string): { namespace: string; name: string }[] {
  const way: { namespace: string; name: string }[] = [];
  for (let at = name; way.length < 6;) {
    const parents = (making.lexicon.parents.get(at) ?? []).filter((each) => !way.some((known) => known.name === each.name)); // prettier-ignore
    if (parents.length === 0 || making.draw.below(8) === 0) break;
    const parent = making.draw.from(parents);
    way.unshift(parent);
    at = parent.name;
  }
  // An earlier rule may match the node in every location that the pack expects.
  if (making.draw.below(16) === 0) way.push(making.draw.from(making.lexicon.elements));
  return way;
}
