import { escaper, NAMES } from 'en16931-rules/vocabulary/escape.ts';
import { withoutForbidden } from '../vocabulary/text.ts';

// XML readers turn white space in attributes into blanks (XML 1.0, 3.3.3).
const WITH_WHITE_SPACE = { ...NAMES, '\r': '&#13;', '\t': '&#9;', '\n': '&#10;' };
const escapeInText = escaper(/[&<>\r]/g, WITH_WHITE_SPACE);
const escapeInAttribute = escaper(/[&<>\r"\t\n]/g, WITH_WHITE_SPACE);

/** Most values: no markup, no forbidden character, no white space other than blanks. */
const PLAIN = /^[ !#-%'-;=?-~\u00a0-\ud7ff]*$/;

export const escapeText = (value: string): string =>
  PLAIN.test(value) ? value : escapeInText(withoutForbidden(value));

const escapeAttribute = (value: string): string =>
  PLAIN.test(value) ? value : escapeInAttribute(withoutForbidden(value));

/** ` name="value"`, ready to stand in a tag. */
export const attribute = (name: string, value: string): string => ` ${name}="${escapeAttribute(value)}"`;

/** @param content XML. @param attributes each made by `attribute`. */
export const element = (name: string, content: string, attributes = ''): string =>
  `<${name}${attributes}>${content}</${name}>`;

/** An element with a text, left out without one. */
export const leaf = (name: string, text: string | undefined, attributes = ''): string =>
  text === undefined ? '' : element(name, escapeText(text), attributes);
