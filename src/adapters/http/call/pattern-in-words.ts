import { say, type Text } from 'en16931-rules/vocabulary/message.ts';

/** Patterns of the description in words, the first that fits. A pattern without words is shown as it is. */
const IN_WORDS: readonly (readonly [pattern: RegExp, words: (...parts: string[]) => Text])[] = [
  [
    /^\^([a-z]+_)\[A-Za-z0-9\]\{(\d+),(\d+)\}\$$/,
    (prefix = '', least = '', most = '') => say('calls.must-be-prefix-and-letters', { prefix, least, most }),
  ],
  [
    /^\^([a-z]+_)\[0-9a-f\]\{(\d+)(?:,\d+)?\}\$$/,
    (prefix = '', n = '') => say('calls.must-be-prefix-and-hex-digits', { prefix, n }),
  ],
  [
    /^\^\[A-Za-z0-9\]\[A-Za-z0-9\._-\]\{0,(\d+)\}\$$/,
    (rest = '') => say('calls.must-be-name-of-letters', { most: String(Number(rest) + 1) }),
  ],
];

/** @param message of AJV: `must match pattern "^inv_[A-Za-z0-9]{16,40}$"`. */
export function patternInWords(message: string): Text {
  const pattern = /^must match pattern "(.*)"$/s.exec(message)?.[1] ?? '';
  for (const [known, words] of IN_WORDS) {
    const [isKnown, ...parts] = known.exec(pattern) ?? [];
    if (isKnown !== undefined) return words(...parts);
  }
  return say('calls.must-have-form', { pattern });
}
