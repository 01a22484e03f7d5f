import { say } from '../../vocabulary/message.ts';
import { constants, inflateSync } from 'node:zlib';
import { PdfBroken, PdfOverLimit } from './failure.ts';
import { latin1 } from './objects.ts';

/** Parameters of a filter: its entry of `/DecodeParms`. */
export interface FilterParameters {
  readonly predictor: number;
  readonly colors: number;
  readonly bitsPerComponent: number;
  readonly columns: number;
}

type Filter = (bytes: Uint8Array, most: number, parameters: FilterParameters) => Uint8Array;

/** Filters of an invoice's content; images have others, and are never decoded. */
export const FILTERS: Readonly<Record<string, Filter>> = {
  FlateDecode: (bytes, most, parameters) => predict(inflate(bytes, most), parameters),
  ASCIIHexDecode: asciiHex,
  ASCII85Decode: ascii85,
  RunLengthDecode: runLengths,
};
export const SHORT_FILTER_NAMES: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  RL: 'RunLengthDecode',
};

function inflate(bytes: Uint8Array, most: number): Uint8Array {
  const maxOutputLength = Math.max(1, most);
  try {
    return inflateSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new PdfOverLimit(say('pdf.stream-is-too-large-when-it'));
    throw new PdfBroken(say('pdf.stream-cannot-be-inflated'));
  }
}

function asciiHex(bytes: Uint8Array): Uint8Array {
  const digits = latin1(bytes).split('>', 1)[0]!.replaceAll(/\s/g, '');
  if (/[^0-9A-Fa-f]/.test(digits)) throw new PdfBroken(say('pdf.stream-is-no-hexadecimal-text'));
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
}

function ascii85(bytes: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(Math.min(bytes.length * 4, most + 4));
  let [written, group, count] = [0, 0, 0];
  const put = (value: number, length: number): void => {
    if (written + length > most) throw new PdfOverLimit(say('pdf.stream-is-too-large-without-its'));
    for (let i = 0; i < length; i += 1) out[written + i] = Math.floor(value / 256 ** (3 - i)) % 256;
    written += length;
  };
  for (const byte of bytes) {
    if (byte === 126) break;
    if (byte === 122 && count === 0) put(0, 4);
    else if (byte >= 33 && byte <= 117) {
      group = group * 85 + byte - 33;
      count += 1;
      if (count === 5) {
        put(group, 4);
        [group, count] = [0, 0];
      }
    } else if (byte > 32) throw new PdfBroken(say('pdf.stream-is-no-base-85-text'));
  }
  if (count > 0) {
    for (let pad = count; pad < 5; pad += 1) group = group * 85 + 84;
    put(group, count - 1);
  }
  return out.subarray(0, written);
}

/** ISO 32000-1, 7.4.5: a length and so many bytes, or a byte that repeats; 128 ends the data. */
function runLengths(bytes: Uint8Array, most: number): Uint8Array {
  const runs = function* (): Iterable<{
    readonly at: number;
    readonly length: number;
    readonly repeats: boolean;
  }> {
    let at = 0;
    while (at + 1 < bytes.length && bytes[at] !== 128) {
      const first = bytes[at]!;
      const repeats = first > 128;
      const length = repeats ? 257 - first : Math.min(first + 1, bytes.length - at - 1);
      yield { at: at + 1, length, repeats };
      at += repeats ? 2 : first + 2;
    }
  };
  let size = 0;
  for (const { length } of runs()) size += length;
  if (size > most) throw new PdfOverLimit(say('pdf.stream-is-too-large-when-it'));
  const out = new Uint8Array(size);
  let written = 0;
  for (const { at, length, repeats } of runs()) {
    if (repeats) out.fill(bytes[at]!, written, written + length);
    else out.set(bytes.subarray(at, at + length), written);
    written += length;
  }
  return out;
}

const PNG = 10;
const TIFF = 2;

/** Undoes the predictor, which stores differences between neighbours before deflating (ISO 32000-1, 7.4.4.4). */
function predict(bytes: Uint8Array, parameters: FilterParameters): Uint8Array {
  const { predictor, colors, bitsPerComponent, columns } = parameters;
  if (predictor < TIFF) return bytes;
  const bits = colors * bitsPerComponent;
  const row = Math.ceil((bits * columns) / 8);
  if (!(row > 0 && row <= MAX_ROW_BYTES)) throw new PdfBroken(say('pdf.stream-has-rows-of-no-possible'));
  const back = Math.max(1, bits >> 3);
  if (predictor >= PNG) return withoutPng(bytes, row, back);
  if (bitsPerComponent !== 8) throw new PdfBroken(say('pdf.stream-has-predictor-that-is-not'));
  const out = Uint8Array.from(bytes);
  for (let i = 0; i < out.length; i += 1) if (i % row >= back) out[i] = (out[i] ?? 0) + (out[i - back] ?? 0);
  return out;
}

const MAX_ROW_BYTES = 1_000_000;

function withoutPng(bytes: Uint8Array, row: number, back: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (row + 1));
  const out = new Uint8Array(rows * row);
  let written = 0;
  for (let r = 0; r < rows; r += 1) {
    const from = r * (row + 1);
    const kind = bytes[from] ?? 0;
    const length = Math.min(row, bytes.length - from - 1);
    for (let i = 0; i < length; i += 1) {
      const left = i >= back ? (out[written - back] ?? 0) : 0;
      const up = r > 0 ? (out[written - row] ?? 0) : 0;
      const corner = r > 0 && i >= back ? (out[written - row - back] ?? 0) : 0;
      out[written] = (bytes[from + 1 + i] ?? 0) + foreseen(kind, left, up, corner);
      written += 1;
    }
  }
  return out.subarray(0, written);
}

function foreseen(kind: number, left: number, up: number, corner: number): number {
  switch (kind) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner;
  const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
