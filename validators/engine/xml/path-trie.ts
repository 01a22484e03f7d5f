import { UNKNOWN } from './name-table.ts';

/** Path id of the document node, the root of every trie. */
export const ROOT_PATH = 0;

/** Odd and random per process, so that no sender can choose names that collide. */
const SEED = (Math.floor(Math.random() * 0x7fffffff) << 1) | 1;

/**
 * Label paths from the document node down: `/ubl:Invoice/cac:InvoiceLine` is one id, whatever the positions. A path may end in an
 * attribute; attribute and element of one name are different paths. Ids are dense, from 0, parents before children; an extension includes
 * its base and continues its count.
 */
export class PathTrie {
  /** Ids below are the base's. */
  readonly offset: number;
  private count = 0;
  private parents = new Int32Array(16);
  private labels = new Int32Array(16);
  /** Open addressing: own index + 1, 0 for free; always at most half full. */
  private slots = new Int32Array(32);

  constructor(private readonly base?: PathTrie) {
    this.offset = base?.size ?? 0;
    if (!base) this.add(ROOT_PATH, UNKNOWN);
  }

  get size(): number {
    return this.offset + this.count;
  }

  intern(parent: number, name: number, attribute = false): number {
    const label = attribute ? -2 - name : name;
    const known = this.search(parent, label);
    return known === UNKNOWN ? this.add(parent, label) : known;
  }

  /** @returns the path id, or `UNKNOWN`. */
  find(parent: number, name: number, attribute = false): number {
    return this.search(parent, attribute ? -2 - name : name);
  }

  /** The path one step up; that of the root is the root. */
  parentOf(path: number): number {
    return path < this.offset ? this.base!.parentOf(path) : this.parents[path - this.offset]!;
  }

  /** Name id of the last step; `UNKNOWN` for the root. */
  nameOf(path: number): number {
    const label = this.labelOf(path);
    return label < UNKNOWN ? -2 - label : label;
  }

  isAttribute(path: number): boolean {
    return this.labelOf(path) < UNKNOWN;
  }

  /** One number per last step: the name id of an element, −2 − name id of an attribute. */
  private labelOf(path: number): number {
    return path < this.offset ? this.base!.labelOf(path) : this.labels[path - this.offset]!;
  }

  private search(parent: number, label: number): number {
    if (this.base !== undefined) {
      const index = this.base.search(parent, label);
      if (index !== UNKNOWN) return index;
    }
    const mask = this.slots.length - 1;
    for (let slot = hash(parent, label) & mask; ; slot = (slot + 1) & mask) {
      const own = this.slots[slot]! - 1;
      if (own < 0) return UNKNOWN;
      if (this.labels[own] === label && this.parents[own] === parent) return this.offset + own;
    }
  }

  private add(parent: number, label: number): number {
    if (this.count === this.parents.length) this.grow();
    const own = this.count++;
    this.parents[own] = parent;
    this.labels[own] = label;
    this.occupy(own);
    return this.offset + own;
  }

  private occupy(own: number): void {
    const mask = this.slots.length - 1;
    let slot = hash(this.parents[own]!, this.labels[own]!) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = own + 1;
  }

  private grow(): void {
    this.parents = enlarge(this.parents);
    this.labels = enlarge(this.labels);
    this.slots = new Int32Array(this.slots.length * 2);
    for (let own = 0; own < this.count; own++) this.occupy(own);
  }
}

function hash(parent: number, label: number): number {
  const mixed = Math.imul(Math.imul(parent, SEED) ^ label, SEED);
  return mixed ^ (mixed >>> 15);
}

function enlarge(column: Int32Array): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(column.length * 2);
  copy.set(column);
  return copy;
}
