import { say } from '../../vocabulary/message.ts';
import type { Budget } from './budget.ts';
import { PdfBroken } from './failure.ts';
import { isSpace, Lexer, type Slip, Word } from './lexer.ts';
import { PdfDict, type PdfObject, PdfStream } from './objects.ts';

/** `12 0 obj … endobj`, as in the file. */
export interface IndirectObject {
  readonly number: number;
  readonly generation: number;
  readonly value: PdfObject;
  /** Forms that PDF/A does not allow. */
  readonly slips: ReadonlySet<ObjectSlip>;
}

export type ObjectSlip = Slip | 'line-ends' | 'value-in-line' | 'stream-keyword' | 'stream-length';

/** The length of a stream may be an object of its own. */
type FindsLength = (value: PdfObject | undefined) => number | undefined;

const [CR, LF] = [13, 10];

/** @throws PdfBroken if there is no object, PdfOverLimit */
export function readIndirectObject(
  bytes: Uint8Array,
  at: number,
  budget: Budget,
  lengthOf: FindsLength,
): IndirectObject {
  const slips = new Set<ObjectSlip>();
  const lexer = new Lexer(bytes, at, budget, slips as Set<Slip>);
  const number = lexer.next();
  const gap = lexer.at;
  const generation = lexer.next();
  const obj = lexer.next();
  if (
    typeof number !== 'number' ||
    typeof generation !== 'number' ||
    !(obj instanceof Word) ||
    obj.text !== 'obj'
  )
    throw new PdfBroken(say('pdf.no-object-stands-at-byte', { n: at }));
  const isPlain = bytes[gap] === 32 && !isSpace(bytes[gap + 1]) && bytes[lexer.at - 4] === 32;
  if (!isPlain || !isLineEnd(bytes[lexer.at]) || (at > 0 && !isLineEnd(bytes[at - 1])))
    slips.add('line-ends');
  const start = lexer.at;
  const value = lexer.value();
  const kind = kindOf(value, bytes.subarray(start, lexer.at));
  const end = lexer.next();
  if (value instanceof PdfDict && end instanceof Word && end.text === 'stream') {
    const raw = readStream(lexer, lengthOf(value.entries.get('Length')), slips);
    return { number, generation, value: new PdfStream(value, raw), slips };
  }
  endOfObject(lexer, end, slips, kind);
  return { number, generation, value, slips };
}

const isLineEnd = (byte: number | undefined): boolean => byte === CR || byte === LF;

type ValueKind = 'integer' | 'word' | 'other';

function kindOf(value: PdfObject, written: Uint8Array): ValueKind {
  if (typeof value === 'number') return written.includes(POINT) ? 'other' : 'integer';
  return typeof value === 'boolean' || value === null ? 'word' : 'other';
}

const POINT = 46;

function endOfObject(
  lexer: Lexer,
  end: ReturnType<Lexer['next']>,
  slips: Set<ObjectSlip>,
  kind: ValueKind = 'other',
): void {
  const isThere = end instanceof Word && end.text === 'endobj';
  const before = lexer.bytes[lexer.at - 'endobj'.length - 1];
  if (!isThere || !endsLine(lexer)) slips.add('line-ends');
  else if (!isLineEnd(before)) slips.add(mayShareLine(kind, before) ? 'value-in-line' : 'line-ends');
}

/** Readers that look behind an integer for the rest of a reference find `endobj`: veraPDF accepts these values beside it. */
const mayShareLine = (kind: ValueKind, before: number | undefined): boolean =>
  kind === 'integer' || (kind === 'word' && !isSpace(before));

const endsLine = ({ bytes, at }: Lexer): boolean => bytes[at] === undefined || isLineEnd(bytes[at]);

/** Begins after the word `stream`. */
function readStream(lexer: Lexer, length: number | undefined, slips: Set<ObjectSlip>): Uint8Array {
  const { bytes } = lexer;
  let start = lexer.at;
  if (bytes[start] === CR && bytes[start + 1] === LF) start += 2;
  else if (bytes[start] === LF) start += 1;
  else {
    slips.add('stream-keyword');
    if (bytes[start] === CR) start += 1;
  }
  const stated = length === undefined ? -1 : start + length;
  const end = endsAt(bytes, stated) ? stated : endOfStream(bytes, start);
  if (end !== stated) slips.add('stream-length');
  lexer.at = end;
  const before = lexer.at;
  const keyword = lexer.next();
  if (!isLineEnd(bytes[before])) slips.add('stream-keyword');
  if (keyword instanceof Word && keyword.text === 'endstream' && endsLine(lexer))
    endOfObject(lexer, lexer.next(), slips);
  else slips.add('line-ends');
  return bytes.subarray(start, end);
}

/** Whether `endstream` follows, after at most one line end. */
function endsAt(bytes: Uint8Array, at: number): boolean {
  if (at < 0 || at > bytes.length) return false;
  let keyword = at;
  if (bytes[keyword] === CR) keyword += 1;
  if (bytes[keyword] === LF) keyword += 1;
  return ENDSTREAM.every((byte, i) => bytes[keyword + i] === byte);
}

const ENDSTREAM = [...Buffer.from('endstream')];

/** For a wrong stated length: up to the next `endstream`, without the line end before it. */
function endOfStream(bytes: Uint8Array, start: number): number {
  const index = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('endstream', start);
  if (index < 0) throw new PdfBroken(say('pdf.stream-has-no-end'));
  if (bytes[index - 1] === LF) return Math.max(start, index - (bytes[index - 2] === CR ? 2 : 1));
  return bytes[index - 1] === CR ? Math.max(start, index - 1) : index;
}
