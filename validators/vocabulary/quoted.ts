import { say, sentences, type Text } from './message.ts';

/** The most that a message for people repeats of another party's words. */
export const MAX_QUOTED_CHARACTERS = 200;

/** Signs that change what stands around them, or are invisible: controls, formats, separators of lines, halves of a letter. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const UNSEEN_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** As JSON writes it, so that an escaped JSON text is the same value. */
const escaped = (sign: string): string => SHORT[sign] ?? sign.split('').map(unitOf).join('');
const unitOf = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A text of lines with its control and format characters as escapes: U+009B is `\u009B`. */
export const visible = (text: string): string => text.replaceAll(UNSEEN_IN_LINES, escaped);

/** Another party's words in a message for people, without marks around them: one line, cut, nothing unseen. */
export function cut(text: string, most = MAX_QUOTED_CHARACTERS): string {
  let [shown, short] = ['', ''];
  // Neither a letter nor its escape is cut in half.
  for (const sign of text.slice(0, most + 1)) {
    shown += sign.replace(UNSEEN, escaped);
    if (shown.length > most) return `${short}…`;
    if (shown.length < most) short = shown;
  }
  return shown;
}

/**
 * Another party's words in a message for people, in the quotation marks of the reader's language: of a buyer, a network, a caller, a file.
 * They are a value: they are not searched for a translation (ADR 44), and they cannot end their quotation marks.
 */
export const quoted = (text: string, most?: number): Text =>
  say('pool.quotation', { text: cut(text, most).replaceAll(ANY_QUOTATION_MARK, "'") });

const ANY_QUOTATION_MARK = /["“”„«»]/g;

/** A name that a caller or a file gives: a usual one as it is, any other in quotation marks. */
export const quotedName = (name: string, most = MAX_QUOTED_CHARACTERS): Text =>
  name.length <= most && USUAL_NAME.test(name) ? name : quoted(name, most);

const USUAL_NAME = /^[\w.:@/+#[\]-]+$/;

/** A code of others, and what they say with it. */
export const codeWith = (code: string, text: string): Text =>
  sentences(code === '' ? undefined : quotedName(code), text === '' ? undefined : quoted(text));

const MAX_JOINED_CHARACTERS = 1_000;

/** A message with texts of others behind it, as many as it has room for: a quotation is never cut. */
export function withQuotes(message: Text, texts: readonly string[]): Text {
  const theirs: Text[] = [];
  let length = 0;
  for (const text of texts.filter(Boolean)) {
    // With its marks, and a blank before it.
    length += cut(text).length + (length === 0 ? 2 : 3);
    theirs.push(length > MAX_JOINED_CHARACTERS ? '…' : quoted(text));
    if (length > MAX_JOINED_CHARACTERS) break;
  }
  return length === 0
    ? message
    : say('networks.with-their-words', { text: message, theirs: sentences(...theirs) });
}
