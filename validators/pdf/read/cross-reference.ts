import { say } from '../../vocabulary/message.ts';
import { LIMITS, type Budget } from './budget.ts';
import { PdfBroken, PdfOverLimit } from './failure.ts';
import { Lexer, Word } from './lexer.ts';
import { PdfDict, type PdfObject, PdfStream } from './objects.ts';
import { type IndirectObject, readIndirectObject } from './indirect-object.ts';

/** The position of an object: a byte offset, a stream of objects, or deleted. */
type ObjectPosition =
  { readonly at: number } | { readonly inStream: number; readonly index: number } | { readonly free: true };

/** The objects of a file by number, newest first, and the entries of its trailers. */
export interface CrossReference {
  readonly positions: ReadonlyMap<number, ObjectPosition>;
  /** Entries of all trailers, the newest winning. */
  readonly trailer: ReadonlyMap<string, PdfObject>;
  /** Built from the objects that were found, because the file's own reference is wrong. */
  readonly isRebuilt: boolean;
}

/** Reads streams before the positions of objects are known: their lengths must be in them. */
export interface ReadsStreams {
  readonly bytes: Uint8Array;
  readonly budget: Budget;
  readonly decoded: (stream: PdfStream) => Uint8Array;
}

interface Section {
  readonly entries: ReadonlyMap<number, ObjectPosition>;
  readonly trailer: ReadonlyMap<string, PdfObject>;
}

const MAX_SECTIONS = 500;

/** As the file states it: the last section and its earlier ones (ISO 32000-1, 7.5.4, 7.5.6, 7.5.8). @throws PdfBroken, PdfOverLimit */
export function statedReference(file: ReadsStreams): CrossReference {
  const positions = new Map<number, ObjectPosition>();
  const trailer = new Map<string, PdfObject>();
  const visited = new Set<number>();
  const pending = [startOf(file.bytes)];
  for (let at = pending.shift(); at !== undefined; at = pending.shift()) {
    if (visited.has(at)) throw new PdfBroken(say('pdf.its-cross-references-go-round-in-circle'));
    visited.add(at);
    if (visited.size > MAX_SECTIONS) throw new PdfOverLimit(say('pdf.it-was-changed-too-often'));
    const section = withHidden(file, sectionAt(file, at));
    for (const [number, position] of section.entries)
      if (!positions.has(number)) positions.set(number, position);
    if (positions.size > LIMITS.objects) throw new PdfOverLimit(say('pdf.it-has-too-many-objects'));
    for (const [name, value] of section.trailer) if (!trailer.has(name)) trailer.set(name, value);
    const earlier = section.trailer.get('Prev');
    if (typeof earlier === 'number') pending.push(earlier);
  }
  if (!trailer.has('Root')) throw new PdfBroken(say('pdf.no-trailer-names-catalog'));
  return { positions, trailer, isRebuilt: false };
}

/** A table for older readers lists objects in object streams as free; the stream beside it has their positions (7.5.8.4). */
function withHidden(file: ReadsStreams, section: Section): Section {
  const at = section.trailer.get('XRefStm');
  if (typeof at !== 'number') return section;
  const entries = new Map(sectionAt(file, at).entries);
  for (const [number, position] of section.entries)
    if (!('free' in position) || !entries.has(number)) entries.set(number, position);
  return { entries, trailer: section.trailer };
}

function startOf(bytes: Uint8Array): number {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = tail.lastIndexOf('startxref');
  const match = at < 0 ? null : /^startxref\s+(\d{1,10})\b/.exec(tail.toString('latin1', at, at + 40));
  if (!match) throw new PdfBroken(say('pdf.it-does-not-say-where-its'));
  return Number(match[1]);
}

function sectionAt(file: ReadsStreams, at: number): Section {
  if (at >= file.bytes.length) throw new PdfBroken(say('pdf.its-cross-references-are-not-where-it'));
  const lexer = new Lexer(file.bytes, at, file.budget);
  const first = lexer.next();
  if (first instanceof Word && first.text === 'xref') return tableSection(lexer);
  if (typeof first !== 'number') throw new PdfBroken(say('pdf.its-cross-references-are-not-where-it'));
  return streamSection(file, readIndirectObject(file.bytes, at, file.budget, plainLength));
}

const plainLength = (value: PdfObject | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

function tableSection(lexer: Lexer): Section {
  const entries = new Map<number, ObjectPosition>();
  for (;;) {
    const first = lexer.next();
    if (first instanceof Word && first.text === 'trailer') break;
    const count = lexer.next();
    if (typeof first !== 'number' || typeof count !== 'number')
      throw new PdfBroken(say('pdf.its-cross-reference-table-is-damaged'));
    for (let i = 0; i < count; i += 1) {
      const [offset, generation, kind] = [lexer.next(), lexer.next(), lexer.next()];
      if (typeof offset !== 'number' || typeof generation !== 'number' || !(kind instanceof Word))
        throw new PdfBroken(say('pdf.its-cross-reference-table-is-damaged'));
      if (!entries.has(first + i))
        entries.set(first + i, kind.text === 'n' ? { at: offset } : { free: true });
    }
  }
  const trailer = lexer.value();
  if (!(trailer instanceof PdfDict)) throw new PdfBroken(say('pdf.its-trailer-is-damaged'));
  return { entries, trailer: entriesOf(trailer) };
}

/** Readers differ in the catalog that they take, and so in the whole document. */
function entriesOf(trailer: PdfDict): Section['trailer'] {
  if (trailer.repeated.has('Root')) throw new PdfBroken(say('pdf.trailer-names-two-catalogs'));
  return trailer.entries;
}

function streamSection(file: ReadsStreams, { value }: IndirectObject): Section {
  if (!(value instanceof PdfStream)) throw new PdfBroken(say('pdf.its-cross-references-are-not-where-it'));
  const dict = entriesOf(value.dict);
  const widths = numbersIn(dict.get('W'));
  const size = widths.reduce((sum, width) => sum + width, 0);
  if (widths.length < 3 || size < 1 || size > 24 || widths.some((width) => width < 0 || width > 8))
    throw new PdfBroken(say('pdf.its-cross-reference-stream-is-damaged'));
  const index = numbersIn(dict.get('Index') ?? [0, numberOf(dict.get('Size'))]);
  const data = file.decoded(value);
  const entries = new Map<number, ObjectPosition>();
  let at = 0;
  for (let i = 0; i + 1 < index.length; i += 2)
    for (let k = 0; k < (index[i + 1] ?? 0) && at + size <= data.length; k += 1) {
      const position = readPosition(data, at, widths);
      if (position) entries.set((index[i] ?? 0) + k, position);
      at += size;
      if (entries.size > LIMITS.objects) throw new PdfOverLimit(say('pdf.it-has-too-many-objects'));
    }
  return { entries, trailer: dict };
}

function readPosition(data: Uint8Array, at: number, widths: readonly number[]): ObjectPosition | undefined {
  const [w1 = 0, w2 = 0, w3 = 0] = widths;
  const kind = w1 === 0 ? 1 : bigNumber(data, at, w1);
  const second = bigNumber(data, at + w1, w2);
  switch (kind) {
    case 0:
      return { free: true };
    case 1:
      return { at: second };
    case 2:
      return { inStream: second, index: bigNumber(data, at + w1 + w2, w3) };
    default:
      return undefined;
  }
}

function bigNumber(data: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i += 1) value = value * 256 + (data[at + i] ?? 0);
  return value;
}

const numberOf = (value: PdfObject | undefined): number => (typeof value === 'number' ? value : 0);
const numbersIn = (value: PdfObject | undefined): readonly number[] =>
  Array.isArray(value) ? value.map((item) => numberOf(item as PdfObject)) : [];

/** From the objects in the file, the last one of a number winning, as readers do with damaged files. @throws PdfBroken */
export function rebuiltReference(file: ReadsStreams): CrossReference {
  const { bytes, budget } = file;
  const positions = new Map<number, ObjectPosition>();
  for (const { number, at } of objectsIn(bytes)) {
    positions.set(number, { at });
    if (positions.size > LIMITS.objects) throw new PdfOverLimit(say('pdf.it-has-too-many-objects'));
  }
  const trailer = new Map<string, PdfObject>();
  for (const dict of trailersIn(bytes, budget)) for (const [name, value] of dict) trailer.set(name, value);
  let candidates = 0;
  for (const [number, position] of [...positions]) {
    if (!('at' in position) || !saysStreamOfKind(bytes, position.at)) continue;
    if ((candidates += 1) > MAX_CANDIDATES) throw new PdfOverLimit(say('pdf.it-has-too-many-streams-of'));
    const value = streamAt(file, position.at);
    if (!value) continue;
    const kind = nameOf(value.dict.entries.get('Type'));
    if (kind === 'XRef') for (const [name, entry] of entriesOf(value.dict)) trailer.set(name, entry);
    if (kind === 'ObjStm') memberPositions(file, number, value, positions);
  }
  if (!trailer.has('Root')) throw new PdfBroken(say('pdf.nothing-in-it-is-catalog-of'));
  return { positions, trailer, isRebuilt: true };
}

/** An object outside of streams wins over one in a stream: a usual guess if nothing shows which is newer. */
function memberPositions(
  file: ReadsStreams,
  number: number,
  stream: PdfStream,
  positions: Map<number, ObjectPosition>,
) {
  let numbers: readonly number[];
  try {
    numbers = memberNumbers(file.decoded(stream), stream, file.budget);
  } catch (error) {
    if (error instanceof PdfBroken) return;
    throw error;
  }
  for (const [index, member] of numbers.entries())
    if (!positions.has(member)) positions.set(member, { inStream: number, index });
}

/** Numbers of the objects in an object stream, in order. */
function memberNumbers(data: Uint8Array, stream: PdfStream, budget: Budget): readonly number[] {
  const lexer = new Lexer(data, 0, budget);
  const numbers: number[] = [];
  for (let i = 0; i < numberOf(stream.dict.entries.get('N')); i += 1) {
    const [number, offset] = [lexer.next(), lexer.next()];
    if (typeof number !== 'number' || typeof offset !== 'number') break;
    numbers.push(number);
  }
  return numbers;
}

const MAX_CANDIDATES = 5_000;

/** A stream of objects or of cross-references. */
function saysStreamOfKind(bytes: Uint8Array, at: number): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(400, bytes.length - at));
  return /\/(ObjStm|XRef)\b/.test(head.toString('latin1'));
}

function streamAt({ bytes, budget }: ReadsStreams, at: number): PdfStream | undefined {
  try {
    const { value } = readIndirectObject(bytes, at, budget, plainLength);
    return value instanceof PdfStream ? value : undefined;
  } catch (error) {
    if (error instanceof PdfBroken) return undefined;
    throw error;
  }
}

const nameOf = (value: PdfObject | undefined): string | undefined =>
  value !== null && typeof value === 'object' && 'text' in value ? value.text : undefined;

function* objectsIn(bytes: Uint8Array): Iterable<{ readonly number: number; readonly at: number }> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = all.indexOf(' obj'); at >= 0; at = all.indexOf(' obj', at + 4)) {
    const match = /(\d{1,7}) +\d{1,5}$/.exec(all.toString('latin1', Math.max(0, at - 20), at));
    if (match) yield { number: Number(match[1]), at: at - match[0].length };
  }
}

/** Of a damaged file; each change of a file adds one. */
const MAX_TRAILERS = 100;

function* trailersIn(bytes: Uint8Array, budget: Budget): Iterable<ReadonlyMap<string, PdfObject>> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const positions: number[] = [];
  for (
    let at = all.lastIndexOf('trailer');
    at >= 0 && positions.length < MAX_TRAILERS;
    at = at > 0 ? all.lastIndexOf('trailer', at - 1) : -1
  )
    positions.unshift(at);
  for (const at of positions) {
    try {
      const value = new Lexer(bytes, at + 7, budget).value();
      if (value instanceof PdfDict) yield entriesOf(value);
    } catch (error) {
      if (!(error instanceof PdfBroken)) throw error;
    }
  }
}
