import { SCHEMATRON, XSLT } from '../grammar.ts';
import { PackRefused } from '../pack-refused.ts';
import type { Place } from '../schema.ts';
import { type SourceElement, attributeOf, childElements, isElement } from '../source.ts';

const SVRL = 'http://purl.oclc.org/dsdl/svrl';

type Named = Pick<SourceElement, 'namespace' | 'localName'>;

export const isXsl = ({ namespace, localName }: Named, ...names: readonly string[]): boolean =>
  namespace === XSLT && names.includes(localName);

export const isReport = ({ namespace, localName }: Named, ...names: readonly string[]): boolean =>
  namespace === SVRL && names.includes(localName);

const SHORT: Readonly<Record<string, string>> = { [XSLT]: 'xsl:', [SVRL]: 'svrl:', '': '' };

/** As people write it: `xsl:choose`. */
export const nameOf = ({ namespace, localName }: Named): string =>
  `${SHORT[namespace] ?? `{${namespace}}`}${localName}`;

/** White space that stands for nothing is left out: one space for each run, none at the ends. */
export const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Content as an XSLT processor sees it: texts that only a comment parts are one, and a text of white space is none, unless it stands in
 * `xsl:text`.
 */
export function contentOf(element: SourceElement): readonly (SourceElement | string)[] {
  const joined: (SourceElement | string)[] = [];
  for (const node of element.content) {
    const last = joined.at(-1);
    if (!isElement(node) && typeof last === 'string') joined[joined.length - 1] = last + node;
    else joined.push(node);
  }
  return isXsl(element, 'text') ? joined : joined.filter((node) => isElement(node) || node.trim() !== '');
}

/** @throws PackRefused if there is text beside them. */
export function elementsOf(element: SourceElement): readonly SourceElement[] {
  const text = contentOf(element).find((node) => !isElement(node));
  if (text !== undefined)
    refuse(element, `text in ${nameOf(element)} is not understood`, String(text).trim());
  return childElements(element);
}

/** @throws PackRefused if there are several elements, or none. */
export function onlyElement(element: SourceElement): SourceElement {
  const [only, more] = elementsOf(element);
  if (!only) return refuse(element, `${nameOf(element)} is empty`);
  return more ? refuseElement(more, element) : only;
}

/** @throws PackRefused at any other attribute. */
export function takeOnly(element: SourceElement, ...names: readonly string[]): void {
  const other = element.attributes.find(({ namespace, localName }) => namespace !== '' || !names.includes(localName)); // prettier-ignore
  if (other)
    refuse(element, `attribute ${nameOf(other)} of ${nameOf(element)} is not understood`, other.value);
}

/** An attribute without which the element has no meaning. */
export function required(element: SourceElement, name: string): string {
  return attributeOf(element, name) ?? refuse(element, `${nameOf(element)} lacks ${name}`);
}

export function refuse({ at }: { readonly at: Place }, reason: string, expression?: string): never {
  throw new PackRefused(at, reason, expression);
}

export const refuseElement = (element: SourceElement, inside: SourceElement): never =>
  refuse(element, `element ${nameOf(element)} in ${nameOf(inside)} is not understood`);

/** An element of the Schematron that is read back; absent attributes are left out. */
export const schematron = (
  at: Place,
  localName: string,
  attributes: Readonly<Record<string, string | undefined>>,
  content: readonly (SourceElement | string)[] = [],
): SourceElement => ({
  namespace: SCHEMATRON,
  localName,
  attributes: Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [{ namespace: '', localName: name, value }],
  ),
  declarations: {},
  content,
  at,
});
