import type { Aspect, RuleText, RuleTexts } from './rules-of.ts';

export interface RuleDifferences {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly ChangedRule[];
  /** Variables, functions and code lists that differ: rules that use them may give other verdicts. */
  readonly shared: readonly string[];
}

export interface ChangedRule {
  readonly id: string;
  readonly in: readonly Aspect[];
  /** Of these aspects. */
  readonly was: RuleText['says'];
  readonly is: RuleText['says'];
}

export function compareRules(before: RuleTexts, after: RuleTexts): RuleDifferences {
  const names = [...new Set([...before.shared.keys(), ...after.shared.keys()])];
  return {
    added: [...after.rules.keys()].filter((id) => !before.rules.has(id)),
    removed: [...before.rules.keys()].filter((id) => !after.rules.has(id)),
    changed: [...after.rules.values()].flatMap(({ id, says }) => {
      const was = before.rules.get(id);
      const differing = was
        ? (Object.keys(says) as Aspect[]).filter(
            (aspect) => partOf(aspect, was) !== partOf(aspect, { id, says }),
          )
        : [];
      return was && differing.length > 0
        ? [{ id, in: differing, was: only(differing, was.says), is: only(differing, says) }]
        : [];
    }),
    shared: names.filter((name) => before.shared.get(name) !== after.shared.get(name)),
  };
}

/**
 * What decides whether a part is another one. Of several tests with one id, each has a severity: one more of the same changes none.
 * Some editions begin the words with the id, others do not.
 */
function partOf(aspect: Aspect, { id, says: { [aspect]: text } }: RuleText): string | undefined {
  if (aspect === 'severity') return severitiesIn(text);
  return aspect === 'words'
    ? text
        ?.split('\n')
        .map((words) => withoutId(words, id))
        .join('\n')
    : text;
}

const withoutId = (words: string, id: string): string =>
  words.startsWith(`[${id}]`) ? words.slice(id.length + 2).replace(/^[\s:-]+/, '') : words;

/** Those of all tests with an id. */
export const severitiesIn = (says = ''): string => [...new Set(says.split('\n'))].join(' or ');

const only = (aspects: readonly Aspect[], says: RuleText['says']): RuleText['says'] =>
  Object.fromEntries(aspects.map((aspect) => [aspect, says[aspect]]));
