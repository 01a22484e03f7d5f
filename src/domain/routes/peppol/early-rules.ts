import { compileRules } from '../../checks/early-rules/compile-rule.ts';
import { routeRules, STANDARD } from '../../checks/early-rules/rule-sets.ts';
import { SIGNS_OF_VAT_TOTALS } from '../../checks/early-rules/signs-of-vat-totals.ts';
import { PEPPOL_RULES } from './written-rules.ts';

/** Of BIS Billing and BIS Self-Billing alike. */
export const EN16931_AND_PEPPOL = routeRules(
  [STANDARD, compileRules(PEPPOL_RULES)],
  [{ ...SIGNS_OF_VAT_TOTALS, source: 'Peppol' }],
);
