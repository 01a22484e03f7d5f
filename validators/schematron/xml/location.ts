import type { Document, Node } from './document.ts';
import { positionOf } from './failure.ts';

/** Where a node stands. Made only for what is reported: counting lines reads the source from its start. */
export interface NodeLocation {
  /**
   * Names as written, so prefixes mean what they mean in the document; a position wherever siblings share the name:
   * `/ubl:Invoice/cac:InvoiceLine[3]/cbc:ID/@schemeID`. `/` for the document node.
   */
  readonly xpath: string;
  /** Of the start tag's `<`, or of the attribute's value; from 1. */
  readonly line: number;
  readonly column: number;
}

export function locate(document: Document, node: Node): NodeLocation {
  return { xpath: xpathOf(document, node), ...positionOf(document.source, offsetOf(document, node)) };
}

export function xpathOf(document: Document, node: Node): string {
  if (node === 0) return '/';
  let xpath = '';
  let element = node;
  if (node < 0) {
    xpath = `/@${document.qnameOf(node)}`;
    element = document.parentOf(node);
  }
  for (; element > 0; element = document.parentOf(element))
    xpath = `/${document.qnameOf(element)}${positionAmongSiblings(document, element)}${xpath}`;
  return xpath;
}

/** `[n]`, or nothing for an only child of its name. */
function positionAmongSiblings(document: Document, element: number): string {
  const path = document.path[element]!;
  // Siblings of one name are neighbours in their path's list: the first of them is the first one behind the parent.
  const first = firstAfter(document, path, document.parent[element]!);
  const index = firstAfter(document, path, element - 1);
  return index === first && document.nextSame[element] === 0 ? '' : `[${String(index - first + 1)}]`;
}

/** Where the first element behind another one stands in a path's list. */
function firstAfter({ pathStart, pathEnd, pathNodes }: Document, path: number, node: number): number {
  let low = pathStart[path]!;
  let high = pathEnd[path]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pathNodes[middle]! <= node) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An attribute value holds no raw "<", so the last one before an element's content opens its tag. */
function offsetOf(document: Document, node: Node): number {
  if (node === 0) return 0;
  return node < 0
    ? document.attributeStart[~node]!
    : document.source.lastIndexOf('<', document.contentStart[node]! - 1);
}
