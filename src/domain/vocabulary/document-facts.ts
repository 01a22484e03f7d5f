import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';

/** Facts that a document states about itself; the checks of a route are chosen by them. */
export interface DocumentFacts {
  readonly syntax: Syntax;
  /** BT-24. */
  readonly specification: string | null;
  /** BT-1. */
  readonly number: string | null;
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate: string | null;
}
