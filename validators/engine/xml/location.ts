import type { Document, Node } from './document.ts';
import { startOf } from './ranges.ts';
import { isContinuation } from './utf8.ts';

/** The place of a node. Made only for reported nodes: the first one reads the whole source for its lines. */
export interface NodeLocation {
  /**
   * Names as written, so prefixes have the document's meaning; a position wherever siblings share the name:
   * `/ubl:Invoice/cac:InvoiceLine[3]/cbc:ID/@schemeID`. `/` for the document node.
   */
  readonly xpath: string;
  /** Of the start tag's `<`, or of the attribute's value; from 1. */
  readonly line: number;
  readonly column: number;
}

export function locate(document: Document, node: Node): NodeLocation {
  return { xpath: xpathOf(document, node), ...positionAt(document, offsetOf(document, node)) };
}

export function xpathOf(document: Document, node: Node): string {
  if (node === 0) return '/';
  let xpath = '';
  let element = node;
  if (node < 0) {
    xpath = `/@${document.qnameOf(node)}`;
    element = document.parentOf(node);
  }
  for (; element > 0; element = document.parentOf(element))
    xpath = `/${document.qnameOf(element)}${positionAmongSiblings(document, element)}${xpath}`;
  return xpath;
}

/** `[n]`, or nothing for an only child of its name. */
function positionAmongSiblings(document: Document, element: number): string {
  const position = positionOf(document, element);
  return position === 1 && document.nextSame[element] === 0 ? '' : `[${String(position)}]`;
}

/** The place of an element among the siblings of its name, from 1. */
function positionOf(document: Document, element: number): number {
  const path = document.path[element]!;
  // Siblings of one name are neighbours in their path's list: the first of them is the first one after the parent.
  const first = firstAfter(document, path, document.parent[element]!);
  return firstAfter(document, path, element - 1) - first + 1;
}

/** With the namespace and the position of each step, as SchXslt writes a place: `/Q{urn:…:Invoice-2}Invoice[1]/@Q{}schemeID`. */
export function fullPathOf(document: Document, node: Node): string {
  const named = (of: Node): string => {
    const { namespace, local } = document.nameOf(of);
    return `Q{${namespace}}${local}`;
  };
  if (node === 0) return '/';
  let path = node < 0 ? `/@${named(node)}` : '';
  const innermost = node < 0 ? document.parentOf(node) : node;
  for (let element = innermost; element > 0; element = document.parentOf(element))
    path = `/${named(element)}[${String(positionOf(document, element))}]${path}`;
  return path;
}

/** The index of the first element after another one in a path's list. */
function firstAfter({ pathStart, pathEnd, pathNodes }: Document, path: number, node: number): number {
  let low = pathStart[path]!;
  let high = pathEnd[path]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pathNodes[middle]! <= node) low = middle + 1;
    else high = middle;
  }
  return low;
}

function offsetOf(document: Document, node: Node): number {
  if (node === 0) return 0;
  return node < 0 ? document.attributeStart[~node]! : startOf(document, node);
}

/** Offsets of line starts; for each block of the source how many bytes before it belong to characters that began before them. */
interface Lines {
  readonly starts: readonly number[];
  readonly continued: Uint32Array;
}

const BLOCK = 1024;

const LINES = new WeakMap<Document, Lines>();

function linesOf(document: Document): Lines {
  const cached = LINES.get(document);
  if (cached) return cached;
  const { source } = document;
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  const continued = new Uint32Array(Math.floor(source.length / BLOCK) + 1);
  for (let block = 1; block < continued.length; block++)
    continued[block] = continued[block - 1]! + continuationsIn(source, (block - 1) * BLOCK, block * BLOCK);
  const lines = { starts, continued };
  LINES.set(document, lines);
  return lines;
}

function continuationsIn(source: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (isContinuation(source.charCodeAt(at))) count++;
  return count;
}

function positionAt(document: Document, offset: number): { line: number; column: number } {
  const { starts, continued } = linesOf(document);
  const line = countUpTo(starts, offset);
  const start = starts[line - 1]!;
  const before = (at: number): number => {
    const block = Math.floor(at / BLOCK);
    return continued[block]! + continuationsIn(document.source, block * BLOCK, at);
  };
  return { line, column: offset - start - (before(offset) - before(start)) + 1 };
}

/** How many numbers of a sorted list are not above a limit. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
