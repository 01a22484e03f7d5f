import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import type { Blame, RuleSource } from './written-rule.ts';

/** A rule of a route or of EN 16931 that can be seen to be broken in the canonical form already. */
export interface EarlyRule {
  /** The rule's own id; the official layer uses it when the rule is found there. */
  readonly id: string;
  readonly source: RuleSource;
  readonly term: string;
  /** What is wrong, in one clause. */
  readonly title: string;
  /** What to change. */
  readonly fix: string;
  readonly broken: (invoice: CanonicalInvoice) => readonly Breach[];
}

export interface Breach extends Blame {
  /** What is wrong here, where more can be told than the rule's own words do. */
  readonly title?: string;
}
