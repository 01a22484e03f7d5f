import { type Message, say } from '../../vocabulary/message.ts';
import { latin1, PdfDict, type PdfObject, PdfRef, PdfStream } from '../read/objects.ts';
import { PdfBroken, PdfOverLimit } from '../read/failure.ts';
import type { PdfFile } from '../read/pdf-file.ts';
import type { Xmp } from '../xmp.ts';
import { type Drawn, readDrawn } from './drawn.ts';
import { type Page, pagesOf } from './pages.ts';

/** A dictionary and its position. */
export interface Found {
  readonly dict: PdfDict;
  /** The stream that it belongs to. */
  readonly stream: PdfStream | undefined;
  /** The key under which it was reached, and the key of the dictionary around. */
  readonly key: string;
  readonly above: string;
}

/** A PDF for the clauses of PDF/A. Data that several of them need are searched once. */
export class PdfaDocument {
  private everyFound: readonly Found[] | undefined;
  private everyPage: readonly Page[] | undefined;
  private everyDrawn: Drawn | PdfOverLimit | undefined;
  private knownOutputSpace: string | null | undefined;
  private isWhole = false;
  /** The fault of the first unreadable object. */
  firstUnreadable: Message | undefined;

  constructor(
    readonly file: PdfFile,
    readonly xmp: Xmp | Message,
  ) {}

  /** Reads each object from its bytes, which shows how it is written. */
  readWhole(): PdfFile {
    if (this.isWhole) return this.file;
    this.isWhole = true;
    let unreadable = 0;
    for (const number of this.file.numbers) {
      try {
        this.file.object(number);
      } catch (error) {
        if (!(error instanceof PdfBroken)) throw error;
        this.firstUnreadable ??= say('pdfa.object-cannot-be-read', { number, reason: error.reason });
        if ((unreadable += 1) === MAX_UNREADABLE) break;
      }
    }
    return this.file;
  }

  /** Every dictionary that can be reached from the trailer, once. */
  get objects(): readonly Found[] {
    return (this.everyFound ??= [...everything(this.file)]);
  }

  get pages(): readonly Page[] {
    return (this.everyPage ??= pagesOf(this.file));
  }

  /** The effects of the pages' content. @throws PdfOverLimit each time, without reading the content again */
  get drawn(): Drawn {
    this.everyDrawn ??= this.draw();
    if (this.everyDrawn instanceof PdfOverLimit) throw this.everyDrawn;
    return this.everyDrawn;
  }

  private draw(): Drawn | PdfOverLimit {
    try {
      return readDrawn(this.file, this.pages);
    } catch (error) {
      if (error instanceof PdfOverLimit) return error;
      throw error;
    }
  }

  get intents(): readonly PdfDict[] {
    return this.file
      .array(this.file.entry(this.file.catalog, 'OutputIntents'))
      .flatMap((intent) => this.file.dict(intent) ?? []);
  }

  /** Colour space of the profile for colours without one of their own: `RGB `, `CMYK`, `GRAY`. */
  get outputSpace(): string | undefined {
    if (this.knownOutputSpace === undefined) {
      const intent = this.intents.find((one) => this.file.name(one.entries.get('S')) === 'GTS_PDFA1');
      const profile = this.file.stream(intent?.entries.get('DestOutputProfile'));
      this.knownOutputSpace = (profile && profileOf(this.file, profile)?.space) ?? null;
    }
    return this.knownOutputSpace ?? undefined;
  }
}

const MAX_UNREADABLE = 100;

interface Profile {
  /** Signatures of ICC.1, four letters each. */
  readonly kind: string;
  readonly space: string;
  readonly major: number;
}

/** The header of an ICC profile; undefined for other data. */
export function profileOf(file: PdfFile, stream: PdfStream): Profile | undefined {
  const bytes = file.decoded(stream);
  if (bytes.length < 128 || latin1(bytes.subarray(36, 40)) !== 'acsp') return undefined;
  return {
    kind: latin1(bytes.subarray(12, 16)),
    space: latin1(bytes.subarray(16, 20)),
    major: bytes[8] ?? 0,
  };
}

type Pending = readonly [value: PdfObject, key: string, above: string];

function* everything(file: PdfFile): Iterable<Found> {
  const visited = new Set<PdfObject>();
  const pending: Pending[] = [...file.trailer].map(([key, value]) => [value, key, 'trailer']);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [value, key, above] = next;
    const object = readable(file, value);
    if (object === null || typeof object !== 'object' || visited.has(object)) continue;
    visited.add(object);
    if (Array.isArray(object))
      for (const item of object as readonly PdfObject[]) pending.push([item, key, above]);
    const stream = object instanceof PdfStream ? object : undefined;
    const dict = stream?.dict ?? object;
    if (!(dict instanceof PdfDict)) continue;
    yield { dict, stream, key, above };
    for (const [name, inner] of dict.entries) pending.push([inner, name, key]);
  }
}

/** A reference to an unreadable object leads nowhere; the object itself is reported. */
function readable(file: PdfFile, value: PdfObject): PdfObject {
  if (!(value instanceof PdfRef)) return value;
  try {
    return file.resolve(value);
  } catch (error) {
    if (error instanceof PdfBroken) return null;
    throw error;
  }
}
