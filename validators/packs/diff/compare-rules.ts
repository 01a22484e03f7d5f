import type { Aspect, RuleTexts } from './rules-of.ts';

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
}

export function compareRules(before: RuleTexts, after: RuleTexts): RuleDifferences {
  const names = [...new Set([...before.shared.keys(), ...after.shared.keys()])];
  return {
    added: [...after.rules.keys()].filter((id) => !before.rules.has(id)),
    removed: [...before.rules.keys()].filter((id) => !after.rules.has(id)),
    changed: [...after.rules.values()].flatMap(({ id, says }) => {
      const was = before.rules.get(id);
      const differing = was
        ? (Object.keys(says) as Aspect[]).filter((aspect) => says[aspect] !== was.says[aspect])
        : [];
      return differing.length > 0 ? [{ id, in: differing }] : [];
    }),
    shared: names.filter((name) => before.shared.get(name) !== after.shared.get(name)),
  };
}
