import { PackRefused } from './pack-refused.ts';
import { PackSize } from './size.ts';
import { type SourceElement, attributeOf, childElements, isElement } from './source.ts';

/** The attributes with parameters of an abstract pattern; ids and flags are never replaced. */
const REPLACED = ['context', 'test', 'value', 'select', 'path'];

/**
 * Replaces every `is-a` pattern by the abstract one with its parameters filled in, and drops the abstract ones.
 * @throws PackRefused on an unknown pattern, a repeated parameter or contents beside parameters.
 */
export function expandAbstract(patterns: readonly SourceElement[]): SourceElement[] {
  const abstract = new Map<string, SourceElement>();
  for (const pattern of patterns.filter(isAbstract)) {
    const id = attributeOf(pattern, 'id');
    if (id === undefined || abstract.has(id))
      throw new PackRefused(pattern.at, 'abstract pattern without an id of its own');
    abstract.set(id, pattern);
  }
  const size = new PackSize();
  return patterns
    .filter((pattern) => !isAbstract(pattern))
    .map((pattern) => instance(pattern, abstract, size));
}

function isAbstract(pattern: SourceElement): boolean {
  const value = attributeOf(pattern, 'abstract');
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw new PackRefused(pattern.at, 'abstract is neither true nor false', value);
  return value === 'true';
}

function instance(
  pattern: SourceElement,
  abstract: ReadonlyMap<string, SourceElement>,
  size: PackSize,
): SourceElement {
  const name = attributeOf(pattern, 'is-a');
  const params = childElements(pattern).filter((child) => child.localName === 'param');
  if (name === undefined) {
    if (params[0]) throw new PackRefused(params[0].at, 'param outside an is-a pattern');
    return pattern;
  }
  const template = abstract.get(name);
  if (!template) throw new PackRefused(pattern.at, 'no such abstract pattern', name);
  const stray = childElements(pattern).find(
    (child) => child.localName === 'rule' || child.localName === 'let',
  );
  if (stray) throw new PackRefused(stray.at, `${stray.localName} in an is-a pattern is not supported`);
  return { ...pattern, content: fillIn(template, parameterValues(params), size).content };
}

function parameterValues(params: readonly SourceElement[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const param of params) {
    // CIUS-RO writes some names with a blank at the end.
    const name = (attributeOf(param, 'name') ?? '').trim();
    if (values.has(name)) throw new PackRefused(param.at, 'parameter given twice', name);
    values.set(name, attributeOf(param, 'value') ?? '');
  }
  return values;
}

/** `$BR-1` begins like `$BR-10`, so a reference is read to its end before it is looked up. */
const REFERENCE = /\$([\p{L}_][\p{L}\p{N}_.·-]*)/gu;

function fillIn(element: SourceElement, values: ReadonlyMap<string, string>, size: PackSize): SourceElement {
  const replace = (text: string): string =>
    text.replace(REFERENCE, (whole, name: string) => {
      const value = values.get(name) ?? whole;
      // Counted while the text is written: the whole might exceed the longest possible text.
      size.addText(value, element.at);
      return value;
    });
  const attributes = element.attributes.map((attribute) =>
    attribute.namespace === '' && REPLACED.includes(attribute.localName)
      ? { ...attribute, value: replace(attribute.value) }
      : attribute,
  );
  size.add({ ...element, attributes });
  const content = element.content.map((node) => (isElement(node) ? fillIn(node, values, size) : node));
  return { ...element, attributes, content };
}
