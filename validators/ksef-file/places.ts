import { FA3_NAMESPACE, FA_RR_NAMESPACE } from '../vocabulary/fa3-namespace.ts';
import { type Document, NONE, type Node } from '../engine/xml/document.ts';

const ROOT: Node = 1;

/** A file has elements of one of them. */
const FORMS = [FA3_NAMESPACE, FA_RR_NAMESPACE];

/** Elements of a form of KSeF by their path below the root. */
export function nodesAt(document: Document, path: readonly string[]): readonly Node[] {
  const { names, namespaces } = document.vocabulary;
  return FORMS.flatMap((form) => {
    const namespace = namespaces.find(form);
    return path.reduce<readonly Node[]>(
      (parents, local) => {
        const name = names.find(namespace, local);
        return parents.flatMap((parent) => [...childrenNamed(document, parent, name)]);
      },
      [ROOT],
    );
  });
}

function* childrenNamed(document: Document, parent: Node, name: number): Iterable<Node> {
  for (
    let child = document.childNamed(parent, name);
    child !== NONE;
    child = document.nextSame[child] ?? NONE
  )
    yield child;
}
