import type { Document, Node } from '../xml/document.ts';

/**
 * The code of a compiled pack, from either back end. It works on one document at a time: `open` before, and `close` after, which releases
 * everything of the document.
 * @throws XPathError from every function: a dynamic error of the rule
 * @throws Escape
 */
export interface PackCode {
  open(document: Document, lists: NodeLists): void;
  close(): void;
  readonly conditions: readonly ((node: Node) => boolean)[];
  /** True: the test fires. */
  readonly tests: readonly ((node: Node) => boolean)[];
  readonly messages: readonly ((node: Node) => string)[];
}

/** A run of nodes in document order. */
export interface NodeRun {
  readonly nodes: Int32Array;
  readonly start: number;
  readonly end: number;
}

/** The nodes of the pack's label lists in the open document, by the number of the list. */
export type NodeLists = (list: number) => NodeRun;
