import { splitQName } from './characters.ts';
import { NO_PREFIX, type StringTable, UNKNOWN, XMLNS_PREFIX } from './name-table.ts';
import { decoded } from './utf8.ts';

/** Multiplier of the name hash: odd and random per process, so that no sender can choose names that collide. */
export const HASH_SEED = (Math.floor(Math.random() * 0x7fffffff) << 1) | 1;

/** A name as written: valid, but not yet bound to a namespace. */
export class QName {
  /** Index into the vocabulary's prefixes. */
  readonly prefix: number;
  readonly local: string;
  /** Its UTF-8. */
  readonly bytes: Uint8Array;
  /** The prefix that an attribute of this name declares (`xmlns`, `xmlns:cbc`), or `UNKNOWN`. */
  readonly declares: number;
  /** The namespace of its last resolution, and the resulting name id. */
  lastNamespace = UNKNOWN;
  lastName = UNKNOWN;
  /** The names that followed it last time: the next element's, and the first or next attribute's. A guess to try first. */
  nextElement: QName | undefined = undefined;
  nextAttribute: QName | undefined = undefined;

  constructor(
    readonly id: number,
    readonly text: string,
    readonly hash: number,
    parts: { prefix: number; local: string; declares: number },
  ) {
    this.prefix = parts.prefix;
    this.local = parts.local;
    this.bytes = new TextEncoder().encode(text);
    this.declares = parts.declares;
  }

  /** Whether a source, with a zero behind it, continues with this name; what follows is not checked. */
  standsAt(source: Uint8Array, start: number): boolean {
    const { bytes } = this;
    const { length } = bytes;
    for (let i = 0; i < length; i++) if (bytes[i] !== source[start + i]) return false;
    return true;
  }
}

/**
 * Names as written (`cbc:ID`), found straight from the source: no string is made for a known name. An extension includes its base and
 * continues its count.
 */
export class QNameTable {
  /** Ids below are the base's. */
  readonly offset: number;
  private readonly names: QName[] = [];
  /** Open addressing: own index + 1, 0 for free; always at most half full. */
  private slots = new Int32Array(16);

  constructor(
    private readonly prefixes: StringTable,
    private readonly base?: QNameTable,
  ) {
    this.offset = base?.size ?? 0;
  }

  get size(): number {
    return this.offset + this.names.length;
  }

  /** @param hash of `source[start … end)`: h = (h ^ byte) · HASH_SEED over its bytes, from 0. */
  find(source: Uint8Array, start: number, end: number, hash: number): QName | undefined {
    const matchingName = this.base?.find(source, start, end, hash);
    if (matchingName !== undefined) return matchingName;
    const mask = this.slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const own = this.slots[slot]! - 1;
      if (own < 0) return undefined;
      const name = this.names[own]!;
      if (name.hash === hash && name.bytes.length === end - start && name.standsAt(source, start))
        return name;
    }
  }

  /** Adds a new name; undefined if it is no qualified name. @param bytes of it, each as a character. */
  add(bytes: string, hash: number): QName | undefined {
    const text = decoded(bytes);
    const parts = splitQName(text);
    if (!parts) return undefined;
    const prefix = this.prefixes.intern(parts.prefix);
    const declares =
      prefix === XMLNS_PREFIX ? this.prefixes.intern(parts.local) : text === 'xmlns' ? NO_PREFIX : UNKNOWN;
    const name = new QName(this.size, text, hash, { prefix, local: parts.local, declares });
    this.names.push(name);
    if (this.names.length * 2 > this.slots.length) this.grow();
    else this.occupy(this.names.length - 1);
    return name;
  }

  nameOf(id: number): QName {
    return id < this.offset ? this.base!.nameOf(id) : this.names[id - this.offset]!;
  }

  private occupy(own: number): void {
    const mask = this.slots.length - 1;
    let slot = spread(this.names[own]!.hash) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = own + 1;
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    for (let own = 0; own < this.names.length; own++) this.occupy(own);
  }
}

const spread = (hash: number): number => hash ^ (hash >>> 15);
