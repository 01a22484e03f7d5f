import { judgeOr } from '../../invoice/unjudged.ts';
import { compileBlame } from './blame.ts';
import type { Breach, EarlyRule } from './early-rule.ts';
import { compileTest } from './evaluate.ts';
import { type At, insideReadable, placeOf, scopeOf } from './nodes.ts';
import type { RuleSet, RuleSyntax, WrittenRule } from './written-rule.ts';

/** A compiled set of written rules. */
export interface CompiledRules {
  readonly rules: readonly CompiledRule[];
  /** Rules for documents of one syntax only. */
  readonly of: Readonly<Record<RuleSyntax, readonly CompiledRule[]>>;
}

export function compileRules({ source, rules, of: { ubl, cii } }: RuleSet): CompiledRules {
  const compiled = (written: RuleSet['rules']) => written.map((rule) => compileRule(rule, source));
  return { rules: compiled(rules), of: { ubl: compiled(ubl), cii: compiled(cii) } };
}

/** It runs with what other rules have read of the invoice already. */
export interface CompiledRule extends Omit<EarlyRule, 'broken'> {
  readonly brokenAt: (invoice: At) => readonly Breach[];
}

function compileRule(rule: WrittenRule, source: RuleSet['source']): CompiledRule {
  const { id, term, title, fix, where } = rule;
  const scope = rule.in === undefined ? [] : scopeOf(placeOf(rule.in));
  const applies = where === undefined ? () => true : compileTest(where, scope);
  const holds = compileTest(rule.test, scope);
  const blames = compileBlame(rule.test, term, scope);
  const places = placesOf(rule.in);
  const breachesAt = (at: At): readonly Breach[] => (applies(at) && !holds(at) ? blames(at) : NONE);
  const brokenAt = (invoice: At): readonly Breach[] => {
    const found: Breach[] = [];
    // If the path to an entry leads through a refused member, the rule is left out there.
    for (const at of judgeOr(() => places(invoice), NONE)) found.push(...judgeOr(() => breachesAt(at), NONE));
    return found;
  };
  return { id, source, term, title, fix, brokenAt };
}

const NONE: readonly never[] = [];

/** The entries that a rule applies to: each occurrence of its term or group in the invoice. */
const placesOf = (term: string | undefined): ((invoice: At) => readonly At[]) =>
  term === undefined ? (invoice) => [invoice] : insideReadable(term);
