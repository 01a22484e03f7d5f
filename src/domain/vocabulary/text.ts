/** Characters that XML 1.0 (production 2) forbids, including lone surrogates. */
const FORBIDDEN_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export const withoutForbidden = (value: string): string => value.replaceAll(FORBIDDEN_IN_XML, '');

/** Most texts: no forbidden character and no line break. */
const PLAIN = /^[ -~\u00a0-\ud7ff]*$/;

/** The text as a document carries it: no forbidden characters, line breaks as XML reads them (XML 1.0, 2.11). */
export const xmlText = (value: string): string =>
  PLAIN.test(value) ? value : withLineFeeds(withoutForbidden(value));

const withLineFeeds = (value: string): string => value.replaceAll(/\r\n?/g, '\n');

/** Those of them that are no noncharacters of Unicode (U+FFFE, U+FFFF). */
const CONTROLS_AND_SURROGATES = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{10FFFF}]/gu;

/**
 * A text as it is read from a caller: as `xmlText`, but beside other characters U+FFFE and U+FFFF stay, so that a rule about characters
 * can name them. What writes XML leaves them out.
 */
export function textAsRead(value: string): string {
  if (PLAIN.test(value)) return value;
  const text = xmlText(value);
  return text.trim() === '' ? text : withLineFeeds(value.replaceAll(CONTROLS_AND_SURROGATES, ''));
}

/** White space in a row. One character and then any number: for `+` V8 may keep each character on its stack, and megabytes exhaust it. */
const BLANKS = /\s\s*/g;

/** The same for XML's white space; a no-break space is not part of it. */
const XML_BLANKS = /[ \t\r\n][ \t\r\n]*/g;

/** Trimmed, with one blank for each run of white space. */
export const singleSpaced = (value: string): string => value.trim().replaceAll(BLANKS, ' ');

/** The same by XML's rules: a no-break space inside stays. */
export const xmlSingleSpaced = (value: string): string => value.trim().replaceAll(XML_BLANKS, ' ');

/** Without XML's white space at its ends; a no-break space stays, and rules see it. */
export function xmlTrimmed(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && isXmlBlank(value[start])) start += 1;
  while (start < end && isXmlBlank(value[end - 1])) end -= 1;
  return value.slice(start, end);
}

const isXmlBlank = (character: string | undefined): boolean =>
  character === ' ' || character === '\t' || character === '\r' || character === '\n';

/** One character at a time, for the reason above. */
export const withoutBlanks = (value: string): string => value.replaceAll(/\s/gu, '');

/** As JSON Schema and XPath count them: an emoji, which takes two places, is one. Makes no list of them. */
export function countCharacters(value: string): number {
  let count = 0;
  for (let at = 0; at < value.length; at += (value.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
}

export const isLongerThan = (value: string, characters: number): boolean =>
  value.length > characters && countCharacters(value) > characters;

/** For searches without regard to case; the small sigma at the end of a Greek word counts as the one within it. */
export const foldedCase = (value: string): string => value.toLowerCase().replaceAll('ς', 'σ');
