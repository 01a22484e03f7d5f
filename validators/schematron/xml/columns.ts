import type { AttributeColumns, ElementColumns } from './document.ts';

/** The columns while they are being filled: they double when full. */
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
  plain: Uint8Array;
  firstAttribute: Int32Array;

  /** @param capacity rows without growing; one more is kept for the end of the last row's attributes. */
  constructor(capacity: number) {
    this.name = new Int32Array(capacity);
    this.qname = new Int32Array(capacity);
    this.parent = new Int32Array(capacity);
    this.last = new Int32Array(capacity);
    this.nextSame = new Int32Array(capacity);
    this.path = new Int32Array(capacity);
    this.contentStart = new Int32Array(capacity);
    this.contentEnd = new Int32Array(capacity);
    this.plain = new Uint8Array(capacity);
    this.firstAttribute = new Int32Array(capacity + 1);
  }

  add(): number {
    if (this.count === this.name.length) this.grow();
    return this.count++;
  }

  private grow(): void {
    const capacity = this.name.length * 2;
    this.name = enlarged(this.name, capacity);
    this.qname = enlarged(this.qname, capacity);
    this.parent = enlarged(this.parent, capacity);
    this.last = enlarged(this.last, capacity);
    this.nextSame = enlarged(this.nextSame, capacity);
    this.path = enlarged(this.path, capacity);
    this.contentStart = enlarged(this.contentStart, capacity);
    this.contentEnd = enlarged(this.contentEnd, capacity);
    this.firstAttribute = enlarged(this.firstAttribute, capacity + 1);
    const plain = new Uint8Array(capacity);
    plain.set(this.plain);
    this.plain = plain;
  }
}

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
    this.attributeName = new Int32Array(capacity);
    this.attributeQName = new Int32Array(capacity);
    this.attributeOwner = new Int32Array(capacity);
    this.attributePath = new Int32Array(capacity);
    this.attributeStart = new Int32Array(capacity);
    this.attributeEnd = new Int32Array(capacity);
    this.attributePlain = new Uint8Array(capacity);
  }

  add(): number {
    if (this.attributeCount === this.attributeName.length) this.grow();
    return this.attributeCount++;
  }

  private grow(): void {
    const capacity = this.attributeName.length * 2;
    this.attributeName = enlarged(this.attributeName, capacity);
    this.attributeQName = enlarged(this.attributeQName, capacity);
    this.attributeOwner = enlarged(this.attributeOwner, capacity);
    this.attributePath = enlarged(this.attributePath, capacity);
    this.attributeStart = enlarged(this.attributeStart, capacity);
    this.attributeEnd = enlarged(this.attributeEnd, capacity);
    const plain = new Uint8Array(capacity);
    plain.set(this.attributePlain);
    this.attributePlain = plain;
  }
}

/** Per path: how many nodes, and the last one seen; the lists themselves are laid out at the end. */
export class PathBuilder {
  private counts: Int32Array;
  private lasts: Int32Array;
  private readonly present: number[] = [];

  constructor(paths: number) {
    this.counts = new Int32Array(paths);
    this.lasts = new Int32Array(paths);
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
  lists(paths: number, elements: ElementBuilder, attributes: AttributeBuilder) {
    const pathStart = new Int32Array(paths);
    const pathEnd = new Int32Array(paths);
    let total = 0;
    for (const path of this.present) {
      pathStart[path] = pathEnd[path] = total;
      total += this.counts[path]!;
    }
    const pathNodes = new Int32Array(total);
    const { path, count } = elements;
    for (let e = 1; e < count; e++) pathNodes[pathEnd[path[e]!]!++] = e;
    const { attributePath, attributeCount } = attributes;
    for (let a = 0; a < attributeCount; a++) pathNodes[pathEnd[attributePath[a]!]!++] = ~a;
    return { pathStart, pathEnd, pathNodes, presentPaths: Int32Array.from(this.present) };
  }

  private grow(needed: number): void {
    const size = Math.max(needed, this.counts.length * 2);
    this.counts = enlarged(this.counts, size);
    this.lasts = enlarged(this.lasts, size);
  }
}

function enlarged(column: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(size);
  copy.set(column);
  return copy;
}
