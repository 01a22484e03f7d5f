/** An expanded name: namespace URI ('' for none) and local part. */
export interface ExpandedName {
  readonly namespace: string;
  readonly local: string;
}

/** No id. */
export const UNKNOWN = -1;

/** Ids that every vocabulary gives to these namespaces and prefixes. */
export const NO_NAMESPACE = 0;
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
export const NO_PREFIX = 0;
export const XML_PREFIX = 1;
export const XMLNS_PREFIX = 2;

/** Numbers strings; an extension includes its base and continues its count. */
export class StringTable {
  private readonly ids = new Map<string, number>();
  private readonly strings: string[] = [];
  /** Ids below are the base's. */
  readonly offset: number;

  constructor(
    private readonly base: StringTable | undefined,
    first: readonly string[],
  ) {
    this.offset = base?.size ?? 0;
    if (!base) for (const string of first) this.intern(string);
  }

  get size(): number {
    return this.offset + this.strings.length;
  }

  find(string: string): number {
    const index = this.base?.find(string) ?? UNKNOWN;
    return index === UNKNOWN ? (this.ids.get(string) ?? UNKNOWN) : index;
  }

  intern(string: string): number {
    const known = this.find(string);
    if (known !== UNKNOWN) return known;
    const id = this.size;
    this.ids.set(string, id);
    this.strings.push(string);
    return id;
  }

  textOf(id: number): string {
    return id < this.offset ? this.base!.textOf(id) : this.strings[id - this.offset]!;
  }
}

/** Numbers expanded names: dense, from 0, never changing; an extension includes its base and continues its count. */
export class NameTable {
  private readonly ids = new Map<string, number>();
  private readonly names: ExpandedName[] = [];
  /** Ids below are the base's. */
  readonly offset: number;

  constructor(private readonly base?: NameTable) {
    this.offset = base?.size ?? 0;
  }

  get size(): number {
    return this.offset + this.names.length;
  }

  /** @param namespaceId id of `namespace` in the vocabulary's namespaces: a shorter key than the URI. */
  intern(namespaceId: number, local: string, namespace: string): number {
    const key = keyOf(namespaceId, local);
    const known = this.findKey(key);
    if (known !== UNKNOWN) return known;
    const id = this.size;
    this.ids.set(key, id);
    this.names.push({ namespace, local });
    return id;
  }

  find(namespaceId: number, local: string): number {
    return this.findKey(keyOf(namespaceId, local));
  }

  nameOf(id: number): ExpandedName {
    return id < this.offset ? this.base!.nameOf(id) : this.names[id - this.offset]!;
  }

  private findKey(key: string): number {
    const index = this.base ? this.base.findKey(key) : UNKNOWN;
    return index === UNKNOWN ? (this.ids.get(key) ?? UNKNOWN) : index;
  }
}

/** A colon cannot occur in a local part. */
const keyOf = (namespaceId: number, local: string): string => `${String(namespaceId)}:${local}`;
