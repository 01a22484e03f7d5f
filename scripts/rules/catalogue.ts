import type { Owner } from '../../src/domain/findings/finding.ts';
import type { Check } from './rule-file.ts';

/** A rule id as GET /catalogue shows it (decisions, "catalogue entry"), with the business term of its findings. */
export interface RuleCatalogueEntry {
  readonly code: string;
  readonly aliases: readonly string[];
  readonly family: string;
  readonly who_fixes: Owner;
  readonly title: string;
  readonly explanation: string;
  readonly fix_hint: string;
  readonly routes: readonly string[];
  readonly layer: string;
  readonly term?: string;
}

export interface CatalogueDefaults {
  readonly family: string;
  readonly routes: readonly string[];
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
