import type { Document } from '../../engine/xml/document.ts';
import { endOf } from '../../engine/xml/ranges.ts';

/** The character data directly in an element. */
type DirectText = 'none' | 'blank' | 'text';

const LESS_THAN = 0x3c;
const SPACE = 0x20;
const AMPERSAND = 0x26;
const BLANK_REFERENCE = /&#(?:0*(?:9|10|13|32)|x0*(?:9|[aA]|[dD]|20));/y;

/** Looks only between the children, whose ends the columns know. */
export function directText(document: Document, element: number): DirectText {
  const { source, contentStart, contentEnd, last } = document;
  const end = contentEnd[element]!;
  let at = contentStart[element]!;
  let child = element + 1;
  let isBlank = false;
  while (at < end) {
    const c = source.charCodeAt(at);
    if (c <= SPACE) {
      isBlank = true;
      at += 1;
    } else if (c === AMPERSAND) {
      BLANK_REFERENCE.lastIndex = at;
      if (!BLANK_REFERENCE.test(source)) return 'text';
      isBlank = true;
      at = BLANK_REFERENCE.lastIndex;
    } else if (c !== LESS_THAN) return 'text';
    else if (source.startsWith('<!--', at)) at = source.indexOf('-->', at + 4) + 3;
    else if (source.startsWith('<?', at)) at = source.indexOf('?>', at + 2) + 2;
    else if (source.startsWith('<![CDATA[', at)) {
      const close = source.indexOf(']]>', at + 9);
      // White space in a section is white space (part 1, 3.4.4, 2.3).
      if (/[^ \t\n]/.test(source.slice(at + 9, close))) return 'text';
      isBlank ||= close > at + 9;
      at = close + 3;
    } else {
      at = endOf(document, child);
      child = last[child]! + 1;
    }
  }
  return isBlank ? 'blank' : 'none';
}
