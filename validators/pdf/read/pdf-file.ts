import { say } from '../../vocabulary/message.ts';
import { quotedName } from '../../vocabulary/quoted.ts';
import { headerAt } from '../../vocabulary/pdf-header.ts';
import { rowOf } from '../../vocabulary/row-of.ts';
import { Budget } from './budget.ts';
import {
  type CrossReference,
  rebuiltReference,
  type ReadsStreams,
  statedReference,
} from './cross-reference.ts';
import { PdfBroken, PdfOverLimit } from './failure.ts';
import { type FilterParameters, FILTERS, SHORT_FILTER_NAMES } from './filters.ts';
import { type ObjectSlip, readIndirectObject } from './indirect-object.ts';
import { Lexer } from './lexer.ts';
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from './objects.ts';

/** One PDF file whose objects are read on demand. Nothing is drawn, and nothing outside of it is read. */
export class PdfFile implements ReadsStreams {
  /** From the header on: offsets start there. */
  readonly bytes: Uint8Array;
  /** Bytes before the header. */
  readonly headerOffset: number;
  readonly budget = new Budget();
  /** Forms that PDF/A does not allow, with the numbers of some objects. */
  readonly slips = new Map<ObjectSlip, number[]>();
  private readonly objects = new Map<number, PdfObject>();
  private readonly members = new Map<number, readonly PdfObject[]>();
  private reference: CrossReference = NOTHING_YET;
  private readonly opening = new Set<number>();

  /** @throws PdfBroken if it contains no document, PdfOverLimit */
  constructor(bytes: Uint8Array) {
    this.headerOffset = headerAt(bytes) ?? 0;
    this.bytes = bytes.subarray(this.headerOffset);
    this.reference = this.read();
    if (!(this.dict(this.trailer.get('Root')) ?? this.rebuilt()))
      throw new PdfBroken(say('pdf.it-has-no-catalog'));
  }

  private read(): CrossReference {
    try {
      return statedReference(this);
    } catch (error) {
      if (!(error instanceof PdfBroken)) throw error;
      return rebuiltReference(this);
    }
  }

  private rebuilt(): PdfDict | undefined {
    if (!this.reference.isRebuilt) {
      this.reference = rebuiltReference(this);
      this.objects.clear();
      this.members.clear();
    }
    return this.dict(this.trailer.get('Root'));
  }

  get trailer(): CrossReference['trailer'] {
    return this.reference.trailer;
  }

  get isRebuilt(): boolean {
    return this.reference.isRebuilt;
  }

  get catalog(): PdfDict {
    return this.dict(this.trailer.get('Root')) ?? new PdfDict(new Map());
  }

  /** Numbers of all objects in use. */
  get numbers(): readonly number[] {
    return [...this.reference.positions].flatMap(([number, position]) =>
      'free' in position ? [] : [number],
    );
  }

  /** The value with its references followed; null if it is missing. @throws PdfBroken, PdfOverLimit */
  resolve(value: PdfObject | undefined): PdfObject {
    let object = value ?? null;
    for (let steps = 0; object instanceof PdfRef; steps += 1) {
      if (steps > MAX_STEPS) throw new PdfBroken(say('pdf.its-references-go-round-in-circle'));
      object = this.object(object.number);
    }
    return object;
  }

  dict(value: PdfObject | undefined): PdfDict | undefined {
    const object = this.resolve(value);
    return object instanceof PdfDict ? object : object instanceof PdfStream ? object.dict : undefined;
  }
  stream(value: PdfObject | undefined): PdfStream | undefined {
    const object = this.resolve(value);
    return object instanceof PdfStream ? object : undefined;
  }
  name(value: PdfObject | undefined): string | undefined {
    const object = this.resolve(value);
    return object instanceof PdfName ? object.text : undefined;
  }
  number(value: PdfObject | undefined): number | undefined {
    const object = this.resolve(value);
    return typeof object === 'number' ? object : undefined;
  }
  array(value: PdfObject | undefined): readonly PdfObject[] {
    const object = this.resolve(value);
    return Array.isArray(object) ? (object as readonly PdfObject[]) : [];
  }
  /** An entry of a dictionary, or of the dictionary of a stream. */
  entry(value: PdfObject | undefined, ...path: readonly string[]): PdfObject {
    return path.reduce<PdfObject>(
      (at, name) => this.resolve(this.dict(at)?.entries.get(name)),
      value ?? null,
    );
  }

  /** The object of a number; null if the file has none. @throws PdfBroken, PdfOverLimit */
  object(number: number): PdfObject {
    const cached = this.objects.get(number);
    if (cached !== undefined) return cached;
    const position = this.reference.positions.get(number);
    if (!position || 'free' in position) return null;
    if (this.opening.has(number)) throw new PdfBroken(say('pdf.its-objects-hold-each-other'));
    this.opening.add(number);
    try {
      const value =
        'at' in position
          ? this.objectAt(number, position.at)
          : (this.membersOf(position.inStream)[position.index] ?? null);
      this.objects.set(number, value);
      return value;
    } finally {
      this.opening.delete(number);
    }
  }

  private objectAt(number: number, at: number): PdfObject {
    try {
      const read = readIndirectObject(this.bytes, at, this.budget, (length) => this.number(length));
      if (read.number !== number)
        throw new PdfBroken(say('pdf.object-is-not-where-file-says', { n: number }));
      for (const slip of read.slips) this.note(slip, number);
      return read.value;
    } catch (error) {
      if (!(error instanceof PdfBroken) || this.reference.isRebuilt) throw error;
      this.reference = rebuiltReference(this);
      return this.again(number);
    }
  }

  /** Reads it again after the cross-reference was rebuilt. */
  private again(number: number): PdfObject {
    const position = this.reference.positions.get(number);
    if (!position || !('at' in position)) return null;
    return this.objectAt(number, position.at);
  }

  private note(slip: ObjectSlip, number: number): void {
    const noted = this.slips.get(slip) ?? [];
    if (noted.length < MAX_NOTES) this.slips.set(slip, [...noted, number]);
  }

  private membersOf(number: number): readonly PdfObject[] {
    const cached = this.members.get(number);
    if (cached) return cached;
    const stream = this.stream(new PdfRef(number, 0));
    if (!stream) throw new PdfBroken(say('pdf.object-stream-is-missing', { n: number }));
    const data = this.decoded(stream);
    const head = new Lexer(data, 0, this.budget);
    const first = this.number(stream.dict.entries.get('First')) ?? 0;
    const offsets: number[] = [];
    for (let i = 0; i < (this.number(stream.dict.entries.get('N')) ?? 0); i += 1) {
      const [member, offset] = [head.next(), head.next()];
      if (typeof member !== 'number' || typeof offset !== 'number') break;
      offsets.push(first + offset);
    }
    const members = offsets.map((at) => new Lexer(data, at, this.budget).value());
    this.members.set(number, members);
    return members;
  }

  /** The content of a stream after its filters. @throws PdfBroken if a filter is unknown or the data are damaged, PdfOverLimit */
  decoded(stream: PdfStream): Uint8Array {
    const { entries } = stream.dict;
    const filters = this.filtersOf(stream);
    if (filters.length > MAX_FILTERS) throw new PdfOverLimit(say('pdf.stream-has-too-many-filters'));
    const parameters = this.list(entries.get('DecodeParms') ?? entries.get('DP'));
    const bytes = filters.reduce<Uint8Array>((data, name, i) => {
      const filter = rowOf(FILTERS, name);
      if (!filter) throw new PdfBroken(say('pdf.stream-has-filter', { name: quotedName(name, 40) }));
      const out = filter(data, this.budget.bytesLeft, this.parameters(parameters[i]));
      this.budget.takeBytes(out.length);
      return out;
    }, stream.raw);
    return bytes;
  }

  /** Names of a stream's filters, in the order of decoding. */
  filtersOf({ dict: { entries } }: PdfStream): readonly string[] {
    return this.list(entries.get('Filter')).flatMap((item) => {
      const name = this.name(item);
      return name === undefined ? [] : [rowOf(SHORT_FILTER_NAMES, name) ?? name];
    });
  }

  private list(value: PdfObject | undefined): readonly PdfObject[] {
    const object = this.resolve(value);
    if (object === null) return [];
    return Array.isArray(object) ? (object as readonly PdfObject[]) : [object];
  }

  private parameters(value: PdfObject | undefined): FilterParameters {
    const of = (name: string, otherwise: number): number => this.number(this.entry(value, name)) ?? otherwise;
    return {
      predictor: of('Predictor', 1),
      colors: of('Colors', 1),
      bitsPerComponent: of('BitsPerComponent', 8),
      columns: of('Columns', 1),
    };
  }
}

/** Cross-references are read from the streams' own data only. */
const NOTHING_YET: CrossReference = { positions: new Map(), trailer: new Map(), isRebuilt: false };

const MAX_STEPS = 32;
const MAX_FILTERS = 4;
const MAX_NOTES = 3;
