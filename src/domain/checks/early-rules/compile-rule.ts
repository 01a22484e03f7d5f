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
  const compile = (written: RuleSet['rules']) => written.map((rule) => compileRule(rule, source));
  return { rules: compile(rules), of: { ubl: compile(ubl), cii: compile(cii) } };
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
  // Each occurrence of its term or group; the invoice itself if the rule names none.
  const places = rule.in === undefined ? undefined : insideReadable(rule.in);
  const breachesAt = (at: At): readonly Breach[] => (applies(at) && !holds(at) ? blames(at) : NONE);
  // If the path to an entry leads through a refused member, the rule is left out there.
  const readableBreaches = (at: At): readonly Breach[] => judgeOr(() => breachesAt(at), NONE);
  const brokenAt =
    places &&
    ((invoice: At) => {
      const entries = judgeOr(() => places(invoice), NONE);
      return entries.length === 0 ? NONE : entries.flatMap(readableBreaches);
    });
  return { id, source, term, title, fix, brokenAt: brokenAt ?? readableBreaches };
}

const NONE: readonly never[] = [];
