import { attributeOf } from '../source.ts';
import { withoutConditions } from './contexts.ts';
import { refuse } from './elements.ts';
import type { RuleTemplate } from './templates.ts';

/**
 * A template that does not go on with the children of its node hides them from its whole pattern. A rule that only matches nodes so hidden
 * stays in the pattern and matches nothing.
 * @throws PackRefused if it depends on the document whether a rule is hidden.
 */
export function withHidden(rules: readonly RuleTemplate[]): readonly RuleTemplate[] {
  return rules.map((rule) => {
    const stops = rules.filter(({ goesOn, pattern }) => !goesOn && pattern === rule.pattern);
    const above = stops.filter((stop) => labelsOf(rule).startsWith(`${labelsOf(stop)}/`));
    if (above.length === 0) return rule;
    const hidden = above.some(
      (stop) => contextOf(rule).startsWith(`${contextOf(stop)}/`) && isFirst(stop, rules),
    );
    if (!hidden) return refuse(rule.rule, 'it depends on the document whether a template above hides this rule', contextOf(rule)); // prettier-ignore
    return { ...rule, rule: { ...rule.rule, attributes: [{ namespace: '', localName: 'context', value: `${contextOf(rule)}[false()]` }] } }; // prettier-ignore
  });
}

/** No rule that goes on is asked for its nodes before. */
const isFirst = (stop: RuleTemplate, rules: readonly RuleTemplate[]): boolean =>
  !rules.some(
    (other) =>
      other.pattern === stop.pattern &&
      other.goesOn &&
      other.priority > stop.priority &&
      labelsOf(other) === labelsOf(stop),
  );

const contextOf = ({ rule }: RuleTemplate): string => (attributeOf(rule, 'context') ?? '').trim();

/** The steps of a path from the document on, without their conditions. @throws PackRefused if the context is another one. */
function labelsOf(template: RuleTemplate): string {
  const context = contextOf(template);
  const labels = withoutConditions(context);
  if (!/^(\/@?[\p{L}_][\p{L}\p{N}_.:-]*)+$/u.test(labels))
    return refuse(template.rule, 'in a pattern with a template that does not go on, this context is not understood', context); // prettier-ignore
  return labels;
}
