import { type Message, say } from '../../vocabulary/message.ts';
import { isAscii, isUtf8 } from 'node:buffer';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { type XmlFailure, positionOf } from './failure.ts';
import { withLineFeeds } from './line-ends.ts';

/** The encodings that are read (decisions, "XML encodings"), by their name in an XML declaration, upper case. */
const ENCODINGS = ['UTF-8', 'UTF-16', 'ISO-8859-1', 'US-ASCII'] as const;
type XmlEncoding = (typeof ENCODINGS)[number];

interface Failed {
  readonly failure: XmlFailure;
  readonly text?: undefined;
  readonly utf8?: undefined;
}
type DecodeResult =
  { readonly text: string; readonly encoding: XmlEncoding; readonly failure?: undefined } | Failed;
type Utf8Result =
  { readonly utf8: Uint8Array; readonly encoding: XmlEncoding; readonly failure?: undefined } | Failed;

/** Checked bytes of an 8-bit encoding, or text that was decoded to be checked. */
type Recognised =
  | { readonly content: Buffer; readonly encoding: XmlEncoding; readonly failure?: undefined }
  | { readonly content: string; readonly encoding: XmlEncoding; readonly failure?: undefined }
  | Failed;

export const MAX_BYTES = DOCUMENT_LIMITS.bytes.most;

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const LITTLE_ENDIAN_MARK = [0xff, 0xfe];
const BIG_ENDIAN_MARK = [0xfe, 0xff];

/** The declaration comes first and is ASCII in all 8-bit encodings; 1,024 bytes leave room for unusual white space. */
const DECLARED = /^<\?xml[ \t\r\n][^>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([^"']*)["']/;
const DECLARATION_BYTES = 1024;

/**
 * Decodes the bytes of an XML document, without byte order mark and without lone surrogates. Nothing is guessed or repaired: bytes that do
 * not fit the encoding are a failure, and so are two different statements about it.
 */
export function decodeXml(bytes: Uint8Array, maxBytes = MAX_BYTES): DecodeResult {
  const recognised = recognise(bytes, maxBytes);
  if (recognised.failure) return recognised;
  const { content, encoding } = recognised;
  if (typeof content === 'string') return { text: content, encoding };
  return { text: content.toString(isUtf8Text(encoding, content) ? 'utf8' : 'latin1'), encoding };
}

/** The same as UTF-8. A file in UTF-8, as nearly all are, is not decoded. */
export function utf8Of(bytes: Uint8Array, maxBytes = MAX_BYTES): Utf8Result {
  const recognised = recognise(bytes, maxBytes);
  if (recognised.failure) return recognised;
  const { content, encoding } = recognised;
  if (typeof content === 'string') return { utf8: Buffer.from(content), encoding };
  if (encoding === 'ISO-8859-1' && !isAscii(content))
    return { utf8: Buffer.from(content.toString('latin1')), encoding };
  return { utf8: content, encoding };
}

/** One byte a character is faster to read. */
const isUtf8Text = (encoding: XmlEncoding, content: Buffer): boolean =>
  encoding === 'UTF-8' && !isAscii(content);

function recognise(bytes: Uint8Array, maxBytes: number): Recognised {
  if (bytes.byteLength > maxBytes) {
    const message = say('xml.bytes-more-than', { n: bytes.byteLength, most: maxBytes });
    return { failure: { kind: 'limit', message, line: 1, column: 1 } };
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(buffer, LITTLE_ENDIAN_MARK) || startsWith(buffer, BIG_ENDIAN_MARK))
    return recogniseUtf16(buffer);
  const marked = startsWith(buffer, UTF8_MARK);
  const content = marked ? buffer.subarray(UTF8_MARK.length) : buffer;
  if (content[0] === 0 || content[1] === 0) return fail(say('xml.utf-16-or-utf-32-without-byte-order'));
  const label = DECLARED.exec(content.toString('latin1', 0, DECLARATION_BYTES))?.[1];
  const encoding = label === undefined ? 'UTF-8' : encodingOf(label);
  if (encoding === undefined)
    return fail(
      say('xml.encoding-is-not-read', { encoding: stated(label!), encodings: ENCODINGS.join(', ') }),
    );
  if (marked && encoding !== 'UTF-8')
    return fail(say('xml.encoding-is-declared-but-file-starts-as-utf-8', { encoding: stated(encoding) }));
  switch (encoding) {
    case 'UTF-16':
      return fail(say('xml.encoding-utf-16-is-declared-but-file'));
    case 'ISO-8859-1':
      return { content, encoding };
    case 'US-ASCII':
      return isAscii(content)
        ? { content, encoding }
        : failAt(
            content.toString('latin1'),
            /[\x80-\xff]/,
            say('xml.encoding-us-ascii-is-declared-but-here'),
          );
    case 'UTF-8':
      return isUtf8(content)
        ? { content, encoding }
        : failAt(content.toString('utf8'), /\ufffd/, say('xml.bytes-that-are-not-utf-8'));
    default:
      return encoding satisfies never;
  }
}

function recogniseUtf16(buffer: Buffer): Recognised {
  if (buffer.length % 2 !== 0) return fail(say('xml.utf-16-with-odd-number-of-bytes'));
  const units = startsWith(buffer, BIG_ENDIAN_MARK) ? Buffer.from(buffer).swap16() : buffer;
  const text = units.toString('utf16le', 2);
  const label = DECLARED.exec(text.slice(0, DECLARATION_BYTES))?.[1];
  if (label !== undefined && encodingOf(label) !== 'UTF-16')
    return fail(say('xml.encoding-is-declared-but-file-starts-as-utf-16', { encoding: stated(label) }));
  const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
  return lone.test(text)
    ? failAt(text, lone, say('xml.half-surrogate-pair'))
    : { content: text, encoding: 'UTF-16' };
}

const stated = (label: string): string => `"${label.slice(0, 40)}"`;

function encodingOf(label: string): XmlEncoding | undefined {
  return ENCODINGS.find((encoding) => encoding === label.toUpperCase());
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, i) => bytes[i] === byte);

const fail = (message: Message): Failed => ({
  failure: { kind: 'encoding', message, line: 1, column: 1 },
});

/** A failure at the first match of a pattern in the decoded part of the text. */
function failAt(text: string, pattern: RegExp, message: Message): Failed {
  const normalised = withLineFeeds(text);
  const offset = Math.max(0, normalised.search(pattern));
  return { failure: { kind: 'encoding', message, ...positionOf(normalised, offset) } };
}
