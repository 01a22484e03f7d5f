import type { AttributeColumns, ElementColumns, PathLists } from './document.ts';

/** The columns over elements while they are being filled: they double when full. */
export class ElementBuilder implements ElementColumns {
  count = 0;
  name: Int32Array;
  qname: Int32Array;
  parent: Int32Array;
  last: Int32Array;
  nextSame: Int32Array;
  path: Int32Array;
  contentStart: Int32Array;
  contentEnd: Int32Array;
  firstAttribute: Int32Array;
  plain: Uint8Array;
  ownText: Uint8Array;

  constructor(capacity: number) {
    const column = columnsOf(capacity + 1, 9);
    this.name = column(0);
    this.qname = column(1);
    this.parent = column(2);
    this.last = column(3);
    this.nextSame = column(4);
    this.path = column(5);
    this.contentStart = column(6);
    this.contentEnd = column(7);
    this.firstAttribute = column(8);
    this.plain = new Uint8Array(capacity);
    this.ownText = new Uint8Array(capacity);
  }

  add(): number {
    if (this.count === this.plain.length) this.grow();
    return this.count++;
  }

  private grow(): void {
    const larger = new ElementBuilder(this.plain.length * 2);
    this.name = fill(larger.name, this.name);
    this.qname = fill(larger.qname, this.qname);
    this.parent = fill(larger.parent, this.parent);
    this.last = fill(larger.last, this.last);
    this.nextSame = fill(larger.nextSame, this.nextSame);
    this.path = fill(larger.path, this.path);
    this.contentStart = fill(larger.contentStart, this.contentStart);
    this.contentEnd = fill(larger.contentEnd, this.contentEnd);
    this.firstAttribute = fill(larger.firstAttribute, this.firstAttribute);
    this.plain = fill(larger.plain, this.plain);
    this.ownText = fill(larger.ownText, this.ownText);
  }
}

/** The columns over attributes while they are being filled. */
export class AttributeBuilder implements AttributeColumns {
  attributeCount = 0;
  attributeName: Int32Array;
  attributeQName: Int32Array;
  attributeOwner: Int32Array;
  attributePath: Int32Array;
  attributeStart: Int32Array;
  attributeEnd: Int32Array;
  attributePlain: Uint8Array;

  constructor(capacity: number) {
    const column = columnsOf(capacity, 6);
    this.attributeName = column(0);
    this.attributeQName = column(1);
    this.attributeOwner = column(2);
    this.attributePath = column(3);
    this.attributeStart = column(4);
    this.attributeEnd = column(5);
    this.attributePlain = new Uint8Array(capacity);
  }

  add(): number {
    if (this.attributeCount === this.attributePlain.length) this.grow();
    return this.attributeCount++;
  }

  private grow(): void {
    const larger = new AttributeBuilder(this.attributePlain.length * 2);
    this.attributeName = fill(larger.attributeName, this.attributeName);
    this.attributeQName = fill(larger.attributeQName, this.attributeQName);
    this.attributeOwner = fill(larger.attributeOwner, this.attributeOwner);
    this.attributePath = fill(larger.attributePath, this.attributePath);
    this.attributeStart = fill(larger.attributeStart, this.attributeStart);
    this.attributeEnd = fill(larger.attributeEnd, this.attributeEnd);
    this.attributePlain = fill(larger.attributePlain, this.attributePlain);
  }
}

/**
 * For each path the number of its nodes and the last of them, while parsing; the lists themselves are laid out at the end, in the same two
 * columns.
 */
export class PathBuilder {
  private counts: Int32Array;
  private lasts: Int32Array;
  private readonly present: number[] = [];

  constructor(paths: number) {
    const column = columnsOf(paths, 2);
    this.counts = column(0);
    this.lasts = column(1);
  }

  /** Records one more node on a path. @returns the one before it, 0 for none. */
  add(path: number, node: number): number {
    if (path >= this.counts.length) this.grow(path + 1);
    if (this.counts[path]!++ === 0) this.present.push(path);
    const before = this.lasts[path]!;
    this.lasts[path] = node;
    return before;
  }

  /** Turns counts into ranges of one array that holds all nodes, path after path. */
  lists(elements: ElementBuilder, attributes: AttributeBuilder): PathLists {
    const pathStart = this.counts;
    const pathEnd = this.lasts;
    const present = this.present;
    let total = 0;
    for (const path of present) {
      const count = pathStart[path]!;
      pathStart[path] = pathEnd[path] = total;
      total += count;
    }
    const pathNodes = new Int32Array(total);
    const { path, count } = elements;
    for (let e = 1; e < count; e++) pathNodes[pathEnd[path[e]!]!++] = e;
    const { attributePath, attributeCount } = attributes;
    for (let a = 0; a < attributeCount; a++) pathNodes[pathEnd[attributePath[a]!]!++] = ~a;
    return { pathStart, pathEnd, pathNodes, presentPaths: Int32Array.from(present) };
  }

  private grow(needed: number): void {
    const larger = new PathBuilder(Math.max(needed, this.counts.length * 2));
    this.counts = fill(larger.counts, this.counts);
    this.lasts = fill(larger.lasts, this.lasts);
  }
}

/** Columns with one shared allocation: for a small document twenty allocations would take longer than its parse. */
function columnsOf(rows: number, columns: number): (index: number) => Int32Array {
  const bytes = rows * Int32Array.BYTES_PER_ELEMENT;
  const buffer = new ArrayBuffer(bytes * columns);
  return (index) => new Int32Array(buffer, bytes * index, rows);
}

function fill<T extends Int32Array | Uint8Array>(larger: T, smaller: T): T {
  larger.set(smaller);
  return larger;
}
