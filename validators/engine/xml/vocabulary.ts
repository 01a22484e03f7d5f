import { NameTable, StringTable, XML_NAMESPACE, type ExpandedName } from './name-table.ts';
import { PathTrie, ROOT_PATH } from './path-trie.ts';
import { QNameTable } from './qname-table.ts';

/**
 * The numbers of names and paths. One shared vocabulary per thread is filled when packs are loaded (and, for speed only, by the trusted
 * samples of the warm-up). Every document gets an extension of its own for its other names, so that no sender can make the shared one grow.
 * Ids of an extension continue after the shared ones.
 */
export class Vocabulary {
  readonly names: NameTable;
  readonly paths: PathTrie;
  readonly namespaces: StringTable;
  readonly prefixes: StringTable;
  readonly qnames: QNameTable;
  private readonly baseVersion: number;

  constructor(private readonly base?: Vocabulary) {
    this.baseVersion = base?.version ?? 0;
    this.names = new NameTable(base?.names);
    this.paths = new PathTrie(base?.paths);
    this.namespaces = new StringTable(base?.namespaces, ['', XML_NAMESPACE]);
    this.prefixes = new StringTable(base?.prefixes, ['', 'xml', 'xmlns']);
    this.qnames = new QNameTable(this.prefixes, base?.qnames);
  }

  /** For one document. */
  extend(): Vocabulary {
    return new Vocabulary(this);
  }

  /** Grows with every addition. */
  get version(): number {
    return this.names.size + this.paths.size + this.namespaces.size + this.qnames.size + this.prefixes.size;
  }

  /** False once the shared vocabulary has grown: ids of this extension may then be used twice. */
  get isCurrent(): boolean {
    return this.base === undefined || this.base.version === this.baseVersion;
  }

  /** Id of an expanded name, added if new. For pack loading. */
  name(namespace: string, local: string): number {
    return this.names.intern(this.namespaces.intern(namespace), local, namespace);
  }

  /** Id of an absolute path of elements, added if new; its last step may be an attribute. For pack loading. */
  path(steps: readonly ExpandedName[], lastIsAttribute = false): number {
    return steps.reduce(
      (parent, { namespace, local }, i) =>
        this.paths.intern(parent, this.name(namespace, local), lastIsAttribute && i === steps.length - 1),
      ROOT_PATH,
    );
  }
}
