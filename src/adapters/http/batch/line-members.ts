const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN, CLOSE, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];
const [COLON, COMMA] = [0x3a, 0x2c];
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d, 0x0a]);

/** Members of a line have short names. A longer name is none of them. */
const MAX_NAME_LENGTH = 100;

/**
 * The members of an object as they were sent. Their values are not parsed: a line may hold megabytes, and the use case that
 * takes the invoice parses it in a thread.
 * @returns undefined if the text is not an object, or names a member twice.
 */
export function membersOf(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | undefined {
  const members = new Map<string, Uint8Array>();
  let at = afterBlanks(bytes, 0);
  if (bytes[at] !== OPEN) return undefined;
  at = afterBlanks(bytes, at + 1);
  while (bytes[at] !== CLOSE || members.size === 0) {
    if (bytes[at] === CLOSE) break;
    const nameEnd = bytes[at] === QUOTE ? afterText(bytes, at) : at;
    const name =
      nameEnd > at && nameEnd - at <= MAX_NAME_LENGTH ? textIn(bytes.subarray(at, nameEnd)) : undefined;
    const colon = afterBlanks(bytes, nameEnd);
    if (name === undefined || members.has(name) || bytes[colon] !== COLON) return undefined;
    const start = afterBlanks(bytes, colon + 1);
    const end = afterValue(bytes, start);
    if (end === start) return undefined;
    members.set(name, withoutBlanksBehind(bytes.subarray(start, end)));
    if (bytes[end] === CLOSE) {
      at = end;
      break;
    }
    at = afterBlanks(bytes, end + 1);
    if (bytes[end] !== COMMA || bytes[at] !== QUOTE) return undefined;
  }
  return afterBlanks(bytes, at + 1) === bytes.length ? members : undefined;
}

/** The value of a JSON text; undefined for any other value. */
export function textIn(value: Uint8Array): string | undefined {
  try {
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(value));
    return typeof read === 'string' ? read : undefined;
  } catch {
    return undefined;
  }
}

function afterBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && BLANKS.has(bytes[at]!)) at += 1;
  return at;
}

function withoutBlanksBehind(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && BLANKS.has(bytes[end - 1]!)) end -= 1;
  return bytes.subarray(0, end);
}

/** The index after the closing quote; the end if there is none. */
function afterText(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  return bytes.length;
}

/** The index of the comma or brace that ends a member. */
function afterValue(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (depth === 0 && (byte === COMMA || byte === CLOSE)) return at;
    if (byte === OPEN || byte === LIST) depth += 1;
    if (byte === CLOSE || byte === LIST_END) depth -= 1;
    at = byte === QUOTE ? afterText(bytes, at) : at + 1;
  }
  return at;
}
