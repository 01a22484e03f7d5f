import type { Document, Node } from '../xml/document.ts';
import { locate } from '../xml/location.ts';
import type { Locate } from './run.ts';

/** Finds a node of our own tree by the child positions of SaxonJS, so that both engines report a place in the same form. */
export const locatorIn =
  (document: Document): Locate =>
  (positions) => {
    const node = nodeAt(document, positions.split('/').slice(1));
    return node === undefined ? undefined : locate(document, node);
  };

function nodeAt(document: Document, steps: readonly string[]): Node | undefined {
  let node: Node | undefined = 0;
  for (const step of steps) {
    if (node === undefined) return undefined;
    node = step.startsWith('@')
      ? attributeAt(document, node, step.slice(1))
      : childAt(document, node, Number(step));
  }
  return node;
}

function childAt(document: Document, parent: Node, position: number): Node | undefined {
  let child = parent + 1;
  for (let n = 1; child <= (document.last[parent] ?? 0); n++) {
    if (n === position) return child;
    child = (document.last[child] ?? 0) + 1;
  }
  return undefined;
}

function attributeAt(document: Document, element: Node, qname: string): Node | undefined {
  const end = document.firstAttribute[element + 1] ?? 0;
  for (let a = document.firstAttribute[element] ?? 0; a < end; a++)
    if (document.qnameOf(~a) === qname) return ~a;
  return undefined;
}
