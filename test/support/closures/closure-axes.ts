import type { Axis, NodeTest } from 'en16931-rules/engine/xpath/ast.ts';
import { fuel, refuel } from 'en16931-rules/engine/runtime/fuel.ts';
import { nameMatches } from 'en16931-rules/engine/runtime/nodes.ts';
import type { Document, Node } from 'en16931-rules/engine/xml/document.ts';
import type { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';

/** Visits one item; true stops the walk. */
export type Visit = (item: unknown) => boolean;

/** @returns true if `visit` stopped it */
export type Walk = (document: Document, from: Node, visit: Visit) => boolean;

/** Walks one axis by the document's own columns, from a node of any kind. */
export function walkOf(axis: Axis, test: NodeTest, vocabulary: Vocabulary): Walk {
  const passes = nodeTest(test, vocabulary);
  const nodesOf = AXES[axis];
  return (document, from, visit) => {
    for (const node of nodesOf(document, from)) {
      if (--fuel.left < 0) refuel();
      if (passes(document, node) && visit(node)) return true;
    }
    return false;
  };
}

function nodeTest(test: NodeTest, vocabulary: Vocabulary): (document: Document, node: Node) => boolean {
  if (test.kind !== 'name' && test.kind !== 'wildcard') return () => true;
  if (test.kind === 'wildcard') {
    return (document, node) =>
      node !== 0 && nameMatches(document, document.nameIdOf(node), test.namespace, test.localName);
  }
  const name = vocabulary.name(test.name.namespace, test.name.localName);
  return (document, node) => document.nameIdOf(node) === name;
}

type Nodes = (document: Document, from: Node) => Iterable<Node>;

/** In document order, except ancestors. Attributes have no descendants. */
const AXES: Readonly<Record<Axis, Nodes>> = {
  *child(d, from) {
    if (from >= 0) for (let n = from + 1; n <= d.last[from]!; n = d.last[n]! + 1) yield n;
  },
  *attribute(d, from) {
    if (from >= 0) for (let a = d.firstAttribute[from]!; a < d.firstAttribute[from + 1]!; a++) yield ~a;
  },
  *descendant(d, from) {
    if (from >= 0) for (let n = from + 1; n <= d.last[from]!; n++) yield n;
  },
  *'descendant-or-self'(d, from) {
    yield from;
    yield* AXES.descendant(d, from);
  },
  *parent(d, from) {
    if (from !== 0) yield d.parentOf(from);
  },
  *self(_d, from) {
    yield from;
  },
  *ancestor(d, from) {
    for (let n = from; n !== 0; n = d.parentOf(n)) yield d.parentOf(n);
  },
  *'ancestor-or-self'(d, from) {
    yield from;
    yield* AXES.ancestor(d, from);
  },
  *preceding(d, from) {
    for (let n = 1; n < from; n++) if (d.last[n]! < from) yield n;
  },
  *following(d, from) {
    for (let n = d.last[from]! + 1; n < d.count; n++) yield n;
  },
  *'preceding-sibling'(d, from) {
    for (const n of AXES.child(d, d.parentOf(from))) if (n < from) yield n;
  },
  *'following-sibling'(d, from) {
    for (const n of AXES.child(d, d.parentOf(from))) if (n > from) yield n;
  },
};
