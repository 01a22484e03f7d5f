/** Character classes of XML 1.0 (fifth edition), for bytes of valid UTF-8. */

export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const SPACE = 0x20;
export const EXCLAMATION = 0x21;
export const QUOTE = 0x22;
export const AMPERSAND = 0x26;
export const APOSTROPHE = 0x27;
export const SLASH = 0x2f;
export const LESS_THAN = 0x3c;
export const EQUALS = 0x3d;
export const GREATER_THAN = 0x3e;
export const QUESTION = 0x3f;
export const CLOSING_BRACKET = 0x5d;
/** Bytes from here on belong to characters beyond ASCII. */
export const ASCII_END = 0x80;

/** Classes of a byte, as bits. Carriage returns are gone already (line ends are normalised). */
const NAME = 1;
const WHITE = 2;
/** Ends a plain run of text: `<`, `&`, `]`, a forbidden character, or a byte of one beyond ASCII. */
const TEXT_STOP = 4;
/** Ends a plain run of an attribute value: quotes, `<`, `&`, white space to normalise, or a byte as above. */
const VALUE_STOP = 8;

const CLASSES = new Uint8Array(256);
for (let c = 0; c < SPACE; c++) CLASSES[c] = TEXT_STOP | VALUE_STOP;
CLASSES[TAB] = CLASSES[LINE_FEED] = WHITE | VALUE_STOP;
// A carriage return can only come from a character reference, never from the text.
CLASSES[SPACE] = WHITE;
CLASSES[LESS_THAN] = CLASSES[AMPERSAND] = TEXT_STOP | VALUE_STOP;
CLASSES[CLOSING_BRACKET] = TEXT_STOP;
CLASSES[QUOTE] = CLASSES[APOSTROPHE] = VALUE_STOP;
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789:_-.')
  CLASSES[c.charCodeAt(0)] = NAME;

CLASSES.fill(NAME | TEXT_STOP | VALUE_STOP, ASCII_END);

/** True for ASCII name characters and for everything beyond ASCII: names are checked in full when first seen. */
export const mayBeName = (c: number): boolean => (CLASSES[c]! & NAME) !== 0;
export const isWhite = (c: number): boolean => (CLASSES[c]! & WHITE) !== 0;
export const stopsText = (c: number): boolean => (CLASSES[c]! & TEXT_STOP) !== 0;
export const stopsValue = (c: number): boolean => (CLASSES[c]! & VALUE_STOP) !== 0;

const isControl = (c: number): boolean => c < SPACE && c !== TAB && c !== LINE_FEED && c !== 0x0d;

/** Production 2, `Char`, for a code point, as in a character reference. */
export const isCodePoint = (c: number): boolean =>
  c < 0x10000 ? c < 0xfffe && !isControl(c) && (c < 0xd800 || c > 0xdfff) : c <= 0x10ffff;

/** Whether a character that XML does not allow begins here: a control, or U+FFFE and U+FFFF, which are EF BF BE and EF BF BF. */
export const isForbidden = (c: number, second: number, third: number): boolean =>
  isControl(c) || (c === 0xef && second === 0xbf && third >= 0xbe);

/** Productions 4 and 4a without the colon: NCName of Namespaces in XML 1.0. */
const NC_START =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NC_NAME = `[${NC_START}][${NC_START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]*`;
const QNAME = new RegExp(`^(?:(${NC_NAME}):)?(${NC_NAME})$`, 'u');

/** Splits a qualified name; undefined if it is invalid (two colons, a digit in front …). */
export function splitQName(text: string): { prefix: string; local: string } | undefined {
  const parts = QNAME.exec(text);
  return parts ? { prefix: parts[1] ?? '', local: parts[2]! } : undefined;
}
