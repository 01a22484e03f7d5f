import { deflateSync } from 'node:zlib';

interface DraftObject {
  /** The text between `obj` and `endobj`; for a stream, its dictionary without `/Length`. */
  readonly text: string;
  readonly stream?: Uint8Array;
  /** Written instead of the true length. */
  readonly length?: string;
}

/** A PDF before it is written: objects by number as text, so that a test can change one word of it. */
export class PdfDraft {
  header = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  /** The entries of the trailer, without `/Size`. */
  trailer = '';
  footer = '%%EOF\n';
  readonly objects: Map<number, DraftObject>;

  constructor(objects: ReadonlyMap<number, DraftObject> = new Map()) {
    this.objects = new Map(objects);
  }

  copy(): PdfDraft {
    const copy = new PdfDraft(this.objects);
    copy.header = this.header;
    copy.trailer = this.trailer;
    copy.footer = this.footer;
    return copy;
  }

  put(number: number, text: string, stream?: Uint8Array | string, deflate = false): this {
    const bytes = typeof stream === 'string' ? Buffer.from(stream, 'latin1') : stream;
    const written = bytes && deflate ? deflateSync(bytes) : bytes;
    const said = deflate ? text.replace(/>>$/, ' /Filter /FlateDecode >>') : text;
    this.objects.set(number, { text: said, ...(written && { stream: written }) });
    return this;
  }

  /** @throws Error if the text to change is missing: the file would lack the fault. */
  edit(number: number, from: string | RegExp, to: string): this {
    const object = this.objects.get(number);
    const text = object?.text.replace(from, to);
    if (!object || text === object.text) throw new Error(`object ${number} has no ${from}`);
    this.objects.set(number, { ...object, text: text! });
    return this;
  }

  editStream(number: number, change: (text: string) => string): this {
    const object = this.objects.get(number);
    const before = Buffer.from(object?.stream ?? []).toString('latin1');
    const after = change(before);
    if (!object || after === before) throw new Error(`the stream ${number} is as before`);
    this.objects.set(number, { ...object, stream: Buffer.from(after, 'latin1') });
    return this;
  }

  lengthOf(number: number, length: string): this {
    this.objects.set(number, { ...this.objects.get(number)!, length });
    return this;
  }

  next(): number {
    return Math.max(0, ...this.objects.keys()) + 1;
  }

  build(): Buffer {
    const parts: Buffer[] = [Buffer.from(this.header, 'latin1')];
    let at = parts[0]!.length;
    const offsets = new Map<number, number>();
    for (const [number, object] of [...this.objects].toSorted(([a], [b]) => a - b)) {
      offsets.set(number, at);
      const written = writeObject(number, object);
      parts.push(written);
      at += written.length;
    }
    const size = this.next();
    const rows = Array.from({ length: size }, (_, number) => entryAt(offsets.get(number)));
    const table = `xref\n0 ${size}\n${rows.join('')}trailer\n<< /Size ${size} ${this.trailer} >>\nstartxref\n${at}\n`;
    return Buffer.concat([...parts, Buffer.from(table + this.footer, 'latin1')]);
  }
}

const entryAt = (offset: number | undefined): string =>
  offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;

export function writeObject(number: number, { text, stream, length }: DraftObject): Buffer {
  if (!stream) return Buffer.from(`${number} 0 obj\n${text}\nendobj\n`, 'latin1');
  const dict = text.replace(/>>$/, ` /Length ${length ?? stream.length} >>`);
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n${dict}\nstream\n`, 'latin1'),
    stream,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ]);
}
