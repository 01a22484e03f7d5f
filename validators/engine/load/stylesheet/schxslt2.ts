import { type SourceElement, attributeOf, childElements } from '../source.ts';
import { elementsOf, isReport, isXsl, refuse, required, takeOnly } from './elements.ts';
import { mayMeet } from './contexts.ts';
import { type NamedPattern, type ReadRules, type RuleTemplate, goesOnIn, ruleOf } from './templates.ts';

const OWN = 'Q{http://dmaus.name/ns/2023/schxslt}';
const VALIDATE = `${OWN}validate`;
const PATTERN = `${OWN}pattern`;

export const isSchxslt2 = (root: SourceElement): boolean => childElements(root).some(isOfSchxslt2);

/** Declarations that SchXslt 2 adds. */
export const isOfSchxslt2 = (declaration: SourceElement): boolean =>
  isXsl(declaration, 'function', 'param', 'variable') &&
  (attributeOf(declaration, 'name') ?? '').startsWith(OWN);

/** As SchXslt, but that a template that does not run its rule passes no list on: see {@link refuseForgotten}. */
export function readSchxslt2(templates: readonly SourceElement[]): ReadRules {
  const starts = templates.filter((each) => attributeOf(each, 'match') === 'root()');
  const run = starts.find((each) => attributeOf(each, 'mode') === VALIDATE);
  if (!run) return refuse(starts[0] ?? templates[0]!, 'the template that runs the patterns is not there');
  const modes = appliedIn(run);
  const others = templates.filter((each) => !starts.includes(each));
  const walks = others.filter((each) => attributeOf(each, 'priority') === '-10');
  walks.forEach((walk) => readWalk(walk, modes));
  const missing = modes.find((mode) => !walks.some((walk) => attributeOf(walk, 'mode') === mode));
  if (missing !== undefined) refuse(run, 'a template that goes on with the children is not there', missing);
  const read = others.filter((each) => !walks.includes(each)).map((each) => readRule(each, modes));
  for (const mode of modes)
    refuseForgotten(read.filter((each) => each.mode === mode).map(({ rule }) => rule));
  const rules = read.map(({ rule }) => rule);
  return { patterns: patternsOf(read, idsIn(run)), rules, visits: 'elements-and-attributes' };
}

function appliedIn(element: SourceElement): readonly string[] {
  if (!isXsl(element, 'apply-templates')) return childElements(element).flatMap(appliedIn);
  if (attributeOf(element, 'select') !== '.') return refuse(element, 'a pattern that begins elsewhere than at the document is not understood', attributeOf(element, 'select')); // prettier-ignore
  return [required(element, 'mode')];
}

const idsIn = (element: SourceElement): readonly string[] =>
  isReport(element, 'active-pattern')
    ? [attributeOf(element, 'id') ?? '']
    : childElements(element).flatMap(idsIn);

/** A report names the pattern of its test by the id, if it has one. */
function patternsOf(read: readonly ReadRule[], ids: readonly string[]): readonly NamedPattern[] {
  const patterns = new Map<string, NamedPattern>();
  for (const { rule, id } of read)
    if (!patterns.has(rule.pattern)) patterns.set(rule.pattern, { name: rule.pattern, id, at: rule.rule.at });
  const place = ({ id }: NamedPattern): number => ids.indexOf(id ?? '');
  return [...patterns.values()].toSorted((one, other) => place(one) - place(other));
}

function readWalk(walk: SourceElement, modes: readonly string[]): void {
  takeOnly(walk, 'match', 'mode', 'priority');
  const children = elementsOf(walk);
  const isWhole =
    attributeOf(walk, 'match') === '*' &&
    modes.includes(attributeOf(walk, 'mode') ?? '') &&
    children.every((child) => goesOnIn(child, '#current')) &&
    children.map((child) => attributeOf(child, 'select')).join() === '@*,node()';
  if (!isWhole) refuse(walk, 'a template that goes on with the children is not understood', attributeOf(walk, 'match')); // prettier-ignore
}

interface ReadRule {
  readonly mode: string;
  /** Of its pattern, as a report states it. */
  readonly id: string | undefined;
  readonly rule: RuleTemplate;
}

function readRule(template: SourceElement, modes: readonly string[]): ReadRule {
  const mode = attributeOf(template, 'mode') ?? '';
  if (!modes.includes(mode)) refuse(template, 'a template of a mode that never runs', mode);
  const [param, context, choice, more] = elementsOf(template);
  const isKnown = param && isXsl(param, 'param') && attributeOf(param, 'name') === PATTERN && context && attributeOf(context, 'name') === `${OWN}rule-context` && choice && isXsl(choice, 'choose') && !more; // prettier-ignore
  if (!isKnown)
    return refuse(template, 'a template of a rule is not understood', attributeOf(template, 'match'));
  const [suppressed, running, rest] = elementsOf(choice);
  if (!suppressed || !running || rest || !isXsl(suppressed, 'when') || !isXsl(running, 'otherwise'))
    return refuse(choice, 'the choice of a rule is not understood');
  const pattern = /^'([^']+)' = \$(.+)$/.exec(required(suppressed, 'test'));
  if (pattern?.[2] !== PATTERN) return refuse(suppressed, 'this condition of a rule is not understood', required(suppressed, 'test')); // prettier-ignore
  const [note, nextWithout, others] = elementsOf(suppressed);
  if (
    !note ||
    !isReport(note, 'suppressed-rule') ||
    !nextWithout ||
    !isXsl(nextWithout, 'next-match') ||
    others ||
    elementsOf(nextWithout).length > 0
  )
    // prettier-ignore
    return refuse(suppressed, 'the branch of a rule that does not run is not understood');
  const name = pattern[1] ?? '';
  const [fired, severity, each, next, last] = elementsOf(running);
  if (
    !fired ||
    !isReport(fired, 'fired-rule') ||
    !severity ||
    attributeOf(severity, 'name') !== `${OWN}severity` ||
    !each ||
    !isXsl(each, 'for-each') ||
    attributeOf(each, 'select') !== '.' ||
    !next ||
    last
  )
    // prettier-ignore
    return refuse(running, 'the branch of a rule that runs is not understood');
  passesOn(next, name);
  return { mode, id: patternIdIn(each), rule: ruleOf(template, name, elementsOf(each)) };
}

function passesOn(next: SourceElement, pattern: string): void {
  const [param, more] = elementsOf(next);
  const passed = param && isXsl(param, 'with-param') && attributeOf(param, 'name') === PATTERN && attributeOf(param, 'select'); // prettier-ignore
  if (!isXsl(next, 'next-match') || more || passed !== `('${pattern}', $${PATTERN})`) refuse(next, 'it does not pass the patterns on that have run'); // prettier-ignore
}

function patternIdIn(element: SourceElement): string | undefined {
  if (isReport(element, 'failed-assert', 'successful-report')) return attributeOf(element, 'patternId');
  return childElements(element).reduce<string | undefined>(
    (id, child) => id ?? patternIdIn(child),
    undefined,
  );
}

/**
 * A rule that does not run on a node, because one of its pattern has run, forgets all patterns that have run there: a third rule would run
 * that Schematron leaves out. (SchXslt 2 1.7; found by reading, and by Saxon.)
 * @throws PackRefused if three rules may meet on a node in this way; their conditions are not compared.
 */
function refuseForgotten(rules: readonly RuleTemplate[]): void {
  const sorted = rules.toSorted((one, other) => other.priority - one.priority);
  sorted.forEach((second, j) => {
    const before = sorted.slice(0, j).filter((first) => mayMeet(first.rule, second.rule));
    if (!before.some(({ pattern }) => pattern === second.pattern)) return;
    const third = sorted.slice(j + 1).find((later) => mayMeet(second.rule, later.rule) && before.some(({ pattern, rule }) => pattern === later.pattern && mayMeet(rule, later.rule))); // prettier-ignore
    if (third) refuse(third.rule, `next-match of the rule of line ${second.rule.at.line} passes no patterns on, so this rule may run a second time on a node`, attributeOf(third.rule, 'context')); // prettier-ignore
  });
}
