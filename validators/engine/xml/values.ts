import { AMPERSAND, LESS_THAN, SPACE } from './characters.ts';
import type { Document, Node } from './document.ts';
import { attributeValue } from './parse.ts';
import { endOf, startOf } from './ranges.ts';
import { resolveReferences } from './references.ts';
import { decoded } from './utf8.ts';

/** The string value of a node (XPath data model §6): text as written, not trimmed, without comments and instructions. */
export function stringValue(document: Document, node: Node): string {
  if (node < 0) return attributeString(document, ~node);
  const text = document.elementStrings[node];
  if (text !== undefined) return text;
  const { source } = document;
  const start = document.contentStart[node]!;
  const end = document.contentEnd[node]!;
  const plain = document.plain[node];
  if (plain === 1) return (document.elementStrings[node] = source.slice(start, end));
  const value = plain === 2 ? decoded(source.slice(start, end)) : textRuns(source, start, end).join('');
  if (mayKeep(document, value)) document.elementStrings[node] = value;
  return value;
}

function attributeString(document: Document, a: number): string {
  const text = document.attributeStrings[a];
  if (text !== undefined) return text;
  const { source } = document;
  const start = document.attributeStart[a]!;
  const end = document.attributeEnd[a]!;
  if (document.attributePlain[a] === 1) return (document.attributeStrings[a] = source.slice(start, end));
  const value = attributeValue(source, start, end);
  if (mayKeep(document, value)) document.attributeStrings[a] = value;
  return value;
}

/** Slices share the text of the document. Of assembled texts, nested elements around a long one would each keep a copy. */
const MAX_ASSEMBLED = 16_000_000;

function mayKeep(document: Document, assembled: string): boolean {
  document.assembledLength += assembled.length;
  return document.assembledLength <= MAX_ASSEMBLED;
}

/**
 * `text()`: the values of the text nodes that are children of an element, in order. A comment, a processing instruction or a
 * child element ends a text node; a CDATA section does not. It looks only between the child elements: of elements nested in each other,
 * each would else read all that is in it.
 */
export function textNodes(document: Document, element: Node): string[] {
  const { source, last } = document;
  const start = document.contentStart[element]!;
  const end = document.contentEnd[element]!;
  if (document.plain[element] !== 0) return start === end ? [] : [decoded(source.slice(start, end))];
  const runs: string[] = [];
  let at = start;
  for (let child = element + 1; child <= last[element]!; child = last[child]! + 1) {
    textRuns(source, at, startOf(document, child), runs);
    at = endOf(document, child);
  }
  return textRuns(source, at, end, runs);
}

/** The text of an element that stands in none of the elements inside it; empty if that is only white space. */
export const ownText = (document: Document, element: Node): string =>
  document.ownText[element] === 0 ? '' : textNodes(document, element).join('');

/** `normalize-space(.)`. */
export function normalizedValue(document: Document, node: Node): string {
  return normalizeSpace(stringValue(document, node));
}

/** `normalize-space(.) = ''`, without making a string if the source shows the answer. */
export function isBlank(document: Document, node: Node): boolean {
  if (node < 0) return normalizedValue(document, node) === '';
  if (document.plain[node] === 0) return normalizeSpace(stringValue(document, node)) === '';
  const end = document.contentEnd[node]!;
  for (let at = document.contentStart[node]!; at < end; at++)
    if (!isSpace(document.source.charCodeAt(at))) return false;
  return true;
}

/** `normalize-space($text)`: the text itself if nothing changes. */
export function normalizeSpace(text: string): string {
  return isNormal(text) ? text : normalized(text);
}

/** Without white space other than single spaces inside. */
function isNormal(text: string): boolean {
  let before = SPACE;
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c <= SPACE && isSpace(c) && (c !== SPACE || before === SPACE)) return false;
    before = c;
  }
  return before !== SPACE || text === '';
}

/** XPath has the white space of XML, a carriage return included: it can get into a value through `&#13;`. */
const isSpace = (c: number): boolean =>
  c === SPACE || (c <= 0x0d && (c === 0x0d || c === 0x0a || c === 0x09));

/** One character and then any number: for `+` V8 may keep each character on its stack, and megabytes exhaust it. */
const BLANKS = /[\t\n\r ][\t\n\r ]*/g;

function normalized(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end).replace(BLANKS, ' ');
}

/** Adds the text nodes of checked content, in document order. It passes over tags, so it needs no recursion. */
function textRuns(source: string, start: number, end: number, runs: string[] = []): string[] {
  let run = '';
  const flush = (): void => {
    if (run !== '') runs.push(run);
    run = '';
  };
  for (let at = start; at < end;) {
    if (source.charCodeAt(at) !== LESS_THAN) {
      let next = source.indexOf('<', at);
      if (next === -1 || next > end) next = end;
      run += textBetween(source, at, next);
      at = next;
    } else if (source.startsWith('<![CDATA[', at)) {
      const close = source.indexOf(']]>', at);
      run += decoded(source.slice(at + 9, close));
      at = close + 3;
    } else {
      flush();
      at = afterTag(source, at);
    }
  }
  flush();
  return runs;
}

function textBetween(source: string, start: number, end: number): string {
  const text = decoded(source.slice(start, end));
  return text.includes(String.fromCharCode(AMPERSAND)) ? resolveReferences(text) : text;
}

/** The offset after a tag, comment or instruction. */
function afterTag(source: string, at: number): number {
  if (source.startsWith('<!--', at)) return source.indexOf('-->', at + 4) + 3;
  if (source.startsWith('<?', at)) return source.indexOf('?>', at + 2) + 2;
  let end = at;
  // ">" may occur inside attribute values.
  for (let quote = ''; quote !== '' || source[end] !== '>'; end++) {
    const c = source[end]!;
    if (quote === '' && (c === '"' || c === "'")) quote = c;
    else if (c === quote) quote = '';
  }
  return end + 1;
}
