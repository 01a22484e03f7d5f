import type { Document, Node } from '../engine/xml/document.ts';

/** Names from the root element, as `{namespace}local`; `*` is any. */
export function childrenAt(document: Document, [root, ...below]: readonly string[]): readonly Node[] {
  const isNamed = (node: Node, name: string): boolean => {
    if (name === '*') return true;
    const { namespace, local } = document.nameOf(node);
    return name === `{${namespace}}${local}`;
  };
  const children = (parent: Node, name: string): readonly Node[] => {
    const nodes: Node[] = [];
    for (let child = parent + 1; child <= document.last[parent]!; child = document.last[child]! + 1)
      if (isNamed(child, name)) nodes.push(child);
    return nodes;
  };
  return below.reduce<readonly Node[]>(
    (nodes, name) => nodes.flatMap((node) => children(node, name)),
    root !== undefined && isNamed(1, root) ? [1] : [],
  );
}
