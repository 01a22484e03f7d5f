import type { Document, Node } from '../engine/xml/document.ts';

/** Names from the root element, as `{namespace}local`; `*` is any. */
export function childrenAt(document: Document, [root, ...below]: readonly string[]): readonly Node[] {
  const isNamed = (node: Node, wanted: string): boolean => {
    if (wanted === '*') return true;
    const { namespace, local } = document.nameOf(node);
    return wanted === `{${namespace}}${local}`;
  };
  const children = (parent: Node, name: string): readonly Node[] => {
    const found: Node[] = [];
    for (let child = parent + 1; child <= document.last[parent]!; child = document.last[child]! + 1)
      if (isNamed(child, name)) found.push(child);
    return found;
  };
  return below.reduce<readonly Node[]>(
    (nodes, name) => nodes.flatMap((node) => children(node, name)),
    root !== undefined && isNamed(1, root) ? [1] : [],
  );
}
