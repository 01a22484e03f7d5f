import { ASCII_END } from './characters.ts';

/**
 * The parser reads UTF-8. The source of a document is a string with a character for each byte, so that positions are those of bytes and no text
 * is decoded that is not read. Markup is ASCII, so it is found in either form.
 */

/** The text that bytes, each as a character, are the UTF-8 of. */
export function decoded(bytes: string): string {
  for (let at = 0; at < bytes.length; at++)
    if (bytes.charCodeAt(at) >= ASCII_END) return Buffer.from(bytes, 'latin1').toString('utf8');
  return bytes;
}

/** The bytes of a text in UTF-8, each as a character. */
export function encoded(text: string): string {
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) >= ASCII_END) return Buffer.from(text, 'utf8').toString('latin1');
  return text;
}

/** Characters are counted by their first bytes: the others are 10xxxxxx. */
export const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Bytes of a document with their line ends normalised, and zeros behind them. */
interface Bytes {
  readonly bytes: Uint8Array;
  readonly length: number;
}

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
/** Behind the last byte the parser looks at most at these: a position beyond an array is slow to read. */
const BEHIND = 4;
/** Usual documents share one array, because the parser keeps none. */
const MAX_SHARED = 1_000_000;
let shared = new Uint8Array(0);

/** Every line end as a line feed (XML 1.0 §2.11). @returns bytes that are valid until the next call. */
export function sourceBytes(utf8: Uint8Array): Bytes {
  const bytes = room(utf8.length + BEHIND);
  const length = utf8.includes(CARRIAGE_RETURN) ? copyLines(utf8, bytes) : copy(utf8, bytes);
  bytes.fill(0, length, length + BEHIND);
  return { bytes, length };
}

function room(size: number): Uint8Array {
  if (size > MAX_SHARED) return new Uint8Array(size);
  if (size > shared.length) shared = new Uint8Array(Math.min(MAX_SHARED, size * 2));
  return shared;
}

function copy(from: Uint8Array, to: Uint8Array): number {
  to.set(from);
  return from.length;
}

function copyLines(from: Uint8Array, to: Uint8Array): number {
  let length = 0;
  for (let at = 0; at < from.length; at++) {
    const byte = from[at]!;
    if (byte === CARRIAGE_RETURN && from[at + 1] === LINE_FEED) continue;
    to[length++] = byte === CARRIAGE_RETURN ? LINE_FEED : byte;
  }
  return length;
}
