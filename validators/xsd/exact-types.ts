import { ParseOption, type XmlAttribute, XmlDocument, XmlElement } from 'libxml2-wasm';
import type { SchemaFiles } from './schema-files.ts';

/** Accepts every value: libxml2 collapses blanks before it compares a value with a pattern. */
const ANY = '.*';

/**
 * Built-in types that libxml2 reads wrongly, each with a pattern that corrects it. Blanks around a value do not count (XML Schema
 * part 2, second edition, 4.3.6: `whiteSpace` of every atomic type but strings is fixed as `collapse`); libxml2 refuses some or all of
 * them in dates and times. It accepts base64 with foreign characters (3.2.16), and lists that need a member without one (3.3.5, 3.3.10).
 */
const PATTERNS: Readonly<Record<string, string>> = {
  base64Binary: '[A-Za-z0-9+/= ]*',
  date: ANY,
  dateTime: ANY,
  duration: ANY,
  gDay: ANY,
  gMonth: ANY,
  gMonthDay: ANY,
  gYear: ANY,
  gYearMonth: ANY,
  IDREFS: '.+',
  NMTOKENS: '.+',
  time: ANY,
};

const XSD = 'http://www.w3.org/2001/XMLSchema';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const NAMESPACE = 'urn:exact-types';
const PREFIX = 'exact-types';
const FILE = 'exact-types.xsd';
const ADDRESS = 'schema://exact-types';

const TYPES = `<xs:schema xmlns:xs="${XSD}" targetNamespace="${NAMESPACE}">${Object.entries(PATTERNS)
  .map(
    ([type, pattern]) =>
      `<xs:simpleType name="${type}"><xs:restriction base="xs:${type}"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>`,
  )
  .join('')}</xs:schema>`;

/** Attributes of schemas that name types. */
const NAMING = ['type', 'base', 'itemType', 'memberTypes'];

/** Most files of a set need no change. */
const MAY_CHANGE = new RegExp(
  `\\bfixed\\s*=|\\b(?:${NAMING.join('|')})\\s*=[^<>]*\\b(?:${Object.keys(PATTERNS).join('|')})\\b`,
);

/** The same schema set for libxml2: its types stand for the built-in ones. */
export function withExactTypes(set: SchemaFiles): SchemaFiles {
  const files = new Map(set.files);
  for (const [path, bytes] of set.files)
    // A document may name a type of its own accord, so the entry always knows them. UTF-16 has zero bytes.
    if (path === set.entry || bytes.includes(0) || MAY_CHANGE.test(new TextDecoder().decode(bytes)))
      files.set(path, rewritten(bytes));
  files.set(FILE, new TextEncoder().encode(TYPES));
  return { ...set, files, catalog: { ...set.catalog, [ADDRESS]: FILE } };
}

function rewritten(bytes: Uint8Array): Uint8Array {
  const option = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE;
  const schema = XmlDocument.fromBuffer(bytes, { option });
  try {
    const { root } = schema;
    for (const node of elementsOf(root, '//xs:*'))
      for (const name of NAMING) nameExactType(node, node.attr(name));
    for (const declaration of elementsOf(root, '//xs:element[@fixed and @type]')) listFixed(declaration);
    const types =
      root.firstChild?.prependElement('import', root.prefix) ?? root.addElement('import', root.prefix);
    types.setAttr('namespace', NAMESPACE);
    types.setAttr('schemaLocation', ADDRESS);
    return new TextEncoder().encode(schema.toString({ noDeclaration: true }));
  } finally {
    schema.dispose();
  }
}

/**
 * libxml2 compares an element's value with its `fixed` one before it collapses blanks. A type with only this value does the same after
 * that; an empty element has it by default.
 */
function listFixed(declaration: XmlElement): void {
  const [type, fixed] = [declaration.attr('type'), declaration.attr('fixed')];
  if (!type || !fixed || !isSimple(type.value, declaration)) return;
  const { prefix, firstChild } = declaration;
  const [annotation] = elementsOf(declaration, 'xs:annotation');
  const only =
    annotation?.appendElement('simpleType', prefix) ??
    firstChild?.prependElement('simpleType', prefix) ??
    declaration.addElement('simpleType', prefix);
  const restriction = only.addElement('restriction', prefix);
  restriction.setAttr('base', type.value);
  restriction.addElement('enumeration', prefix).setAttr('value', fixed.value);
  declaration.setAttr('default', fixed.value);
  type.remove();
  fixed.remove();
}

/** Whether the type is built in, or a simple one of this file: one of another file may be complex. */
function isSimple(type: string, declaration: XmlElement): boolean {
  const [, prefix = '', local] = /^(?:(.*):)?([^:]*)$/.exec(type) ?? [];
  const namespace = declaration.namespaceForPrefix(prefix) ?? '';
  if (namespace === NAMESPACE || namespace === XSD) return local !== 'anyType';
  const { root } = declaration.doc;
  return (
    namespace === (root.attr('targetNamespace')?.value ?? '') &&
    elementsOf(root, 'xs:simpleType').some((one) => one.attr('name')?.value === local)
  );
}

/**
 * Lets elements that state a built-in type of their own (`xsi:type`) state ours, from which the schema derives its types.
 * @param bytes of the document, which are searched faster than its nodes.
 */
export function stateExactTypes(document: XmlDocument, bytes: Uint8Array): void {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(XSI)) return;
  for (const node of elementsOf(document.root, '//*[@xsi:type]'))
    nameExactType(
      node,
      node.attrs.find(({ name, namespaceUri }) => name === 'type' && namespaceUri === XSI),
    );
}

const elementsOf = (from: XmlElement, path: string): readonly XmlElement[] =>
  from.find(path, { xs: XSD, xsi: XSI }).filter((node) => node instanceof XmlElement);

/** @param attribute that lists names of types. libxml2 does not find a type with blanks around its name in a document. */
function nameExactType(element: XmlElement, attribute: XmlAttribute | null | undefined): void {
  if (!attribute) return;
  const { value } = attribute;
  const named = value
    .replace(/([^\s:]+)(?::([^\s:]+))?/g, (type, first: string, second?: string) => {
      const [prefix, local] = second === undefined ? [undefined, first] : [first, second];
      return Object.hasOwn(PATTERNS, local) && element.namespaceForPrefix(prefix ?? '') === XSD
        ? `${PREFIX}:${local}`
        : type;
    })
    .replace(/^[ \t\n\r]+|(?<![ \t\n\r])[ \t\n\r]+$/g, '');
  if (named === value) return;
  element.addNsDeclaration(NAMESPACE, PREFIX);
  attribute.value = named;
}
