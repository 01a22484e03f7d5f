import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';

/** The text of an element that stands in none of the elements inside it. No schema of an invoice has such a text. */
export function textBeside({ text, elements }: XmlElement): string {
  let own = '';
  let rest = text;
  for (const { text: inner } of elements) {
    const at = rest.indexOf(inner);
    own += rest.slice(0, at);
    rest = rest.slice(at + inner.length);
  }
  return own + rest;
}
