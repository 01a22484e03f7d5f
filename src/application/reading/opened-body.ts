import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { JsonNumber } from '../../domain/json/json-number.ts';
import { jsonText } from '../../domain/json/json-text.ts';
import { isReadObject } from '../../domain/json/json-object.ts';
import { PastLimit } from '../../domain/json/past-limit.ts';
import { readJson } from '../../domain/json/read-json.ts';

/** A part of a body as it was sent. */
export interface SentPart {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** As `readJson` gives it; left out when it was not read here. */
  readonly json?: unknown;
}

export type OpenedBody =
  | {
      readonly ok: true;
      /** As `readJson` gives it. */
      readonly json: unknown;
      /** A top-level member. */
      readonly part: (member: string) => SentPart | undefined;
    }
  | Unreadable;

interface Unreadable {
  readonly ok: false;
  /** Empty for the whole. */
  readonly path: string;
  readonly reason: Text;
}

/** Reads a JSON body. */
export function openBody(bytes: Uint8Array): OpenedBody {
  const text = textOf(bytes);
  if (text === undefined) return { ok: false, path: '', reason: notUtf8(bytes) };
  const read = readJson(text);
  if (!read.ok) return read;
  const { value: json, members } = read;
  const part = (member: string): SentPart | undefined => {
    const span = members.get(member);
    if (!span || !isReadObject(json)) return undefined;
    return { bytes: new TextEncoder().encode(text.slice(span.start, span.end)), json: json[member] };
  };
  return { ok: true, json, part };
}

/** The value of a part of a body that was read before. */
export function partOfBody(bytes: Uint8Array): unknown {
  const opened = openBody(bytes);
  if (!opened.ok) throw new Error(`a part of a readable body cannot be read at ${opened.path}`);
  return opened.json;
}

/** The value of a text that `jsonText` made. */
export function readBack(text: string): unknown {
  const read = readJson(text);
  if (!read.ok) throw new Error(`what was read cannot be read again at ${read.path}`);
  return read.value;
}

/** The members that make a body large: other readers see an empty object in their place. */
const HEAVY = ['document', 'export'] as const;

/** No request has as many members beside its document. */
const MAX_MEMBERS_BESIDE = 10_000;

type OpenedLargeBody =
  | {
      readonly ok: true;
      /** JSON: the body with its heavy members emptied. */
      readonly rest: string;
      readonly heavy: ReadonlyMap<string, Uint8Array>;
    }
  | Unreadable;

/** As `openBody`, as plain data: members that the caller need not look into stay bytes. */
export function openLargeBody(bytes: Uint8Array): OpenedLargeBody {
  const opened = openBody(bytes);
  if (!opened.ok) return opened;
  const { json, part } = opened;
  const taken = isReadObject(json) ? HEAVY.filter((name) => isReadObject(json[name])) : [];
  const rest = isReadObject(json)
    ? { ...json, ...Object.fromEntries(taken.map((name) => [name, {}])) }
    : json;
  const place = findCrowded(rest);
  if (place !== undefined)
    return {
      ok: false,
      path: place,
      reason: say('calls.has-too-many-entries', { field: place || say('calls.request') }),
    };
  return { ok: true, rest: jsonText(rest), heavy: new Map(taken.map((name) => [name, part(name)!.bytes])) };
}

/** The member that holds too many values; empty for the whole. */
function findCrowded(rest: unknown): string | undefined {
  if (!isReadObject(rest)) return isCrowded(valuesIn(rest, MAX_MEMBERS_BESIDE)) ? '' : undefined;
  let count = 0;
  for (const [name, value] of Object.entries(rest)) {
    count += valuesIn(value, MAX_MEMBERS_BESIDE - count);
    if (isCrowded(count)) return name;
  }
  return undefined;
}

const isCrowded = (count: number): boolean => count > MAX_MEMBERS_BESIDE;

/** Counting stops shortly after the limit of interest. */
function valuesIn(value: unknown, most: number): number {
  if (value instanceof PastLimit) return Infinity;
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    count += valuesIn(inner, most - count);
    if (count > most) break;
  }
  return count;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** With the place of the first byte that is not UTF-8, as of other mistakes in the text. */
function notUtf8(bytes: Uint8Array): Text {
  const start = isUtf8Mark(bytes) ? UTF8_MARK.length : 0;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.length - start).toString('utf8');
  let at = text.indexOf(REPLACEMENT);
  // The sender may have written this character.
  for (let read = 0, offset = start; at !== -1; read = at, at = text.indexOf(REPLACEMENT, at + 1)) {
    offset += Buffer.byteLength(text.slice(read, at));
    if (!REPLACEMENT_BYTES.every((byte, n) => bytes[offset + n] === byte)) break;
  }
  const line = text.slice(0, at).split('\n').length;
  const column = at - text.lastIndexOf('\n', at - 1);
  return say('json.text', { text: say('calls.body-is-not-utf-8'), line, column });
}

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const isUtf8Mark = (bytes: Uint8Array): boolean => UTF8_MARK.every((byte, n) => bytes[n] === byte);

/** What a decoder writes for bytes that are none. */
const REPLACEMENT = '\ufffd';
const REPLACEMENT_BYTES = [0xef, 0xbf, 0xbd];
