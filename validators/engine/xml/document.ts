import type { ExpandedName } from './name-table.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * A node of a document, as one number:
 *
 * - `0` is the document node. As the answer of a *search* (first child, attribute …) 0 means "none": the document node is
 *   never anyone's child, sibling or attribute;
 * - `n > 0` is the n-th element in document order (start tags counted from 1);
 * - `n < 0` is an attribute: `~n` indexes the attribute columns, which are in document order too.
 *
 * Text nodes, comments and processing instructions have no number: rules see them only through string values and
 * `text()`, which `values.ts` reads from the source (no rule asks for their identity or order among elements).
 */
export type Node = number;

/** Result of a search without a match. */
export const NONE: Node = 0;

/** Columns over elements. Index 0 is the document node; entries from `count` on are unused capacity. */
export interface ElementColumns {
  /** Expanded name id: below `vocabulary.names.offset` shared, from there on this document's own. −1 at index 0. */
  readonly name: Int32Array;
  /** Id in `vocabulary.qnames`: the name as written. */
  readonly qname: Int32Array;
  /** Parent element, 0 for the root element. `parent[0]` is 0: stop at 0 when walking up. */
  readonly parent: Int32Array;
  /**
   * Last descendant, the element itself when it has no element child. Document order does the rest:
   * - descendants of e: `e + 1 … last[e]`; descendant or self: `e … last[e]`; is a inside e: `e < a && a <= last[e]`;
   * - element children of p: `for (let c = p + 1; c <= last[p]; c = last[c] + 1)`;
   * - has no element child: `last[e] === e`;
   * - following sibling of e: `last[e] + 1`, as long as that is `<= last[parent[e]]`.
   * `last[0]` is the last element of the document.
   */
  readonly last: Int32Array;
  /** Next sibling with the same expanded name, or 0. */
  readonly nextSame: Int32Array;
  /** Id of the label path from the document node: see `paths` of the document. `path[0]` is `ROOT_PATH`. */
  readonly path: Int32Array;
  /** Source range between start and end tag, empty for `<a/>`. For the document node the whole source. */
  readonly contentStart: Int32Array;
  readonly contentEnd: Int32Array;
  /**
   * 1: the content is its own string value, as written (no tag, reference, CDATA, comment or PI in it); 2: it is, in UTF-8 with characters
   * beyond ASCII (`decoded`); 0 otherwise.
   */
  readonly plain: Uint8Array;
  /** 0: nothing but white space, child elements, comments and instructions stand directly in it. A reference and a CDATA section count as text. */
  readonly ownText: Uint8Array;
  /** First attribute index; the attributes of e are `firstAttribute[e] … firstAttribute[e + 1] − 1`. */
  readonly firstAttribute: Int32Array;
}

/** Columns over attributes, namespace declarations left out. As a node, the attribute at index a is `~a`. */
export interface AttributeColumns {
  readonly attributeName: Int32Array;
  readonly attributeQName: Int32Array;
  readonly attributeOwner: Int32Array;
  /** Id of the owner's path extended by this attribute. */
  readonly attributePath: Int32Array;
  /** Source range of the value, without its quotes. */
  readonly attributeStart: Int32Array;
  readonly attributeEnd: Int32Array;
  /** 1: the range is the value (no reference, tab or line feed in it); 2: it is, in UTF-8 beyond ASCII. */
  readonly attributePlain: Uint8Array;
}

/** For each path the elements (or attributes) on it, in document order. */
export interface PathLists {
  /**
   * The nodes on path p: `pathNodes[pathStart[p]] … pathNodes[pathEnd[p] − 1]`, an empty range when there is none.
   * Elements of one path that share a parent are neighbours, and within any element e the nodes of a path are one
   * contiguous range. Both arrays cover all paths that were known when the document was parsed, and more.
   */
  readonly pathStart: Int32Array;
  readonly pathEnd: Int32Array;
  readonly pathNodes: Int32Array;
  /** The paths that occur, attributes included, in order of first appearance (parents before children). */
  readonly presentPaths: Int32Array;
}

/** The result of the parser. */
interface DocumentParts {
  readonly vocabulary: Vocabulary;
  readonly source: string;
  readonly elements: ElementColumns & { readonly count: number };
  readonly attributes: AttributeColumns & { readonly attributeCount: number };
  readonly lists: PathLists;
}

/**
 * A parsed document as columns of numbers over its source. Immutable. Its name and path ids are valid until a pack adds to the shared
 * vocabulary (`isCurrent`): load packs first, then parse.
 */
export class Document implements ElementColumns, AttributeColumns, PathLists {
  /** Names and paths of this document: an extension of the thread's shared vocabulary. */
  readonly vocabulary: Vocabulary;
  /** The bytes as UTF-8, each as a character (`utf8.ts`), line ends normalised; all ranges index it. */
  readonly source: string;
  /** Elements + 1: valid element indices are 0 … count − 1. */
  readonly count: number;
  readonly attributeCount: number;
  readonly name: Int32Array;
  readonly qname: Int32Array;
  readonly parent: Int32Array;
  readonly last: Int32Array;
  readonly nextSame: Int32Array;
  readonly path: Int32Array;
  readonly contentStart: Int32Array;
  readonly contentEnd: Int32Array;
  readonly plain: Uint8Array;
  readonly ownText: Uint8Array;
  readonly firstAttribute: Int32Array;
  readonly attributeName: Int32Array;
  readonly attributeQName: Int32Array;
  readonly attributeOwner: Int32Array;
  readonly attributePath: Int32Array;
  readonly attributeStart: Int32Array;
  readonly attributeEnd: Int32Array;
  readonly attributePlain: Uint8Array;
  readonly pathStart: Int32Array;
  readonly pathEnd: Int32Array;
  readonly pathNodes: Int32Array;
  readonly presentPaths: Int32Array;
  /** String values that were read, of elements and of attributes (`values.ts`): rules ask for each of them several times. */
  readonly elementStrings: (string | undefined)[];
  readonly attributeStrings: (string | undefined)[];
  /** Characters of those that had to be assembled, including those that are too many to keep. */
  assembledLength = 0;

  constructor({ vocabulary, source, elements, attributes, lists }: DocumentParts) {
    this.vocabulary = vocabulary;
    this.source = source;
    this.count = elements.count;
    this.name = elements.name;
    this.qname = elements.qname;
    this.parent = elements.parent;
    this.last = elements.last;
    this.nextSame = elements.nextSame;
    this.path = elements.path;
    this.contentStart = elements.contentStart;
    this.contentEnd = elements.contentEnd;
    this.plain = elements.plain;
    this.ownText = elements.ownText;
    this.firstAttribute = elements.firstAttribute;
    this.attributeCount = attributes.attributeCount;
    this.attributeName = attributes.attributeName;
    this.attributeQName = attributes.attributeQName;
    this.attributeOwner = attributes.attributeOwner;
    this.attributePath = attributes.attributePath;
    this.attributeStart = attributes.attributeStart;
    this.attributeEnd = attributes.attributeEnd;
    this.attributePlain = attributes.attributePlain;
    this.pathStart = lists.pathStart;
    this.pathEnd = lists.pathEnd;
    this.pathNodes = lists.pathNodes;
    this.presentPaths = lists.presentPaths;
    this.elementStrings = new Array<string | undefined>(this.count);
    this.attributeStrings = new Array<string | undefined>(this.attributeCount);
  }

  /** False once a pack has added names or paths after the parse: numbers would then have other meanings. */
  get isCurrent(): boolean {
    return this.vocabulary.isCurrent;
  }

  /** Name id of an element or attribute; −1 for the document node. */
  nameIdOf(node: Node): number {
    return (node < 0 ? this.attributeName[~node] : this.name[node]) as number;
  }

  /** `name()`: as written, prefix included; '' for the document node. */
  qnameOf(node: Node): string {
    if (node === 0) return '';
    return this.vocabulary.qnames.nameOf(node < 0 ? this.attributeQName[~node]! : this.qname[node]!).text;
  }

  /** The expanded name of an element or attribute. */
  nameOf(node: Node): ExpandedName {
    return this.vocabulary.names.nameOf(this.nameIdOf(node));
  }

  /** `local-name()`. */
  localNameOf(node: Node): string {
    return node === 0 ? '' : this.nameOf(node).local;
  }

  /** `..`: owner of an attribute, parent of an element; 0 (none) for the document node. */
  parentOf(node: Node): Node {
    return (node < 0 ? this.attributeOwner[~node] : this.parent[node]) as number;
  }

  /** The attribute of element e with that name id, or `NONE`. */
  attributeNamed(e: Node, name: number): Node {
    const end = this.firstAttribute[e + 1]!;
    for (let a = this.firstAttribute[e]!; a < end; a++) if (this.attributeName[a] === name) return ~a;
    return NONE;
  }

  /** The first child element of p (element or document) with that name id, or `NONE`; go on with `nextSame`. */
  childNamed(p: Node, name: number): Node {
    const end = this.last[p]!;
    for (let c = p + 1; c <= end; c = this.last[c]! + 1) if (this.name[c] === name) return c;
    return NONE;
  }
}

/** Document order, for sorting: an attribute comes after its owner and before the owner's children. */
export function inDocumentOrder(document: Document, a: Node, b: Node): number {
  const left = a < 0 ? document.attributeOwner[~a]! : a;
  const right = b < 0 ? document.attributeOwner[~b]! : b;
  if (left !== right || a === b) return left - right;
  if (a >= 0) return -1;
  return b >= 0 ? 1 : b - a;
}
