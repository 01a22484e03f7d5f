import { type Message, say } from '../../vocabulary/message.ts';
import {
  NO_NAMESPACE,
  NO_PREFIX,
  UNKNOWN,
  XML_NAMESPACE,
  XML_PREFIX,
  XMLNS_NAMESPACE,
  XMLNS_PREFIX,
} from './name-table.ts';
import type { QName } from './qname-table.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The namespace of each prefix at the current place, and the name ids that follow from it. */
export class NamespaceScope {
  /** By prefix id; missing or `UNKNOWN`: not declared. */
  private readonly bindings: number[];
  /** The entries that `close` restores: element, prefix, earlier namespace, three each. */
  private readonly undo: number[] = [];

  constructor(private readonly vocabulary: Vocabulary) {
    this.bindings = new Array<number>(vocabulary.prefixes.size).fill(UNKNOWN);
    this.bindings[NO_PREFIX] = NO_NAMESPACE;
    this.bindings[XML_PREFIX] = vocabulary.namespaces.find(XML_NAMESPACE);
  }

  /** Records `xmlns:prefix="uri"` on an element. @returns the reason of a error, or undefined. */
  declare(element: number, prefix: number, uri: string): Message | undefined {
    if (prefix === XMLNS_PREFIX || uri === XMLNS_NAMESPACE)
      return say('xml.prefix-xmlns-must-not-be-declared');
    if ((prefix === XML_PREFIX) !== (uri === XML_NAMESPACE))
      return say('xml.prefix-xml-has-one-meaning-only');
    if (uri === '' && prefix !== NO_PREFIX) return say('xml.namespace-prefix-without-namespace');
    for (let i = this.undo.length - 3; i >= 0 && this.undo[i] === element; i -= 3)
      if (this.undo[i + 1] === prefix) return say('xml.namespace-declared-twice-in-one-tag');
    this.undo.push(element, prefix, this.bindings[prefix] ?? UNKNOWN);
    this.bindings[prefix] = this.vocabulary.namespaces.intern(uri);
    return undefined;
  }

  /** Leaves an element: its declarations end. */
  close(element: number): void {
    const undo = this.undo;
    for (let i = undo.length - 3; i >= 0 && undo[i] === element; i -= 3) {
      this.bindings[undo[i + 1]!] = undo[i + 2]!;
      undo.length = i;
    }
  }

  /** Name id of a name as written, or `UNKNOWN` if its prefix is not declared. */
  resolve(qname: QName, attribute: boolean): number {
    const { qnames, names, namespaces } = this.vocabulary;
    const { prefix, local } = qname;
    // Namespaces in XML 1.0 §6.2: the default namespace does not apply to attributes.
    const namespace = attribute && prefix === NO_PREFIX ? NO_NAMESPACE : (this.bindings[prefix] ?? UNKNOWN);
    if (namespace === UNKNOWN) return UNKNOWN;
    if (qname.lastNamespace === namespace) return qname.lastName;
    const name = names.intern(namespace, local, namespaces.textOf(namespace));
    // A shared name must not keep ids of a single document.
    if (qname.id >= qnames.offset || (namespace < namespaces.offset && name < names.offset)) {
      qname.lastNamespace = namespace;
      qname.lastName = name;
    }
    return name;
  }
}
