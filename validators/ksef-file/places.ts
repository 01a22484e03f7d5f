import { FA3_NAMESPACE } from '../vocabulary/fa3-namespace.ts';
import { type Document, NONE, type Node } from '../engine/xml/document.ts';

const ROOT: Node = 1;

/** Elements of FA(3) by their path below the root. */
export function nodesAt(document: Document, path: readonly string[]): readonly Node[] {
  const { names, namespaces } = document.vocabulary;
  const namespace = namespaces.find(FA3_NAMESPACE);
  return path.reduce<readonly Node[]>(
    (parents, local) => {
      const name = names.find(namespace, local);
      return parents.flatMap((parent) => [...childrenNamed(document, parent, name)]);
    },
    [ROOT],
  );
}

function* childrenNamed(document: Document, parent: Node, name: number): Iterable<Node> {
  for (
    let child = document.childNamed(parent, name);
    child !== NONE;
    child = document.nextSame[child] ?? NONE
  )
    yield child;
}
