import type { Scan } from './lexical.ts';

const HEX = '%[0-9A-Fa-f]{2}';
/** Characters that the algorithm of XLink 1.0, section 5.4, escapes before the rest must be a URI reference. */
const ESCAPED = '\\x00-\\x20<>"{}|\\\\^`\\x7f-\\u{10ffff}';
const UNRESERVED = "A-Za-z0-9\\-_.!~*'()";
const PCHAR = `(?:[${UNRESERVED}:@&=+$,${ESCAPED}]|${HEX})`;
const URIC = `(?:[${UNRESERVED};/?:@&=+$,\\[\\]${ESCAPED}]|${HEX})`;
const PATH = `(?:${PCHAR}|[;/])*`;
const SERVER = `(?:(?:[${UNRESERVED};:&=+$,${ESCAPED}]|${HEX})*@)?(?:\\[[0-9A-Fa-f:.]*\\]|(?:[${UNRESERVED};:@&=+$,${ESCAPED}]|${HEX})*)(?::[0-9]*)?`;
const REST = `(?:\\?${URIC}*)?`;
const HIERARCHY = `(?://${SERVER}(?:/${PATH})?|/(?!/)${PATH})${REST}`;
const OPAQUE = `(?!/)${URIC}${URIC}*`;
/** Its first segment holds no colon: it would end a scheme. */
const RELATIVE = `(?:[${UNRESERVED};@&=+$,${ESCAPED}]|${HEX})*(?:/${PATH})?${REST}`;

const REFERENCE = new RegExp(
  `^(?:[A-Za-z][A-Za-z0-9+\\-.]*:(?:${HIERARCHY}|${OPAQUE})|${HIERARCHY}|${RELATIVE})(?:#${URIC}*)?$`,
  'u',
);
/** Longer texts are no addresses. */
export const MAX_URI_LENGTH = 10_000;

/** 3.2.17: RFC 2396 with the literal addresses of RFC 2732, after the escapes of XLink. */
export const isUri: Scan = (text, start, end) => REFERENCE.test(text.slice(start, end));
