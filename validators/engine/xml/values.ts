import { AMPERSAND, LESS_THAN, SPACE } from './characters.ts';
import type { Document, Node } from './document.ts';
import { attributeValue } from './parse.ts';
import { resolveReferences } from './references.ts';

/** The string value of a node (XPath data model §6): text as written, not trimmed, without comments and instructions. */
export function stringValue(document: Document, node: Node): string {
  if (node < 0) return attributeString(document, ~node);
  const start = document.contentStart[node]!;
  const end = document.contentEnd[node]!;
  if (document.plain[node] === 1) return document.source.slice(start, end);
  const cached = document.assembled.get(node);
  if (cached !== undefined) return cached;
  return remember(document, node, textRuns(document.source, start, end, true).join(''));
}

/** Nested elements around a long text would otherwise each keep a copy of it. */
const MAX_REMEMBERED = 16_000_000;

function remember(document: Document, node: Node, value: string): string {
  document.assembledLength += value.length;
  if (document.assembledLength <= MAX_REMEMBERED) document.assembled.set(node, value);
  return value;
}

function attributeString(document: Document, a: number): string {
  const start = document.attributeStart[a]!;
  const end = document.attributeEnd[a]!;
  if (document.attributePlain[a] === 1) return document.source.slice(start, end);
  const cached = document.assembled.get(~a);
  if (cached !== undefined) return cached;
  return remember(document, ~a, attributeValue(document.source, start, end, false));
}

/**
 * `text()`: the values of the text nodes that are children of an element, in order. A comment, a processing instruction or a
 * child element ends a text node; a CDATA section does not.
 */
export function textNodes(document: Document, element: Node): string[] {
  const start = document.contentStart[element]!;
  const end = document.contentEnd[element]!;
  if (document.plain[element] === 1) return start === end ? [] : [document.source.slice(start, end)];
  return textRuns(document.source, start, end, false);
}

/** `normalize-space(.)`. */
export function normalizedValue(document: Document, node: Node): string {
  if (node >= 0 ? document.plain[node] !== 1 : document.attributePlain[~node] !== 1)
    return normalizeSpace(stringValue(document, node));
  const start = node >= 0 ? document.contentStart[node]! : document.attributeStart[~node]!;
  const end = node >= 0 ? document.contentEnd[node]! : document.attributeEnd[~node]!;
  return normalizedRange(document.source, start, end);
}

/** `normalize-space(.) = ''`, without making a string if the source shows the answer. */
export function isBlank(document: Document, node: Node): boolean {
  if (node < 0) return normalizedValue(document, node) === '';
  if (document.plain[node] !== 1) return normalizeSpace(stringValue(document, node)) === '';
  const end = document.contentEnd[node]!;
  for (let at = document.contentStart[node]!; at < end; at++)
    if (!isSpace(document.source.charCodeAt(at))) return false;
  return true;
}

/** `normalize-space($text)`. */
export function normalizeSpace(text: string): string {
  return normalizedRange(text, 0, text.length);
}

/** XPath has the white space of XML, a carriage return included: it can get into a value through `&#13;`. */
const isSpace = (c: number): boolean =>
  c === SPACE || (c <= 0x0d && (c === 0x0d || c === 0x0a || c === 0x09));

/** One character and then any number: for `+` V8 may keep each character on its stack, and megabytes exhaust it. */
const BLANKS = /[\t\n\r ][\t\n\r ]*/g;

function normalizedRange(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  const trimmed = text.slice(start, end);
  for (let at = start; at < end; at++) {
    const c = text.charCodeAt(at);
    if (c > SPACE || !isSpace(c)) continue;
    if (c !== SPACE || isSpace(text.charCodeAt(at + 1))) return trimmed.replace(BLANKS, ' ');
  }
  return trimmed;
}

/**
 * Reads the text nodes of checked content: all of them in document order (`deep`), or only those at the top. Skips whole child elements by
 * counting their tags, so it needs no recursion.
 */
function textRuns(source: string, start: number, end: number, deep: boolean): string[] {
  const runs: string[] = [];
  let run = '';
  let depth = 0;
  const flush = (): void => {
    if (run !== '') runs.push(run);
    run = '';
  };
  for (let at = start; at < end;) {
    if (source.charCodeAt(at) !== LESS_THAN) {
      let next = source.indexOf('<', at);
      if (next === -1 || next > end) next = end;
      if (deep || depth === 0) run += textBetween(source, at, next);
      at = next;
    } else if (source.startsWith('<![CDATA[', at)) {
      const close = source.indexOf(']]>', at);
      if (deep || depth === 0) run += source.slice(at + 9, close);
      at = close + 3;
    } else {
      flush();
      const tag = skipTag(source, at);
      depth += tag.deeper;
      at = tag.end;
    }
  }
  flush();
  return runs;
}

function textBetween(source: string, start: number, end: number): string {
  const text = source.slice(start, end);
  return text.includes(String.fromCharCode(AMPERSAND)) ? resolveReferences(text) : text;
}

/** The offset after a tag, comment or instruction, and the change of depth. */
function skipTag(source: string, at: number): { end: number; deeper: number } {
  if (source.startsWith('<!--', at)) return { end: source.indexOf('-->', at + 4) + 3, deeper: 0 };
  if (source.startsWith('<?', at)) return { end: source.indexOf('?>', at + 2) + 2, deeper: 0 };
  if (source.startsWith('</', at)) return { end: source.indexOf('>', at) + 1, deeper: -1 };
  let end = at;
  // ">" may occur inside attribute values.
  for (let quote = ''; quote !== '' || source[end] !== '>'; end++) {
    const c = source[end]!;
    if (quote === '' && (c === '"' || c === "'")) quote = c;
    else if (c === quote) quote = '';
  }
  return { end: end + 1, deeper: source[end - 1] === '/' ? 0 : 1 };
}
