import type { Document, Node } from '../xml/document.ts';
import { fuel, refuel } from './fuel.ts';

/** The axes from a node to its sides. */
export type SideAxis = 'preceding' | 'following' | 'preceding-sibling' | 'following-sibling';

/** A part of a list of nodes, in document order. */
interface Elements {
  readonly nodes: Int32Array;
  readonly start: number;
  readonly end: number;
}

/** For each text the one element that decides a look to one side: the one that ends first, or begins last. */
type Outermost = ReadonlyMap<string, Node>;

/**
 * Texts before or after each other. A look from every element at all earlier ones takes the square of their number; a table of the first or
 * last element with each text gives the same answer.
 */
export class Neighbours {
  /** By parent for siblings, one under 0 otherwise; made at its first use. */
  private readonly tables = new Map<Node, Outermost>();

  /**
   * @param elements at the side.
   * @param textsOf the texts of one of them.
   */
  constructor(
    private readonly document: Document,
    private readonly axis: SideAxis,
    private readonly elements: Elements,
    private readonly textsOf: (element: Node) => readonly string[],
  ) {}

  /** Whether an element on the axis from `element` has this text. */
  has(text: string, element: Node): boolean {
    const { last, parent } = this.document;
    const node = this.tableFor(isSibling(this.axis) ? parent[element]! : 0).get(text);
    if (node === undefined) return false;
    return looksBack(this.axis) ? last[node]! < element : node > last[element]!;
  }

  private tableFor(parent: Node): Outermost {
    let table = this.tables.get(parent);
    if (!table) this.tables.set(parent, (table = this.make(parent)));
    return table;
  }

  /** Of the children of `parent`, or of all elements below it. */
  private make(parent: Node): Outermost {
    const { nodes, end } = this.elements;
    const { last, parent: parents } = this.document;
    const table = new Map<string, Node>();
    for (let at = this.firstBelow(parent); at < end && nodes[at]! <= last[parent]!; at++) {
      if (--fuel.left < 0) refuel();
      const element = nodes[at]!;
      if (isSibling(this.axis) && parents[element] !== parent) continue;
      for (const text of this.textsOf(element)) {
        if (--fuel.left < 0) refuel();
        const earlier = table.get(text);
        // An element that begins later is later in the list; one that ends first need not be the first: it may be inside another.
        if (earlier === undefined || !looksBack(this.axis) || last[element]! < last[earlier]!)
          table.set(text, element);
      }
    }
    return table;
  }

  /** The index of the first element below a node in the list. */
  private firstBelow(parent: Node): number {
    const { nodes, start, end } = this.elements;
    let low = start;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (nodes[middle]! <= parent) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const looksBack = (axis: SideAxis): boolean => axis.startsWith('preceding');
const isSibling = (axis: SideAxis): boolean => axis.endsWith('sibling');
