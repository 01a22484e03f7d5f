import type { Variant } from './base.ts';
import type { Edit } from './edits.ts';

/** An edit of a valid invoice, and the ids of all rules of the pack that it breaks. */
export interface Row {
  /** The title after `it`. */
  readonly it: string;
  readonly of?: Variant;
  readonly edit: Edit;
  /** Empty: the rules accept the document. Several: by the standard they fail together. */
  readonly finds: readonly string[];
}

/** A document that makes published rules fire; others may fire too. */
export interface FiringRow {
  readonly of?: Variant;
  readonly edit: Edit;
  readonly fires: readonly string[];
}
