import type { Visits } from '../schema.ts';
import { type SourceElement, attributeOf, childElements } from '../source.ts';
import { isXsl, nameOf, refuse, required, schematron, squeezed, takeOnly } from './elements.ts';
import { readLet, readTest } from './tests.ts';

/** A template that is a rule. */
export interface RuleTemplate {
  /** The stylesheet's own name of its pattern. */
  readonly pattern: string;
  readonly priority: number;
  readonly rule: SourceElement;
  /** Whether the children of its node get to the rules of the pattern, too. */
  readonly goesOn: boolean;
}

/** A pattern of a stylesheet: its name there, and its id. */
export interface NamedPattern {
  readonly name: string;
  readonly id: string | undefined;
  readonly at: SourceElement['at'];
}

/** What the compiler of a stylesheet made of a Schematron. */
export interface ReadRules {
  readonly patterns: readonly NamedPattern[];
  readonly rules: readonly RuleTemplate[];
  readonly visits: Visits;
}

/** @param contents of the template that belong to the rule: variables and tests. */
export function ruleOf(
  template: SourceElement,
  pattern: string,
  contents: readonly SourceElement[],
  goesOn = true,
): RuleTemplate {
  takeOnly(template, 'match', 'priority', 'mode');
  const context = required(template, 'match');
  const tests: SourceElement[] = [];
  const lets: SourceElement[] = [];
  for (const element of contents) {
    if (isXsl(element, 'variable')) lets.push(letAfter(tests, element));
    else tests.push(readTest(element));
  }
  const rule = [...lets, ...tests];
  const priority = priorityOf(template);
  return { pattern, priority, goesOn, rule: schematron(template.at, 'rule', { context }, rule) };
}

/** A let counts for all tests of its rule, a variable for those that follow it. @throws PackRefused if that makes a difference. */
function letAfter(tests: readonly SourceElement[], variable: SourceElement): SourceElement {
  const read = readLet(variable);
  const name = required(variable, 'name');
  if (tests.some((test) => mentions(test, name))) refuse(variable, 'a test before this variable uses another one of its name', name); // prettier-ignore
  return read;
}

const mentions = (element: SourceElement, name: string): boolean =>
  element.attributes.some(
    ({ value }) =>
    value.split('$').slice(1).some((text) => text.trimStart().startsWith(name) && !/^[\p{L}\p{N}_.·-]/u.test(text.trimStart().slice(name.length))), // prettier-ignore
  ) || childElements(element).some((child) => mentions(child, name));

function priorityOf(template: SourceElement): number {
  const priority = attributeOf(template, 'priority');
  if (priority === undefined || !/^-?\d+(\.\d+)?$/.test(priority))
    return refuse(
      template,
      'a template without a priority is not understood',
      attributeOf(template, 'match'),
    );
  return Number(priority);
}

/** The rule of the highest priority comes first: it is the one that runs. @throws PackRefused if two have the same. */
export function inOrder(rules: readonly RuleTemplate[]): readonly SourceElement[] {
  const sorted = rules.toSorted((one, other) => other.priority - one.priority);
  sorted.forEach(({ priority, rule }, i) => {
    if (sorted[i - 1]?.priority === priority)
      refuse(rule, 'two rules of a pattern have the same priority', attributeOf(rule, 'context'));
  });
  return sorted.map(({ rule }) => rule);
}

const NODES = ['*', '@*', 'node()', 'text()', 'comment()', 'processing-instruction()'];

/** The kinds of nodes that an `apply-templates` goes on with. @throws PackRefused if it leaves out elements. */
export function visitedBy(apply: SourceElement): Visits {
  const select = attributeOf(apply, 'select') ?? 'node()';
  const nodes = squeezed(select).split(/ ?\| ?/);
  const isKnown =
    nodes.every((node) => NODES.includes(node)) && (nodes.includes('*') || nodes.includes('node()'));
  if (!isKnown) return refuse(apply, `${nameOf(apply)} goes on with other nodes than all children`, select);
  return nodes.includes('@*') ? 'elements-and-attributes' : 'elements';
}

/** Whether an `apply-templates` does nothing else than to go on in the same mode. */
export const goesOnIn = (element: SourceElement | undefined, mode: string | undefined): boolean =>
  element !== undefined &&
  isXsl(element, 'apply-templates') &&
  element.content.length === 0 &&
  attributeOf(element, 'mode') === mode;
