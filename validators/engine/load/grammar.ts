import { PackRefused } from './pack-refused.ts';
import { type SourceElement, isElement } from './source.ts';

export const SCHEMATRON = 'http://purl.oclc.org/dsdl/schematron';
export const XSLT = 'http://www.w3.org/1999/XSL/Transform';
export const XML_SCHEMA = 'http://www.w3.org/2001/XMLSchema';

interface ElementRule {
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  readonly children?: readonly string[];
  /** Text other than white space may stand between the children. */
  readonly text?: true;
}

const INSTRUCTIONS = ['xsl:variable', 'xsl:sequence', 'xsl:value-of', 'xsl:text', 'xsl:choose'];
const MESSAGE: ElementRule = { children: ['value-of', 'name'], text: true };
const TEST: ElementRule = { ...MESSAGE, required: ['test'], optional: ['id', 'flag', 'role'] };

/**
 * Everything that a pack may contain. Anything else refuses the pack: a skipped element or attribute could be the one that makes a rule
 * fire. `include` is resolved before this table is read.
 */
const GRAMMAR: Readonly<Record<string, ElementRule>> = {
  schema: {
    required: ['queryBinding'],
    optional: ['id', 'schemaVersion', 'defaultPhase', 'xsl:exclude-result-prefixes'],
    children: ['title', 'p', 'ns', 'let', 'phase', 'pattern', 'xsl:function'],
  },
  title: { text: true },
  p: { text: true },
  ns: { required: ['prefix', 'uri'] },
  let: { required: ['name', 'value'] },
  // Phases select patterns for a run; every run here has all of them.
  phase: { required: ['id'], children: ['active', 'p'] },
  active: { required: ['pattern'] },
  pattern: { optional: ['id', 'abstract', 'is-a'], children: ['title', 'p', 'let', 'rule', 'param'] },
  param: { required: ['name', 'value'] },
  // A rule's own flag marks that the rule was reached, not that one of its tests failed: it has no effect on findings.
  rule: { required: ['context'], optional: ['id', 'flag'], children: ['let', 'assert', 'report', 'p'] },
  assert: TEST,
  report: TEST,
  'value-of': { required: ['select'] },
  name: { optional: ['path'] },
  'xsl:function': {
    required: ['name'],
    optional: ['as'],
    children: ['xsl:param', ...INSTRUCTIONS],
    text: true,
  },
  'xsl:param': { required: ['name'], optional: ['as'] },
  'xsl:variable': { required: ['name'], optional: ['as', 'select'], children: INSTRUCTIONS, text: true },
  'xsl:sequence': { required: ['select'] },
  'xsl:value-of': { required: ['select'] },
  'xsl:text': { text: true },
  'xsl:choose': { children: ['xsl:when', 'xsl:otherwise'] },
  'xsl:when': { required: ['test'], children: INSTRUCTIONS, text: true },
  'xsl:otherwise': { children: INSTRUCTIONS, text: true },
};

const PREFIXES: Readonly<Record<string, string>> = { '': '', [SCHEMATRON]: '', [XSLT]: 'xsl:' };

/** Name as {@link GRAMMAR} writes it: Schematron plain, XSLT with `xsl:`, anything else in full. */
function grammarName({ namespace, localName }: { namespace: string; localName: string }): string {
  return `${PREFIXES[namespace] ?? `{${namespace}}`}${localName}`;
}

/** @throws PackRefused at the first element, attribute or text that {@link GRAMMAR} does not list. */
export function checkGrammar(root: SourceElement): void {
  if (root.namespace !== SCHEMATRON || root.localName !== 'schema')
    throw new PackRefused(root.at, `the root element is ${grammarName(root)}, not a Schematron schema`);
  checkElement(root);
}

function checkElement(element: SourceElement): void {
  const name = grammarName(element);
  const rule = element.namespace === '' ? undefined : GRAMMAR[name];
  if (!rule) throw new PackRefused(element.at, `element ${name} is not supported`);
  const present = element.attributes.map(grammarName);
  const allowed = [...(rule.required ?? []), ...(rule.optional ?? [])];
  const unknown = present.find((attribute) => !allowed.includes(attribute));
  if (unknown) throw new PackRefused(element.at, `attribute ${unknown} of ${name} is not supported`);
  const missing = rule.required?.find((attribute) => !present.includes(attribute));
  if (missing) throw new PackRefused(element.at, `${name} lacks ${missing}`);
  for (const node of element.content) {
    if (!isElement(node)) {
      if (!rule.text && node.trim())
        throw new PackRefused(element.at, `text in ${name} is not supported`, node.trim());
    } else if (rule.children?.includes(grammarName(node))) checkElement(node);
    else throw new PackRefused(node.at, `element ${grammarName(node)} in ${name} is not supported`);
  }
}
