import type { Document, Node } from '../engine/xml/document.ts';

/** Elements below the root by their local names: the schema has seen to the namespace. */
export function nodesAt(document: Document, path: readonly string[]): readonly Node[] {
  let nodes: readonly Node[] = [1];
  for (const name of path)
    nodes = nodes.flatMap((parent) =>
      childrenOf(document, parent).filter((child) => document.localNameOf(child) === name),
    );
  return nodes;
}

function childrenOf({ last }: Document, parent: Node): readonly Node[] {
  const children: Node[] = [];
  for (let child = parent + 1; child <= last[parent]!; child = last[child]! + 1) children.push(child);
  return children;
}
