import type { CanonicalInvoice } from '../../invoice/canonical.ts';

/** A rule of a route or of EN 16931 that can be seen to be broken in the canonical form already. */
export interface EarlyRule {
  /** The rule's own id; the official layer uses it when the rule is found there. */
  readonly rule: string;
  readonly source: 'EN16931' | 'XRechnung';
  /** The broken member's own when left out. */
  readonly term?: string;
  /** What the clerk is told; the field stands beside it. */
  readonly message: string;
  /** Paths of the members that break it. */
  readonly broken: (invoice: CanonicalInvoice) => readonly string[];
}
