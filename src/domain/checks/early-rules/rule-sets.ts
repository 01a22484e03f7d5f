import { CASH_DISCOUNT } from './cash-discount.ts';
import { type CompiledRule, compileRules } from './compile-rule.ts';
import type { EarlyRule } from './early-rule.ts';
import { FRENCH_RULES } from './french-rules.ts';
import { PAYMENT_DUE } from './payment-due.ts';
import { POLISH_RULES, SHARED_WITH_POLAND } from './polish-rules.ts';
import { SIGNS_OF_VAT_TOTALS } from './signs-of-vat-totals.ts';
import type { RuleSet, RuleSyntax } from './written-rule.ts';
import { CIUS_RO_RULES } from './written/cius-ro.ts';
import { EN16931_RULES } from './written/en16931.ts';
import { FR_CTC_RULES } from './written/fr-ctc.ts';
import { PEPPOL_RULES } from './written/peppol.ts';
import { XRECHNUNG_RULES } from './written/xrechnung.ts';

/** The rules that a route and profile bring. */
export interface RouteRules {
  readonly written: Readonly<Record<RuleSyntax, readonly CompiledRule[]>>;
  /** What cannot be written as data. */
  readonly coded: readonly EarlyRule[];
}

function rules(sets: readonly RuleSet[], coded: readonly EarlyRule[] = []): RouteRules {
  const of = (syntax: RuleSyntax) => sets.flatMap((set) => compileRules(set, syntax));
  return { written: { ubl: of('ubl'), cii: of('cii') }, coded };
}

/** Those of a set that another law shares. */
const some = ({ source, rules: all, of: { ubl, cii } }: RuleSet, ids: ReadonlySet<string>): RuleSet => {
  const shared = (given: RuleSet['rules']) => given.filter(({ id }) => ids.has(id));
  return { source, rules: shared(all), of: { ubl: shared(ubl), cii: shared(cii) } };
};

export const NO_RULES = rules([]);
export const EN16931 = rules([EN16931_RULES]);
export const EN16931_AND_FRANCE = rules([EN16931_RULES, FR_CTC_RULES], FRENCH_RULES);
export const POLAND = rules([some(EN16931_RULES, SHARED_WITH_POLAND)], POLISH_RULES);
export const EN16931_AND_CIUS_RO = rules([EN16931_RULES, CIUS_RO_RULES], [PAYMENT_DUE]);
/** Of BIS Billing and BIS Self-Billing alike. */
export const EN16931_AND_PEPPOL = rules(
  [EN16931_RULES, PEPPOL_RULES],
  [{ ...SIGNS_OF_VAT_TOTALS, source: 'Peppol' }],
);
export const EN16931_AND_XRECHNUNG = rules(
  [EN16931_RULES, XRECHNUNG_RULES],
  [CASH_DISCOUNT, SIGNS_OF_VAT_TOTALS],
);
