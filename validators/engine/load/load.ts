import { expandAbstract } from './abstract.ts';
import { readDocuments } from './documents.ts';
import { expressionIn, readFunction } from './functions.ts';
import { XML_SCHEMA, checkGrammar } from './grammar.ts';
import { readRules } from './read-rules.ts';
import { PackRefused } from './pack-refused.ts';
import type { Let, MessagePart, Pattern, Rule, Schema, Test, Visits } from './schema.ts';
import { type PackFiles, type SourceElement, attributeOf, childElements, isElement } from './source.ts';

/**
 * Loads a pack, starting from its entry file: Schematron, or a stylesheet that was made from it.
 * @param visits of a Schematron; a stylesheet says itself which nodes it offers to its rules.
 * @throws PackRefused naming file and line, at any content that is not understood.
 */
export function loadSchema(files: PackFiles, entry: string, visits: Visits): Schema {
  const { root, visits: stated = visits } = readRules(files, entry);
  checkGrammar(root);
  const binding = attributeOf(root, 'queryBinding');
  if (binding !== 'xslt2') throw new PackRefused(root.at, 'queryBinding is not xslt2', binding);
  const namespaces = readNamespaces(root);
  const patterns = expandAbstract(childrenNamed(root, 'pattern'));
  const functions = childrenNamed(root, 'function').map((element) => readFunction(element, namespaces));
  refuseRepeated(functions, (f) => `{${f.namespace}}${f.localName}`, 'function');
  const lets = [root, ...patterns].flatMap(readLets);
  refuseRepeated(
    lets.map((each) => ({ ...each, at: each.value.at })),
    (each) => each.name,
    'global variable',
  );
  return {
    entry,
    title: childrenNamed(root, 'title').map(textOf).join(' '),
    namespaces,
    visits: stated,
    lets,
    functions,
    patterns: patterns.map(readPattern),
    documents: readDocuments(root, files),
  };
}

const childrenNamed = (element: SourceElement, name: string): SourceElement[] =>
  childElements(element).filter((child) => child.localName === name);

const textOf = (element: SourceElement): string =>
  element.content
    .filter((node) => !isElement(node))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** `sch:ns` and XML declarations together: tests use the former, functions the latter. */
function readNamespaces(root: SourceElement): Map<string, string> {
  // Packs use `xs:` without declaring it: every stylesheet made from Schematron declares it for them.
  const namespaces = new Map([['xs', XML_SCHEMA]]);
  const add = (prefix: string, uri: string, element: SourceElement): void => {
    if ((namespaces.get(prefix) ?? uri) !== uri)
      throw new PackRefused(element.at, 'prefix with two meanings', `${prefix}=${uri}`);
    namespaces.set(prefix, uri);
  };
  for (const ns of childrenNamed(root, 'ns'))
    add(attributeOf(ns, 'prefix') ?? '', attributeOf(ns, 'uri') ?? '', ns);
  (function declarationsOf(element: SourceElement): void {
    for (const [prefix, uri] of Object.entries(element.declarations)) if (prefix) add(prefix, uri, element);
    childElements(element).forEach(declarationsOf);
  })(root);
  return namespaces;
}

function refuseRepeated<T extends { at: Let['value']['at'] }>(
  things: readonly T[],
  key: (thing: T) => string,
  what: string,
): void {
  const seen = new Set<string>();
  for (const thing of things) {
    if (seen.has(key(thing))) throw new PackRefused(thing.at, `${what} declared twice`, key(thing));
    seen.add(key(thing));
  }
}

const readLets = (element: SourceElement): Let[] =>
  childrenNamed(element, 'let').map((each) => ({
    name: attributeOf(each, 'name') ?? '',
    value: expressionIn(each, 'value'),
  }));

function readPattern(element: SourceElement): Pattern {
  return {
    id: attributeOf(element, 'id'),
    at: element.at,
    rules: childrenNamed(element, 'rule').map(readRule),
  };
}

function readRule(element: SourceElement): Rule {
  return {
    id: attributeOf(element, 'id'),
    at: element.at,
    context: expressionIn(element, 'context'),
    lets: readLets(element),
    tests: childElements(element).flatMap((child) =>
      child.localName === 'assert' || child.localName === 'report' ? [readTest(child, child.localName)] : [],
    ),
  };
}

function readTest(element: SourceElement, kind: Test['kind']): Test {
  return {
    kind,
    id: attributeOf(element, 'id'),
    flag: attributeOf(element, 'flag'),
    role: attributeOf(element, 'role'),
    test: expressionIn(element, 'test'),
    message: element.content.map(readMessagePart),
    at: element.at,
  };
}

function readMessagePart(node: SourceElement | string): MessagePart {
  if (!isElement(node)) return { kind: 'text', text: node };
  if (node.localName === 'value-of') return { kind: 'value-of', select: expressionIn(node, 'select') };
  return {
    kind: 'name',
    path: attributeOf(node, 'path') === undefined ? undefined : expressionIn(node, 'path'),
  };
}
