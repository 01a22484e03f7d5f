import type { Visits } from '../schema.ts';
import { type SourceElement, attributeOf, childElements } from '../source.ts';
import {
  contentOf,
  elementsOf,
  isReport,
  isXsl,
  onlyElement,
  refuse,
  refuseElement,
  required,
  takeOnly,
} from './elements.ts';
import { withHidden } from './stops.ts';
import {
  type NamedPattern,
  type ReadRules,
  type RuleTemplate,
  goesOnIn,
  ruleOf,
  visitedBy,
} from './templates.ts';

/** Templates that name a node in a report. */
const NAMING = /^(schematron-(select|get)-full-path(-[23])?|generate-id-(from-path|2))$/;
/** Variables that the skeleton declares in every stylesheet. */
const DECLARED = [
  'archiveDirParameter',
  'archiveNameParameter',
  'fileNameParameter',
  'fileDirParameter',
  'document-uri',
];

export const isIso = (root: SourceElement): boolean =>
  childElements(root).some(
    (child) => isXsl(child, 'template') && NAMING.test(attributeOf(child, 'mode') ?? ''),
  );

/** Declarations of the skeleton itself. */
export const isOfIso = (declaration: SourceElement): boolean =>
  isXsl(declaration, 'template')
    ? NAMING.test(attributeOf(declaration, 'mode') ?? '') || isSilence(declaration, undefined)
    : isXsl(declaration, 'param', 'variable') && DECLARED.includes(attributeOf(declaration, 'name') ?? '');

/** It keeps the text of the document out of the report. */
const isSilence = (template: SourceElement, mode: string | undefined): boolean =>
  attributeOf(template, 'match') === 'text()' &&
  attributeOf(template, 'mode') === mode &&
  Number(attributeOf(template, 'priority')) === -1 &&
  contentOf(template).length === 0;

/** A mode for each pattern; each of its templates is a rule, but for the two that go on with the children. */
export function readIso(templates: readonly SourceElement[]): ReadRules {
  const start = templates.filter((each) => attributeOf(each, 'mode') === undefined);
  const [whole, other] = start;
  if (!whole || attributeOf(whole, 'match') !== '/') return refuse(whole ?? templates[0]!, 'a template without a mode is not understood'); // prettier-ignore
  if (other) return refuse(other, 'a second template without a mode is not understood');
  const patterns = patternsIn(whole);
  const lost = patterns.find(({ name }) => !templates.some((each) => isWalk(each, name)));
  if (lost) refuse(lost, 'the template for all other nodes is not there', lost.name);
  const visits = new Map<Visits, SourceElement>();
  const rules = templates
    .filter((each) => each !== whole)
    .flatMap((template) => readTemplate(template, patterns, (seen) => visits.set(seen, template)));
  const [[seen] = ['elements'] as const, second] = [...visits];
  if (second) refuse(second[1], 'templates go on with different kinds of nodes');
  return { patterns, rules: withHidden(rules), visits: seen };
}

/** The patterns in the order in which they run. Without its `apply-templates` a pattern would not run. */
function patternsIn(whole: SourceElement): readonly NamedPattern[] {
  const report = onlyElement(whole);
  if (!isReport(report, 'schematron-output')) return refuseElement(report, whole);
  const patterns: NamedPattern[] = [];
  let id: string | undefined;
  for (const child of elementsOf(report)) {
    if (isReport(child, 'active-pattern')) id = idOf(child);
    else if (isXsl(child, 'apply-templates')) {
      takeOnly(child, 'select', 'mode');
      if (attributeOf(child, 'select') !== '/') refuse(child, 'a pattern that begins elsewhere than at the document is not understood', attributeOf(child, 'select')); // prettier-ignore
      patterns.push({ name: required(child, 'mode'), id, at: child.at });
      id = undefined;
    } else if (!isXsl(child, 'comment') && !isReport(child, 'ns-prefix-in-attribute-values', 'text'))
      refuseElement(child, report);
  }
  return patterns;
}

function idOf(pattern: SourceElement): string | undefined {
  const id = childElements(pattern).find(
    (child) => isXsl(child, 'attribute') && attributeOf(child, 'name') === 'id',
  );
  return id?.content.filter((node) => typeof node === 'string').join('');
}

/** It goes on where no rule matches. */
const isWalk = (template: SourceElement, mode: string): boolean =>
  attributeOf(template, 'match') === '@*|node()' &&
  attributeOf(template, 'mode') === mode &&
  attributeOf(template, 'priority') === '-2';

function readTemplate(
  template: SourceElement,
  patterns: readonly NamedPattern[],
  visiting: (visits: Visits) => void,
): readonly RuleTemplate[] {
  const mode = attributeOf(template, 'mode') ?? '';
  if (!patterns.some(({ name }) => name === mode)) return refuse(template, 'a template of a mode that never runs', mode); // prettier-ignore
  if (isSilence(template, mode)) return [];
  const contents = elementsOf(template);
  const last = contents.at(-1);
  const goesOn = goesOnIn(last, mode);
  if (last && goesOn) visiting(visitedBy(last));
  if (isWalk(template, mode) && goesOn && contents.length === 1) return [];
  const own = contents.slice(0, goesOn ? -1 : undefined).filter((child) => !isReport(child, 'fired-rule'));
  const rule = ruleOf(template, mode, own, goesOn);
  return rule.priority > -1
    ? [rule]
    : refuse(template, 'a rule after the template for all other nodes never runs');
}
