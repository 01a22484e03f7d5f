import { CASH_DISCOUNT } from './cash-discount.ts';
import { type CompiledRule, type CompiledRules, compileRules } from './compile-rule.ts';
import type { EarlyRule } from './early-rule.ts';
import { FRENCH_RULES } from './french-rules.ts';
import { POLISH_RULES, SHARED_WITH_POLAND } from './polish-rules.ts';
import { ROMANIAN_RULES } from './romanian-rules.ts';
import { SIGNS_OF_VAT_TOTALS } from './signs-of-vat-totals.ts';
import type { RuleSyntax } from './written-rule.ts';
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

function rules(sets: readonly CompiledRules[], coded: readonly EarlyRule[] = []): RouteRules {
  const inSyntax = (syntax: RuleSyntax) =>
    sets.flatMap(({ rules: shared, of }) => [...shared, ...of[syntax]]);
  return { written: { ubl: inSyntax('ubl'), cii: inSyntax('cii') }, coded };
}

/** Those of a law that another law shares. */
const some = ({ rules: all, of: { ubl, cii } }: CompiledRules, ids: ReadonlySet<string>): CompiledRules => {
  const shared = (given: readonly CompiledRule[]) => given.filter(({ id }) => ids.has(id));
  return { rules: shared(all), of: { ubl: shared(ubl), cii: shared(cii) } };
};

/** Most routes ask for it. */
const STANDARD = compileRules(EN16931_RULES);

export const NO_RULES = rules([]);
export const EN16931 = rules([STANDARD]);
export const EN16931_AND_FRANCE = rules([STANDARD, compileRules(FR_CTC_RULES)], FRENCH_RULES);
export const POLAND = rules([some(STANDARD, SHARED_WITH_POLAND)], POLISH_RULES);
export const EN16931_AND_CIUS_RO = rules([STANDARD, compileRules(CIUS_RO_RULES)], ROMANIAN_RULES);
/** Of BIS Billing and BIS Self-Billing alike. */
export const EN16931_AND_PEPPOL = rules(
  [STANDARD, compileRules(PEPPOL_RULES)],
  [{ ...SIGNS_OF_VAT_TOTALS, source: 'Peppol' }],
);
export const EN16931_AND_XRECHNUNG = rules(
  [STANDARD, compileRules(XRECHNUNG_RULES)],
  [CASH_DISCOUNT, SIGNS_OF_VAT_TOTALS],
);
