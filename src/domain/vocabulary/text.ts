/** Characters that XML 1.0 (production 2) forbids, lone surrogates among them. */
const FORBIDDEN_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export const withoutForbidden = (value: string): string => value.replaceAll(FORBIDDEN_IN_XML, '');

/** Most texts: nothing in them is forbidden or breaks a line. */
const PLAIN = /^[ -~\u00a0-\ud7ff]*$/;

/** As the document will carry it: no forbidden characters, line breaks as XML reads them (XML 1.0, 2.11). */
export const xmlText = (value: string): string =>
  PLAIN.test(value) ? value : withoutForbidden(value).replaceAll(/\r\n?/g, '\n');

/** White space in a row. One and then any: of those that `+` takes V8 may keep each on its stack, and megabytes exhaust it. */
const BLANKS = /\s\s*/g;

/** The same of what XML calls white space; a no-break space is none. */
const XML_BLANKS = /[ \t\r\n][ \t\r\n]*/g;

/** Trimmed, with one blank where there was white space. */
export const singleSpaced = (value: string): string => value.trim().replaceAll(BLANKS, ' ');

/** The same as XML sees it: a no-break space within stays. */
export const xmlSingleSpaced = (value: string): string => value.trim().replaceAll(XML_BLANKS, ' ');

/** One by one, as above. */
export const withoutBlanks = (value: string): string => value.replaceAll(/\s/gu, '');

/** Counts characters as people and JSON Schema do: an emoji is one. */
export const isLongerThan = (value: string, characters: number): boolean =>
  value.length > characters && [...value].length > characters;

/** For searches without regard to case; the small sigma at the end of a Greek word counts as the one within it. */
export const foldedCase = (value: string): string => value.toLowerCase().replaceAll('ς', 'σ');
