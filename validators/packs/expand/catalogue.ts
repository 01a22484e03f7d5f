import type { RuleCatalogueEntry } from '../catalogue.ts';
import { type Weights, weightInWords } from '../weight-in-words.ts';
import type { Check } from './rule-file.ts';

export interface CatalogueDefaults {
  readonly family: string;
  readonly routes: readonly string[];
  readonly layer: string;
}

/** One entry from the texts of the rule file. */
export function catalogueEntry(
  check: Check,
  { family, routes, layer }: CatalogueDefaults,
  weights: Weights,
): RuleCatalogueEntry {
  const why = [
    `${check.title}.`,
    check.why,
    check.never ? `The rule is never reported: ${check.never}.` : weightInWords(weights),
  ];
  return {
    code: check.id,
    aliases: [],
    family,
    who_fixes: check.who,
    title: check.title,
    explanation: why.filter((part) => part !== undefined).join(' '),
    fix_hint: check.fix,
    routes,
    layer,
    ...(check.term && { term: check.term }),
    ...(!check.never && { weights: Object.fromEntries(weights) }),
  };
}
