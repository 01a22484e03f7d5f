import { splitQName } from './characters.ts';
import { NO_PREFIX, type StringTable, UNKNOWN, XMLNS_PREFIX } from './name-table.ts';

/** Multiplier of the name hash: odd and drawn per process, so that no sender can choose names that collide. */
export const HASH_SEED = (Math.floor(Math.random() * 0x7fffffff) << 1) | 1;

/** What is known of a name as written. */
interface Entry {
  readonly text: string;
  /** Index into the vocabulary's prefixes. */
  readonly prefix: number;
  readonly local: string;
  /** The prefix that an attribute of this name declares (`xmlns`, `xmlns:cbc`), or `UNKNOWN`. */
  readonly declares: number;
}

/**
 * Names as written (`cbc:ID`), found straight from the source text: no string is made for a name seen before. Every entry is
 * a valid qualified name. An extension answers for its base and continues its count.
 */
export class QNameTable {
  private readonly base: QNameTable | undefined;
  private readonly prefixes: StringTable;
  /** Ids below are the base's. */
  readonly offset: number;
  private readonly entries: Entry[] = [];
  private hashes: number[] = [];
  /** Open addressing: own index + 1, 0 for free; always at most half full. */
  private slots = new Int32Array(32);
  /** Per own entry: the namespace it was last resolved in, and the name id that gave. */
  readonly lastNamespace: number[] = [];
  readonly lastName: number[] = [];

  constructor(prefixes: StringTable, base?: QNameTable) {
    this.prefixes = prefixes;
    this.base = base;
    this.offset = base?.size ?? 0;
  }

  get size(): number {
    return this.offset + this.entries.length;
  }

  /**
   * @param hash of `text[start … end)`: h = (h ^ unit) · HASH_SEED over its code units, from 0.
   * @returns the id, or `UNKNOWN`.
   */
  find(text: string, start: number, end: number, hash: number): number {
    if (this.base !== undefined) {
      const found = this.base.find(text, start, end, hash);
      if (found !== UNKNOWN) return found;
    }
    const mask = this.slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const own = this.slots[slot]! - 1;
      if (own < 0) return UNKNOWN;
      if (this.hashes[own] === hash && equals(this.entries[own]!.text, text, start, end))
        return this.offset + own;
    }
  }

  /** @returns the id of a name not yet there, or `UNKNOWN` when the text is no qualified name. */
  add(text: string, hash: number): number {
    const parts = splitQName(text);
    if (!parts) return UNKNOWN;
    const prefix = this.prefixes.intern(parts.prefix);
    const declares =
      prefix === XMLNS_PREFIX ? this.prefixes.intern(parts.local) : text === 'xmlns' ? NO_PREFIX : UNKNOWN;
    const own = this.entries.push({ text, prefix, local: parts.local, declares }) - 1;
    this.hashes.push(hash);
    this.lastNamespace.push(UNKNOWN);
    this.lastName.push(UNKNOWN);
    if (this.entries.length * 2 > this.slots.length) this.grow();
    else this.occupy(own);
    return this.offset + own;
  }

  entryOf(id: number): Entry {
    return id < this.offset ? this.base!.entryOf(id) : this.entries[id - this.offset]!;
  }

  /** Entry by position in this very table: id − `offset`. */
  ownEntry(own: number): Entry {
    return this.entries[own]!;
  }

  /** The table that keeps an id. */
  tableOf(id: number): QNameTable {
    return id < this.offset ? this.base!.tableOf(id) : this;
  }

  private occupy(own: number): void {
    const mask = this.slots.length - 1;
    let slot = spread(this.hashes[own]!) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = own + 1;
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    for (let own = 0; own < this.entries.length; own++) this.occupy(own);
  }
}

const spread = (hash: number): number => hash ^ (hash >>> 15);

function equals(name: string, text: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}
