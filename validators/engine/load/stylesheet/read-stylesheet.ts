import { XSLT } from '../grammar.ts';
import type { Visits } from '../schema.ts';
import { PackSize } from '../size.ts';
import { type SourceElement, attributeOf, childElements } from '../source.ts';
import { isReport, isXsl, nameOf, refuse, required, schematron, takeOnly } from './elements.ts';
import { isIso, isOfIso, readIso } from './iso.ts';
import { isOfSchxslt, isSchxslt, readSchxslt } from './schxslt.ts';
import { isOfSchxslt2, isSchxslt2, readSchxslt2 } from './schxslt2.ts';
import { type ReadRules, inOrder } from './templates.ts';
import { readLet } from './tests.ts';

export const isStylesheetRoot = ({ namespace, localName }: SourceElement): boolean =>
  namespace === XSLT && ['stylesheet', 'transform'].includes(localName);

/** Whether a stylesheet was made from Schematron: it writes a report. */
export const writesReport = (element: SourceElement): boolean =>
  isReport(element, 'schematron-output') || childElements(element).some(writesReport);

/** A program that makes stylesheets from Schematron, and what it adds to them. */
interface Compiler {
  readonly is: (root: SourceElement) => boolean;
  /** A declaration that it adds to every stylesheet. */
  readonly adds: (declaration: SourceElement) => boolean;
  readonly read: (templates: readonly SourceElement[]) => ReadRules;
}

const COMPILERS: readonly Compiler[] = [
  { is: isIso, adds: isOfIso, read: readIso },
  { is: isSchxslt, adds: isOfSchxslt, read: readSchxslt },
  { is: isSchxslt2, adds: isOfSchxslt2, read: readSchxslt2 },
];

/**
 * Reads a stylesheet that was made from Schematron back as that Schematron: its templates as rules, its global variables as lets.
 * @throws PackRefused at anything that is not understood: a skipped element could be the one that makes a rule fire.
 */
export function readStylesheet(root: SourceElement): {
  readonly root: SourceElement;
  readonly visits: Visits;
} {
  const size = new PackSize();
  (function count(element: SourceElement): void {
    size.add(element);
    childElements(element).forEach(count);
  })(root);
  checkRoot(root);
  const compiler = COMPILERS.find(({ is }) => is(root));
  if (!compiler) return refuse(root, 'a stylesheet of none of the compilers that are known: ISO skeleton, SchXslt, SchXslt 2'); // prettier-ignore
  const declarations = childElements(root).filter((each) => each.namespace === XSLT && !compiler.adds(each));
  const templates = declarations.filter((each) => isXsl(each, 'template'));
  if (templates.length === 0) return refuse(root, 'a stylesheet without a template');
  const { patterns, rules, visits } = compiler.read(templates);
  const lets = declarations.flatMap((each) => (isXsl(each, 'param', 'variable') ? [readLet(each)] : []));
  const functions = declarations.filter((each) => isXsl(each, 'function'));
  const read = [...templates, ...functions];
  const other = declarations.find((each) => !read.includes(each) && !isXsl(each, 'param', 'variable', 'output', 'mode')); // prettier-ignore
  if (other) refuse(other, `element ${nameOf(other)} is not understood`, attributeOf(other, 'name'));
  const content = [
    ...namespacesIn(root),
    ...lets,
    ...functions,
    ...patterns.map(({ name, id, at }) => schematron(at, 'pattern', { id }, inOrder(rules.filter(({ pattern }) => pattern === name)))), // prettier-ignore
  ];
  const made = schematron(root.at, 'schema', { queryBinding: 'xslt2' }, content);
  return { root: { ...made, declarations: root.declarations }, visits };
}

function checkRoot(root: SourceElement): void {
  takeOnly({ ...root, attributes: root.attributes.filter(({ localName }) => localName !== 'expand-text') }, 'version', 'exclude-result-prefixes', 'id'); // prettier-ignore
  const version = required(root, 'version');
  if (!['2.0', '3.0'].includes(version)) refuse(root, 'version is neither 2.0 nor 3.0', version);
  const expands = attributeOf(root, 'expand-text') ?? 'no';
  if (!['no', 'false', '0'].includes(expands))
    refuse(root, 'expressions in texts are not understood', expands);
}

/** Those that the Schematron declared: its report lists them. */
function namespacesIn(element: SourceElement): readonly SourceElement[] {
  if (!isReport(element, 'ns-prefix-in-attribute-values'))
    return childElements(element).flatMap(namespacesIn);
  return [
    schematron(element.at, 'ns', { prefix: required(element, 'prefix'), uri: required(element, 'uri') }),
  ];
}
