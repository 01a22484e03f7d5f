import type { LabelStep } from './labels.ts';

/**
 * The part of a compiled pack that is data: which rules there are, which labels lead to them and what their tests are called.
 * The other part is code (`PackCode`). Both are numbered alike.
 */
export interface PackTables {
  /** Every step of a label path, once; the paths below are indices into it. */
  readonly steps: readonly LabelStep[];
  readonly visits: 'elements' | 'elements-and-attributes';
  /** In order; per pattern and node only the first rule runs whose context matches. */
  readonly patterns: readonly { readonly rules: readonly RuleTable[] }[];
  /** Label paths whose nodes the code asks for by number. */
  readonly lists: readonly (readonly PathTable[])[];
}

/** A `LabelPath`, by the numbers of its steps. */
export type PathTable = readonly number[];

export interface RuleTable {
  readonly contexts: readonly ContextTable[];
  readonly tests: readonly TestTable[];
}

export interface ContextTable {
  readonly labels: PathTable;
  /** Index in `conditions`; undefined: the labels say all. */
  readonly condition: number | undefined;
}

export interface TestTable {
  /** Index in `tests` and `messages`. */
  readonly index: number;
  readonly kind: 'assert' | 'report';
  readonly id: string | undefined;
  readonly flag: string | undefined;
  readonly role: string | undefined;
  /** The test cannot fire in a document without any of these. */
  readonly guard: readonly PathTable[] | undefined;
  /** A message that may raise has to be evaluated for every firing, reported or not. */
  readonly messageMayRaise: boolean;
}
