import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { RuleCatalogueEntry } from '../catalogue.ts';
import type { Check } from './rule-file.ts';

export interface CatalogueDefaults {
  readonly family: string;
  readonly routes: readonly Route[];
  readonly layer: string;
}

const WEIGHT: Readonly<Record<Check['flag'], string>> = {
  fatal: 'an invoice that breaks this rule is refused',
  warning: 'this is a warning: the invoice passes, but the receiver may ask for a correction',
  information: 'this is a remark: the invoice passes',
};

/** The weight of a rule in each syntax. */
export type Weights = ReadonlyMap<string, Check['flag']>;

/** Once if all syntaxes agree. */
function weight(weights: Weights): string {
  const [flag = 'fatal', ...others] = new Set(weights.values());
  if (others.length === 0) return sentence(WEIGHT[flag]);
  return sentence(
    [...weights].map(([syntax, one]) => `in ${syntax.toUpperCase()} ${WEIGHT[one]}`).join('; '),
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** One entry from the texts of the rule file. */
export function catalogueEntry(
  check: Check,
  { family, routes, layer }: CatalogueDefaults,
  weights: Weights,
): RuleCatalogueEntry {
  const why = [
    `${check.title}.`,
    check.why,
    check.never ? `The rule is never reported: ${check.never}.` : weight(weights),
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
