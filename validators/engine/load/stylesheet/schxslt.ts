import { type SourceElement, attributeOf, childElements } from '../source.ts';
import {
  elementsOf,
  isReport,
  isXsl,
  nameOf,
  refuse,
  refuseElement,
  required,
  squeezed,
  takeOnly,
} from './elements.ts';
import { type NamedPattern, type ReadRules, type RuleTemplate, goesOnIn, ruleOf } from './templates.ts';

const SCHXSLT = 'https://doi.org/10.5281/zenodo.1495494';
const isOwn = ({ namespace, localName }: SourceElement, name: string): boolean =>
  namespace === SCHXSLT && localName === name;

export const isSchxslt = (root: SourceElement): boolean =>
  Object.values(root.declarations).includes(SCHXSLT) && childElements(root).some(isOfSchxslt);

/** Declarations that SchXslt adds. */
export function isOfSchxslt(declaration: SourceElement): boolean {
  const name = attributeOf(declaration, 'name') ?? '';
  if (isXsl(declaration, 'function')) return name === 'schxslt:location';
  if (isXsl(declaration, 'param', 'variable')) return /^schxslt[.:]/.test(name);
  return isXsl(declaration, 'template') && name === 'schxslt.validate';
}

/**
 * Patterns of one document share a mode. A template of a rule leaves its pattern's name in a list and passes it to the next template, so
 * that only one rule of a pattern runs on a node.
 */
export function readSchxslt(templates: readonly SourceElement[]): ReadRules {
  const starts = templates.filter((each) => attributeOf(each, 'name') !== undefined);
  const whole = templates.find((each) => attributeOf(each, 'match') === 'root()');
  if (!whole) return refuse(templates[0] ?? starts[0]!, 'the template for the document is not there');
  const called = callsIn(whole);
  const groups = starts.map((start) => {
    if (!called.includes(required(start, 'name'))) refuse(start, 'a template that is never called');
    return readGroup(start);
  });
  const others = templates.filter((each) => each !== whole && !starts.includes(each));
  const walks = others.filter((each) => attributeOf(each, 'mode') === '#all');
  const rules = others.filter((each) => !walks.includes(each)).map((each) => readRule(each, groups));
  return { patterns: groups.flatMap(({ patterns }) => patterns), rules, visits: readWalks(walks, whole) };
}

function callsIn(element: SourceElement): readonly string[] {
  const own = isXsl(element, 'call-template') ? [required(element, 'name')] : [];
  return [...own, ...childElements(element).flatMap(callsIn)];
}

interface Group {
  readonly mode: string;
  readonly patterns: readonly NamedPattern[];
}

function readGroup(start: SourceElement): Group {
  const [document, more] = elementsOf(start);
  if (!document || more || !isOwn(document, 'document')) return refuse(start, 'this template is not understood', attributeOf(start, 'name')); // prettier-ignore
  const children = elementsOf(document);
  const last = children.at(-1);
  if (!last || !isXsl(last, 'apply-templates')) return refuse(document, 'its patterns are not applied');
  takeOnly(last, 'mode', 'select');
  if (attributeOf(last, 'select') !== 'root()') refuse(last, 'a pattern that begins elsewhere than at the document is not understood', attributeOf(last, 'select')); // prettier-ignore
  const patterns = children.slice(0, -1).map((child): NamedPattern => {
    if (!isOwn(child, 'pattern')) return refuseElement(child, document);
    return { name: required(child, 'id'), id: activeIn(child), at: child.at };
  });
  return { mode: required(last, 'mode'), patterns };
}

function activeIn(element: SourceElement): string | undefined {
  if (isReport(element, 'active-pattern')) return attributeOf(element, 'id');
  return childElements(element).reduce<string | undefined>(
    (first, child) => first ?? activeIn(child),
    undefined,
  );
}

/** The templates that go on where no rule does: with the attributes and all children. */
function readWalks(walks: readonly SourceElement[], whole: SourceElement): ReadRules['visits'] {
  const expected = new Map([['text() | @*', ''], ['/', 'node()'], ['*', '@*,node()']]); // prettier-ignore
  for (const walk of walks) {
    takeOnly(walk, 'match', 'mode', 'priority');
    const selected = elementsOf(walk).map((child) =>
      goesOnIn(child, '#current') ? attributeOf(child, 'select') : refuseElement(child, walk),
    );
    const match = squeezed(required(walk, 'match'));
    if (expected.get(match) !== selected.join() || attributeOf(walk, 'priority') !== '-10')
      refuse(walk, 'a template for all modes is not understood', match);
    expected.delete(match);
  }
  const missing = [...expected.keys()][0];
  return missing === undefined ? 'elements-and-attributes' : refuse(whole, 'a template for all modes is not there', missing); // prettier-ignore
}

const MATCHED = 'schxslt:patterns-matched';

function readRule(template: SourceElement, groups: readonly Group[]): RuleTemplate {
  const group = groups.find(({ mode }) => mode === attributeOf(template, 'mode'));
  if (!group) return refuse(template, 'a template of a mode that never runs', attributeOf(template, 'mode'));
  const [param, ...contents] = elementsOf(template);
  const choice = contents.at(-1);
  if (
    !param ||
    !isXsl(param, 'param') ||
    attributeOf(param, 'name') !== MATCHED ||
    !choice ||
    !isXsl(choice, 'choose')
  )
    return refuse(
      template,
      `${nameOf(template)} of a rule is not understood`,
      attributeOf(template, 'match'),
    );
  const [suppressed, running, more] = elementsOf(choice);
  if (!suppressed || !running || more || !isXsl(suppressed, 'when') || !isXsl(running, 'otherwise'))
    return refuse(choice, 'the choice of a rule is not understood');
  const [rule, next, rest] = elementsOf(running);
  if (!rule || !next || rest || !isOwn(rule, 'rule')) return refuse(running, 'the branch of a rule that runs is not understood'); // prettier-ignore
  const pattern = required(rule, 'pattern');
  if (!group.patterns.some(({ name }) => name === pattern)) refuse(rule, 'a pattern that is never active', pattern); // prettier-ignore
  const test = required(suppressed, 'test');
  if (squeezed(test) !== `$${MATCHED}[. = '${pattern}']`) refuse(suppressed, 'this condition of a rule is not understood', test); // prettier-ignore
  passesOn(next, `($${MATCHED}, '${pattern}')`);
  const [note, nextWithout, others] = elementsOf(suppressed);
  if (!note || !nextWithout || others || !isOwn(note, 'rule') || firesIn(note)) return refuse(suppressed, 'the branch of a rule that does not run is not understood'); // prettier-ignore
  passesOn(nextWithout, `$${MATCHED}`);
  const tests = elementsOf(rule).filter((child) => !isReport(child, 'fired-rule'));
  return ruleOf(template, pattern, [...contents.slice(0, -1), ...tests]);
}

function passesOn(next: SourceElement, patterns: string): void {
  const [param, more] = elementsOf(next);
  const passed = param && isXsl(param, 'with-param') && attributeOf(param, 'name') === MATCHED && attributeOf(param, 'select'); // prettier-ignore
  if (!isXsl(next, 'next-match') || more || passed !== patterns) refuse(next, 'it does not pass the patterns on that have run'); // prettier-ignore
}

const firesIn = (element: SourceElement): boolean =>
  isReport(element, 'failed-assert', 'successful-report') || childElements(element).some(firesIn);
