/** What the reader of XML uses of Node's buffers: the bundle for browsers has this in the place of `node:buffer`. */
export class Buffer extends Uint8Array {
  /** @param how the encoding of a text, or where a view of a buffer begins. */
  static override from(content: unknown, how?: unknown, length?: unknown): Buffer {
    if (typeof content === 'string')
      return how === 'latin1' ? bytesOf(content) : asBuffer(new TextEncoder().encode(content));
    if (content instanceof Uint8Array) return asBuffer(content.slice());
    return new Buffer(content as ArrayBuffer, Number(how ?? 0), length as number | undefined);
  }

  override toString(encoding = 'utf8', start = 0, end = this.length): string {
    const bytes = this.subarray(start, end);
    if (encoding === 'latin1') return latin1Of(bytes);
    // The mark at the beginning, if there is one, has been read already.
    return new TextDecoder(encoding === 'utf16le' ? 'utf-16le' : 'utf-8', { ignoreBOM: true }).decode(bytes);
  }

  swap16(): this {
    for (let at = 0; at + 1 < this.length; at += 2) [this[at], this[at + 1]] = [this[at + 1]!, this[at]!];
    return this;
  }
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  new Buffer(buffer as ArrayBuffer, byteOffset, length);

function bytesOf(text: string): Buffer {
  const bytes = new Buffer(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** More arguments than a call may have would end it. */
const MAX_ARGUMENTS = 8_192;

/** `TextDecoder` reads Latin-1 as Windows-1252, which has other characters from 0x80 to 0x9F. */
function latin1Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += MAX_ARGUMENTS)
    text += String.fromCharCode(...bytes.subarray(at, at + MAX_ARGUMENTS));
  return text;
}

export const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
