/**
 * A pattern of label paths, as a rule's context or an absolute path writes it: which names, from the document node down,
 * lead to a node. It says nothing about predicates.
 */
export type LabelPath = readonly LabelStep[];

export interface LabelStep {
  /** Preceded by `//`: any number of elements may lie between. */
  readonly anywhere: boolean;
  readonly attribute: boolean;
  /** Undefined: any namespace, any name. */
  readonly namespace: string | undefined;
  readonly localName: string | undefined;
}
