import { say } from '../../vocabulary/message.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { Escape, XPathError } from './errors.ts';
import { uncounted } from '../../vocabulary/uncounted.ts';
import { translateRegex } from './regex-translation.ts';

/** A regular expression of a pack, ready to run. Made once, when the pack is loaded: patterns are constants there. */
interface Regex {
  readonly pattern: string;
  readonly groups: number;
  /** Longest input, in UTF-16 units, on which it may run. */
  readonly maxInputLength: number;
  readonly once: RegExp;
  readonly everywhere: RegExp;
}

/**
 * JavaScript's expressions backtrack, and senders choose the input: linear time has no cap, quadratic time and worse do. The canonical
 * schema keeps matched texts below them.
 */
const maxInputLength = (exponent: number): number =>
  exponent <= 1
    ? Infinity
    : exponent === 2
      ? DOCUMENT_LIMITS.squaredText.most
      : DOCUMENT_LIMITS.cubedText.most;

/** @throws RegexRefused for a construct without a translation. */
export function compileRegex(pattern: string): Regex {
  const { source: translated, groups, exponent } = translateRegex(pattern);
  const source = uncounted(translated);
  return {
    pattern,
    groups,
    maxInputLength: maxInputLength(exponent),
    once: new RegExp(source, 'u'),
    everywhere: new RegExp(source, 'gu'),
  };
}

/** `matches($input, $pattern)`. @throws Escape if the input is too long to try. */
export function matches(regex: Regex, input: string): boolean {
  checkLength(regex, input);
  return regex.once.test(input);
}

/**
 * `tokenize($input, $pattern)`: no tokens for an empty input; empty ones before a leading and after a trailing separator.
 * @throws XPathError FORX0003 if the pattern matches the empty string, unless the input is empty (as in Saxon)
 */
export function tokenize(regex: Regex, input: string): string[] {
  checkLength(regex, input);
  if (input === '') return [];
  checkNotEmpty(regex);
  const tokens: string[] = [];
  let start = 0;
  for (const match of input.matchAll(regex.everywhere)) {
    tokens.push(input.slice(start, match.index));
    start = match.index + match[0].length;
  }
  tokens.push(input.slice(start));
  return tokens;
}

/**
 * `replace($input, $pattern, $replacement)`.
 * @throws XPathError FORX0003 if the pattern matches the empty string, FORX0004 for a bad replacement
 */
export function replace(regex: Regex, input: string, replacement: string): string {
  checkLength(regex, input);
  checkNotEmpty(regex);
  const parts = replacementParts(replacement, regex.groups);
  if (parts.every((part) => typeof part === 'string')) {
    const text = parts.join('');
    return input.replace(regex.everywhere, () => text);
  }
  return input.replace(regex.everywhere, (...captures: unknown[]) =>
    parts
      .map((part) => (typeof part === 'string' ? part : ((captures[part] as string | undefined) ?? '')))
      .join(''),
  );
}

/** Literal text and group numbers. `$12` is group 12 if there are that many groups, else group 1 and a "2" (F&O 7.6.3). */
function replacementParts(replacement: string, groups: number): (string | number)[] {
  const parts: (string | number)[] = [];
  for (let at = 0; at < replacement.length; at++) {
    const c = replacement[at]!;
    if (c === '\\') {
      const escaped = replacement[++at];
      if (escaped !== '\\' && escaped !== '$') throw badReplacement();
      parts.push(escaped);
    } else if (c === '$') {
      let digits = /^[0-9]+/.exec(replacement.slice(at + 1))?.[0] ?? '';
      if (digits === '') throw badReplacement();
      while (digits.length > 1 && Number(digits) > groups) digits = digits.slice(0, -1);
      parts.push(Number(digits) > groups ? '' : Number(digits));
      at += digits.length;
    } else parts.push(c);
  }
  return parts;
}

const badReplacement = (): XPathError => new XPathError('FORX0004', 'a replacement with a stray "$" or "\\"');

function checkNotEmpty(regex: Regex): void {
  if (regex.once.test(''))
    throw new XPathError('FORX0003', 'the regular expression matches the empty string');
}

function checkLength(regex: Regex, input: string): void {
  if (input.length > regex.maxInputLength)
    throw new Escape(
      'text',
      say('xml.text-is-too-long-for-rule', {
        n: input.length,
        pattern: regex.pattern,
        most: regex.maxInputLength,
      }),
    );
}
