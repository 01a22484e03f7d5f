import { inDocumentOrder, NONE } from '../xml/document.ts';
import type { Document, Node } from '../xml/document.ts';
import { UNKNOWN } from '../xml/name-table.ts';
import { fuel, refuel } from './fuel.ts';

/** Children that are read one by one before the path lists are used: most parents have fewer. */
const NEAR = 24;

/**
 * First child element of that name. If a parent has thousands of children (an invoice and its lines), a binary search in the list of the
 * child's path finds it.
 */
export function firstChild(document: Document, parent: Node, name: number): Node {
  const end = document.last[parent]!;
  let child = parent + 1;
  for (let looked = 0; looked < NEAR; looked++) {
    if (child > end) return NONE;
    if (document.name[child] === name) return child;
    child = document.last[child]! + 1;
  }
  return child > end ? NONE : searchedChild(document, parent, name);
}

function searchedChild(document: Document, parent: Node, name: number): Node {
  const path = document.vocabulary.paths.find(document.path[parent]!, name);
  if (path === UNKNOWN) return NONE;
  let low = document.pathStart[path]!;
  let high = document.pathEnd[path]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (document.pathNodes[middle]! > parent) high = middle;
    else low = middle + 1;
  }
  const node = low < document.pathEnd[path]! ? document.pathNodes[low]! : NONE;
  return node <= document.last[parent]! ? node : NONE;
}

export function firstAttribute(document: Document, element: Node, name: number): Node {
  const end = document.firstAttribute[element + 1]!;
  for (let a = document.firstAttribute[element]!; a < end; a++)
    if (document.attributeName[a] === name) return ~a;
  return NONE;
}

/** Sorts in place; a sequence that is in order already, which is usual, costs one look at each item. */
export function documentOrder(document: Document, nodes: Node[]): Node[] {
  for (let i = 1; i < nodes.length; i++) {
    if (--fuel.left < 0) refuel();
    if (inDocumentOrder(document, nodes[i - 1]!, nodes[i]!) >= 0) return sort(document, nodes);
  }
  return nodes;
}

function sort(document: Document, nodes: Node[]): Node[] {
  fuel.left -= nodes.length * 16;
  return [...new Set(nodes)].sort((a, b) => inDocumentOrder(document, a, b));
}

export function distinctNodes(_document: Document, nodes: Node[]): Node[] {
  return nodes.length < 2 ? nodes : [...new Set(nodes)];
}

/** `prefix:*` and `*:local`. */
export function nameMatches(document: Document, name: number, namespace?: string, local?: string): boolean {
  if (name === UNKNOWN) return false;
  const node = document.vocabulary.names.nameOf(name);
  return (namespace ?? node.namespace) === node.namespace && (local ?? node.local) === node.local;
}
