/** The objects of a PDF (ISO 32000-1, 7.3). Numbers, booleans and null are those of JavaScript. */
export type PdfObject =
  null | boolean | number | PdfName | PdfString | PdfRef | PdfDict | PdfStream | readonly PdfObject[];

/** `/Type` is the name `Type`; bytes beyond ASCII are read as Latin-1. */
export class PdfName {
  constructor(readonly text: string) {}
}

export class PdfString {
  constructor(readonly bytes: Uint8Array) {}

  /** UTF-16 or UTF-8 with a byte order mark; otherwise UTF-8 if it is valid, else Latin-1, which agrees with PDFDocEncoding on letters. */
  get text(): string {
    const [first, second, third] = this.bytes;
    if (first === 0xfe && second === 0xff) return bigEndian(this.bytes.subarray(2));
    if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(this.bytes.subarray(2));
    if (first === 0xef && second === 0xbb && third === 0xbf)
      return new TextDecoder().decode(this.bytes.subarray(3));
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(this.bytes);
    } catch {
      return latin1(this.bytes);
    }
  }
}

export class PdfRef {
  constructor(
    readonly number: number,
    readonly generation: number,
  ) {}
}

export class PdfDict {
  /**
   * @param entries of keys that stand twice the last.
   * @param repeated keys that stand twice: readers differ in the value that they take.
   */
  constructor(
    readonly entries: ReadonlyMap<string, PdfObject>,
    readonly repeated: ReadonlySet<string> = NONE,
  ) {}
}

const NONE: ReadonlySet<string> = new Set();

export class PdfStream {
  constructor(
    readonly dict: PdfDict,
    /** As in the file, before its filters. */
    readonly raw: Uint8Array,
  ) {}
}

export const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** An odd byte at the end is ignored. */
export const bigEndian = (bytes: Uint8Array): string => new TextDecoder('utf-16be').decode(bytes);
