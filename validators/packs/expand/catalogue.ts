import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { RuleCatalogueEntry } from '../catalogue.ts';
import type { Check } from './rule-file.ts';

export interface CatalogueDefaults {
  readonly family: string;
  readonly routes: readonly Route[];
  readonly layer: string;
}

const WEIGHT: Readonly<Record<Check['flag'], string>> = {
  fatal: 'An invoice that breaks this rule is refused.',
  warning: 'This is a warning: the invoice passes, but the receiver may ask for a correction.',
  information: 'This is a remark: the invoice passes.',
};

/** One entry from the words that the rule file already has. */
export function catalogueEntry(
  check: Check,
  { family, routes, layer }: CatalogueDefaults,
): RuleCatalogueEntry {
  const why = [
    `${check.title}.`,
    check.why,
    check.never ? `The rule is never reported: ${check.never}.` : WEIGHT[check.flag],
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
  };
}
