import type { Document } from '../engine/xml/document.ts';
import { XML_NAMESPACE } from '../engine/xml/name-table.ts';
import { attributeValue } from '../engine/xml/parse.ts';
import { encoded } from '../engine/xml/utf8.ts';

/** An attribute of a start tag that was checked. */
const ATTRIBUTE = /[ \t\n]*([^ \t\n=<>/"']+)[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)')/y;
const NAME = /<[^ \t\n/>]+/y;

/**
 * The namespace of a prefix at an element; undefined if it is not declared there. The columns of a document have no declarations, so start
 * tags are read again, which few documents need.
 */
function namespaceAt(document: Document, element: number, prefix: string): string | undefined {
  if (prefix === 'xml') return XML_NAMESPACE;
  const name = prefix === '' ? 'xmlns' : `xmlns:${encoded(prefix)}`;
  for (let e = element; e > 0; e = document.parent[e]!) {
    const uri = attributeIn(document, e, name);
    if (uri !== undefined) return uri;
  }
  return prefix === '' ? '' : undefined;
}

function attributeIn(
  { source, contentStart }: Document,
  element: number,
  expectedName: string,
): string | undefined {
  // An attribute value holds no raw "<", so the last one before the content opens the tag.
  NAME.lastIndex = source.lastIndexOf('<', contentStart[element]! - 1);
  NAME.test(source);
  ATTRIBUTE.lastIndex = NAME.lastIndex;
  for (let match = ATTRIBUTE.exec(source); match; match = ATTRIBUTE.exec(source)) {
    const [, name, quoted, single = ''] = match;
    const value = quoted ?? single;
    if (name === expectedName) return attributeValue(value, 0, value.length);
  }
  return undefined;
}

/** The expanded name that a text stands for (QName); undefined if its prefix is not declared. */
export function resolveQName(
  document: Document,
  element: number,
  text: string,
): { readonly namespace: string; readonly local: string } | undefined {
  const colon = text.indexOf(':');
  const namespace = namespaceAt(document, element, colon < 0 ? '' : text.slice(0, colon));
  return namespace === undefined ? undefined : { namespace, local: text.slice(colon + 1) };
}
