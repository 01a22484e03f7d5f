import type { Node } from '../../engine/xml/document.ts';
import type { Breaches } from './breach.ts';
import { SENTENCES } from './sentences.ts';

/** Values of the types ID and IDREF of one document (part 1, 3.15.4 and 3.15.5). */
export class Identities {
  private readonly owners = new Map<string, Node>();
  private readonly references: { readonly node: Node; readonly value: string }[] = [];

  /** @param node that has the value: an element or an attribute. */
  add(node: Node, kind: 'ID' | 'IDREF', value: string, breaches: Breaches): void {
    if (kind === 'IDREF') {
      for (const one of value.split(' ')) this.references.push({ node, value: one });
      return;
    }
    if (this.owners.has(value)) breaches.add(node, () => SENTENCES.repeatedId(value));
    this.owners.set(value, node);
  }

  end(breaches: Breaches): void {
    for (const { node, value } of this.references)
      if (!this.owners.has(value)) breaches.add(node, () => SENTENCES.noId(value));
  }
}
