import { escaper, NAMES } from '../vocabulary/escape.ts';

/** Markup in the form of Saxon's serializer (method xml, without indentation), which KoSIT's validator writes its report with. */

/** In their order; those without a value are left out. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Children are markup: texts are escaped by `text`. Without any the tag is empty. */
export function element(name: string, attributes: Attributes = {}, ...children: readonly string[]): string {
  const tag = `${name}${Object.entries(attributes).map(attribute).join('')}`;
  const content = children.join('');
  return content === '' ? `<${tag}/>` : `<${tag}>${content}</${name}>`;
}

const attribute = ([name, value]: readonly [string, string | undefined]): string =>
  value === undefined ? '' : ` ${name}="${escapeAttribute(value)}"`;

/** As Saxon writes the quotation mark. */
const SAXON_NAMES = { ...NAMES, '"': '&#34;' };

/**
 * The text of an element, of megabytes if it is an attachment. A carriage return would be read as a line feed, and neither a control character
 * of C1 nor U+2028 is seen.
 */
export const text = escaper(/[&<>\r\u007f-\u009f\u2028]/g, SAXON_NAMES);
const escapeAttribute = escaper(/[&<>"\t\n\r\u007f-\u009f\u2028]/g, SAXON_NAMES);
