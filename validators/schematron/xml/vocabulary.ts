/** An expanded name: namespace URI ('' for none) and local part. */
export interface ExpandedName {
  readonly namespace: string;
  readonly local: string;
}

/** Path id of the document node, the root of the trie. */
export const ROOT_PATH = 0;

/** "Not there", from `find`. */
export const UNKNOWN = -1;

/** Separates namespace and local part in a key; XML allows it in neither. */
const SEPARATOR = '\u0000';

/**
 * Numbers for the expanded names that the packs of one thread mention. Ids are dense, start at 0 and never change.
 * Only packs (and the trusted samples of a warm-up) add to it; a document keeps what it does not find here to itself,
 * so no sender can make it grow.
 */
export class NameTable {
  private readonly ids = new Map<string, number>();
  private readonly names: ExpandedName[] = [];

  get size(): number {
    return this.names.length;
  }

  intern(namespace: string, local: string): number {
    const key = namespace + SEPARATOR + local;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    this.ids.set(key, this.names.length);
    return this.names.push({ namespace, local }) - 1;
  }

  /** @returns the id, or `UNKNOWN`. */
  find(namespace: string, local: string): number {
    return this.ids.get(namespace + SEPARATOR + local) ?? UNKNOWN;
  }

  nameOf(id: number): ExpandedName | undefined {
    return this.names[id];
  }
}

/**
 * Label paths from the document node down, as a trie: `/ubl:Invoice/cac:InvoiceLine` is one id, whatever the positions.
 * A path may end in an attribute; attribute and element of one name are different paths. Grows as `NameTable` does.
 */
export class PathTrie {
  private readonly children = new Map<number, number>();
  private readonly parents: number[] = [ROOT_PATH];
  private readonly labels: number[] = [UNKNOWN];

  get size(): number {
    return this.parents.length;
  }

  intern(parent: number, name: number, attribute = false): number {
    const key = pathKey(parent, name, attribute);
    const known = this.children.get(key);
    if (known !== undefined) return known;
    this.children.set(key, this.parents.length);
    this.labels.push(label(name, attribute));
    return this.parents.push(parent) - 1;
  }

  /** @returns the path id, or `UNKNOWN`. */
  find(parent: number, name: number, attribute = false): number {
    return this.children.get(pathKey(parent, name, attribute)) ?? UNKNOWN;
  }

  /** The path one step up; that of the root is the root. */
  parentOf(path: number): number {
    return this.parents[path] ?? ROOT_PATH;
  }

  /** Name id of the last step; `UNKNOWN` for the root. */
  nameOf(path: number): number {
    const found = this.labels[path] ?? UNKNOWN;
    return found < UNKNOWN ? -found - 2 : found;
  }

  isAttribute(path: number): boolean {
    return (this.labels[path] ?? UNKNOWN) < UNKNOWN;
  }
}

/** Names are told apart as element (n ≥ 0) and attribute (−2 − n), so that one number holds both. */
const label = (name: number, attribute: boolean): number => (attribute ? -2 - name : name);

/** Injective while there are fewer than 2^21 names and 2^31 paths; documents are limited far below that. */
const pathKey = (parent: number, name: number, attribute: boolean): number =>
  (parent * 2 + (attribute ? 1 : 0)) * 0x200000 + name;

/** What all packs of one thread share: made once, filled when a pack is loaded, read by every document. */
export class Vocabulary {
  readonly names = new NameTable();
  readonly paths = new PathTrie();

  /** Changes whenever a name or path was added: a document parsed before that must be parsed again. */
  get version(): number {
    return this.names.size + this.paths.size;
  }

  /** Interns an absolute path of element names. */
  path(...steps: readonly ExpandedName[]): number {
    return steps.reduce(
      (parent, { namespace, local }) => this.paths.intern(parent, this.names.intern(namespace, local)),
      ROOT_PATH,
    );
  }
}
