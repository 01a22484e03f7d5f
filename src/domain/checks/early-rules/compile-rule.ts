import { judged } from '../../invoice/unjudged.ts';
import { compileBlame } from './blame.ts';
import type { Breach, EarlyRule } from './early-rule.ts';
import { compileTest } from './evaluate.ts';
import { type At, insideReadable, placeOf, scopeOf } from './nodes.ts';
import type { RuleSet, RuleSyntax, WrittenRule } from './written-rule.ts';

/** A set of written rules, ready to be asked. */
export interface CompiledRules {
  readonly rules: readonly CompiledRule[];
  /** What only documents of one syntax are asked. */
  readonly of: Readonly<Record<RuleSyntax, readonly CompiledRule[]>>;
}

export function compileRules({ source, rules, of: { ubl, cii } }: RuleSet): CompiledRules {
  const compiled = (written: RuleSet['rules']) => written.map((rule) => compileRule(rule, source));
  return { rules: compiled(rules), of: { ubl: compiled(ubl), cii: compiled(cii) } };
}

/** Asked with what other rules have found out about the invoice already. */
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
    // Where a member that was refused is asked for, the rule is not judged there.
    for (const at of judged(() => places(invoice), NONE)) found.push(...judged(() => breachesAt(at), NONE));
    return found;
  };
  return { id, source, term, title, fix, brokenAt };
}

const NONE: readonly never[] = [];

/** Where a rule is asked: each time its term or group stands in the invoice. */
const placesOf = (term: string | undefined): ((invoice: At) => readonly At[]) =>
  term === undefined ? (invoice) => [invoice] : insideReadable(term);
