import type { OtherWording, RuleCatalogueEntry } from '../catalogue.ts';
import { say, sentences } from '../../vocabulary/message.ts';
import type { Weights } from '../weight-in-words.ts';
import type { Check, RuleTexts } from './rule-file.ts';

export interface CatalogueDefaults {
  readonly family: string;
  readonly routes: readonly string[];
  readonly layer: string;
}

export interface Stated {
  readonly check: Check;
  readonly defaults: CatalogueDefaults;
  readonly restates: boolean;
}

export interface Explained extends Stated {
  readonly weights: Weights;
  /** In each of the syntaxes. */
  readonly wordings: readonly RuleTexts[];
}

/** One entry from the texts of the rule file. */
export function catalogueEntry({
  check,
  defaults,
  restates,
  weights,
  wordings,
}: Explained): RuleCatalogueEntry {
  const { family, routes, layer } = defaults;
  const { title, fix, why, never } = check.texts;
  return {
    code: check.id,
    aliases: [],
    family,
    who_fixes: check.who,
    title,
    ...((why ?? never) && {
      explanation: sentences(
        say('networks.sentence', { text: title }),
        why,
        never && say('rules.never-reported', { why: never }),
      ),
    }),
    fix_hint: fix,
    ...(restates && { restates }),
    ...otherWordings(check.texts, wordings),
    routes,
    layer,
    ...(check.term && { term: check.term }),
    ...(!check.never && { weights: Object.fromEntries(weights) }),
  };
}

function otherWordings(
  texts: RuleTexts,
  wordings: readonly RuleTexts[],
): { readonly other_wordings?: readonly OtherWording[] } {
  const english = ({ title, fix }: RuleTexts): string => `${title.english}|${fix.english}`;
  const others = new Map(wordings.map((one) => [english(one), { title: one.title, fix_hint: one.fix }]));
  others.delete(english(texts));
  return others.size > 0 ? { other_wordings: [...others.values()] } : {};
}
