import { withoutForbidden } from '../vocabulary/text.ts';

const TEXT_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};
// XML readers turn white space in attributes into blanks (XML 1.0, 3.3.3).
const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  ...TEXT_ESCAPES,
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
};

/** Most values: no markup, no forbidden character, no white space other than blanks. */
const PLAIN = /^[ !#-%'-;=?-~\u00a0-\ud7ff]*$/;

export const escapeText = (value: string): string => (PLAIN.test(value) ? value : escapedText(value));

const escapedText = (value: string): string =>
  withoutForbidden(value).replaceAll(/[&<>\r]/g, (character) => TEXT_ESCAPES[character] ?? character);

const escapeAttribute = (value: string): string => (PLAIN.test(value) ? value : escapedAttribute(value));

const escapedAttribute = (value: string): string =>
  withoutForbidden(value).replaceAll(
    /[&<>\r"\t\n]/g,
    (character) => ATTRIBUTE_ESCAPES[character] ?? character,
  );

/** ` name="value"`, ready to stand in a tag. */
export const attribute = (name: string, value: string): string => ` ${name}="${escapeAttribute(value)}"`;

/** @param content XML. @param attributes each made by `attribute`. */
export const element = (name: string, content: string, attributes = ''): string =>
  `<${name}${attributes}>${content}</${name}>`;

/** An element with a text, left out without one. */
export const leaf = (name: string, text: string | undefined, attributes = ''): string =>
  text === undefined ? '' : element(name, escapeText(text), attributes);
