import { compileBlame } from './blame.ts';
import type { Breach, EarlyRule } from './early-rule.ts';
import { compileTest } from './evaluate.ts';
import { type At, insideEach, placeOf, scopeOf } from './nodes.ts';
import type { RuleSet, WrittenRule } from './written-rule.ts';

/** A set of written rules, ready to be asked. */
export const compileRules = ({ source, rules }: RuleSet): readonly CompiledRule[] =>
  rules.map((rule) => compileRule(rule, source));

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
  const brokenAt = (invoice: At): readonly Breach[] =>
    places(invoice)
      .filter((at) => applies(at) && !holds(at))
      .flatMap(blames);
  return { id, source, term, title, fix, brokenAt };
}

/** Where a rule is asked: each time its term or group stands in the invoice. */
const placesOf = (term: string | undefined): ((invoice: At) => readonly At[]) =>
  term === undefined ? (invoice) => [invoice] : insideEach(term, []);
