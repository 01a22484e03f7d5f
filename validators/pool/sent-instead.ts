import { type Message, say } from '../vocabulary/message.ts';

/** The first bytes, as Latin-1, of what is sent by mistake. */
const KINDS: readonly (readonly [kind: string, start: RegExp])[] = [
  ['JSON', /^[{[]/],
  ['HTML', /^<(?:!doctype[ \t\r\n]+)?html[ \t\r\n>]/i],
  ['ZIP', /^PK\x03\x04/],
  ['gzip', /^\x1f\x8b/],
  ['EDIFACT', /^(?:UNA.{6}\s*)?UNB\+/s],
  ['PKCS #7 (.p7m)', /^0[\x80-\x84]/],
];
const MAX_START = 1000;

/** What a file is that is not XML; undefined if it may be XML with a mistake. */
export function sentInstead(bytes: Uint8Array): Message | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = text.toString('latin1', 0, MAX_START).replace(/^(?:\xef\xbb\xbf)?[ \t\r\n]*/, '');
  if (start === '' && bytes.length < MAX_START) return say('xml.file-is-empty');
  const kind = KINDS.find(([, pattern]) => pattern.test(start))?.[0];
  return kind === undefined ? undefined : say('xml.file-is-other-than-xml', { kind });
}
