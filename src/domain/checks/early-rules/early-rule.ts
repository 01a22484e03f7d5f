import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import type { Blame, RuleSource, RuleSyntax } from './written-rule.ts';

/** A rule of a route or of EN 16931 whose breach shows in the canonical form already. */
export interface EarlyRule {
  /** The rule's own id; the official layer reports the same one. */
  readonly id: string;
  readonly source: RuleSource;
  readonly term: string;
  /** What is wrong, in one clause. */
  readonly title: Text;
  /** What to change. */
  readonly fix: Text;
  /** The syntax in which the rule can be broken; both if left out. */
  readonly only?: RuleSyntax;
  readonly broken: (invoice: CanonicalInvoice) => readonly Breach[];
}

export interface Breach extends Blame {
  /** What is wrong in this invoice, if it can be said more exactly than by the rule's title. */
  readonly title?: Text;
  /** What to change in this invoice, if that can be said more exactly than by the rule. */
  readonly fix?: Text;
  /** Of rules about one member, the words of this one are shown: it knows why the member is missing or, whatever they find, wrong. */
  readonly explains?: true | 'every-fault';
}
