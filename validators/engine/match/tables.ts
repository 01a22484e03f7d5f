import type { LabelStep } from './labels.ts';

/**
 * The data of a compiled pack: its rules, the labels that lead to them and the names of their tests. The other part is code (`PackCode`).
 * Both have the same numbers.
 */
export interface PackTables {
  /** Every step of a label path, once; the paths below are indices into it. */
  readonly steps: readonly LabelStep[];
  readonly visits: 'elements' | 'elements-and-attributes';
  /** In order; in each pattern only the first rule whose context matches a node runs on it. */
  readonly patterns: readonly { readonly rules: readonly RuleTable[] }[];
  /** Label paths whose nodes the code reads by number. */
  readonly lists: readonly (readonly PathTable[])[];
}

/** A `LabelPath`, by the numbers of its steps. */
export type PathTable = readonly number[];

export interface RuleTable {
  readonly contexts: readonly ContextTable[];
  readonly tests: readonly TestTable[];
}

interface ContextTable {
  readonly labels: PathTable;
  /** Index in `conditions`; undefined: the labels decide alone. */
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
  /** A message that may raise is evaluated for every firing, reported or not. */
  readonly messageMayRaise: boolean;
}
