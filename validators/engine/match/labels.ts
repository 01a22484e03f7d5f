/**
 * A pattern of label paths, as in a rule's context or an absolute path: the names that lead from the document node to a node, without
 * predicates.
 */
export type LabelPath = readonly LabelStep[];

export interface LabelStep {
  /** Preceded by `//`: any number of elements may lie between. */
  readonly anywhere: boolean;
  readonly attribute: boolean;
  /** Undefined: any namespace, any name. */
  readonly namespace: string | undefined;
  readonly localName: string | undefined;
  /** The local name ends with this; only without `localName`. */
  readonly ending?: string;
}
