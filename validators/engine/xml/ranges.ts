import type { Document, Node } from './document.ts';

const SLASH = 0x2f;

/** Where the start tag of an element begins: an attribute value holds no raw "<", so the last one before the content opens it. */
export const startOf = ({ source, contentStart }: Document, element: Node): number =>
  source.lastIndexOf('<', contentStart[element]! - 1);

/** The offset after the end tag of an element, or after its only tag. */
export function endOf({ source, contentStart, contentEnd }: Document, element: Node): number {
  const end = contentEnd[element]!;
  const isEmptyTag = contentStart[element] === end && source.charCodeAt(end - 2) === SLASH;
  return isEmptyTag ? end : source.indexOf('>', end) + 1;
}
