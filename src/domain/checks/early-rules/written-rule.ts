import type { Text } from 'en16931-rules/vocabulary/message.ts';

/**
 * A rule of `schematron/` whose breach shows in the canonical form already, as `npm run docs` writes it from the rule's text. It names
 * terms, never a syntax.
 */
export interface WrittenRule {
  /** The rule's own id; the official layer reports the same one. */
  readonly id: string;
  /** The term or group that it applies to, at each occurrence in the invoice; the whole invoice if left out. */
  readonly in?: string;
  /** Narrows the occurrences. */
  readonly where?: Expression;
  /** True for an invoice that keeps the rule. */
  readonly test: Expression;
  /** The term to blame if the test does not show one. */
  readonly term: string;
  /** What is wrong, in one clause. */
  readonly title: Text;
  /** What to change. */
  readonly fix: Text;
}

/** The origin of a set's rules, as `related` names it: `EN16931`, `XRechnung`, `CIUS-RO`. */
export type RuleSource = string;

export interface RuleSet {
  readonly source: RuleSource;
  /** For every syntax. */
  readonly rules: readonly WrittenRule[];
  /** Rules that one syntax has alone or states in another way. */
  readonly of: Readonly<Record<RuleSyntax, readonly WrittenRule[]>>;
}

/** The syntaxes of EN 16931. */
export type RuleSyntax = 'ubl' | 'cii';

/** A part of XPath 2.0, with terms in place of paths; functions have the names of XPath or of the rule files. */
export type Expression =
  | readonly ['terms', ...Chain[]]
  /** The current value: of the rule, or of the brackets around. */
  | readonly ['self']
  | readonly ['text' | 'number', string]
  | readonly ['list' | 'and' | 'or', ...Expression[]]
  | readonly ['not' | 'exists' | 'filled', Expression]
  | readonly ['compare', Comparison, Expression, Expression]
  | readonly ['calculate', Calculation, Expression, Expression]
  | readonly ['if', Expression, Expression, Expression]
  | readonly ['call', FunctionName, ...Expression[]]
  /** Whether the text is among the codes of the lists, blanks between them. */
  | readonly ['in-codes', Expression, ...Listed[]];

/** From a term to a term inside it; `BG-25` alone means every line, or the line around. */
export type Chain = readonly [Link, ...Link[]];
export type Link = string | readonly [term: string, where: Expression];

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';
export type Calculation = '+' | '-' | '*' | 'div' | 'mod';
export type ListName = 'iso-3166-country' | 'vat-prefix-greece' | 'untdid-4451';
/** A list, or one without the codes that the rules for the syntax lack, blanks between them. */
export type Listed = ListName | readonly [list: ListName, without: string];
export const FUNCTION_NAMES = [
  'abs',
  'concat',
  'contains',
  'count',
  'decimal',
  'distinct-values',
  'first-filled',
  'gs1',
  'is-date',
  'item-at',
  'luhn',
  'matches',
  'normalize-space',
  'number',
  'numeric',
  'reverse',
  'starts-with',
  'string-join',
  'string-length',
  'substring',
  'substring-after',
  'substring-before',
  'sum',
  'tokenize',
  'translate',
  'upper-case',
  'weighted',
] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

/** One member of the canonical invoice that breaks a rule. */
export interface Blame {
  /** JSON path. */
  readonly field: string;
  readonly term: string;
  /** `missing`: it is required; `unwanted`: it is not allowed; `wrong`: its value is not allowed. */
  readonly fault: 'missing' | 'unwanted' | 'wrong';
  /** The requirement on a wrong member; rules with the same requirement have one cause. */
  readonly requirement?: string;
}
