import { createHash } from 'node:crypto';
import PDFDocument from 'pdfkit';
import { runsOf } from './fonts.ts';
import type { AttachedFile } from '../../ports/printer.ts';
import { type FileFacts, metadata } from './metadata.ts';
import type { Style } from './wrap.ts';

/** A file inside a PDF. */
export interface Attachment extends AttachedFile {
  readonly description: string;
  /** `Alternative`: the page shows the same. */
  readonly relationship: 'Alternative' | 'Supplement';
}

/** Members of pdfkit that its types do not have. Its release 0.20.2 is pinned. */
interface Inside {
  _addInfo(): void;
  _id: Uint8Array;
  readonly _root: { readonly data: Record<string, unknown> };
  readonly _fontFamilies: Readonly<Record<string, { finalize(): void }>>;
  ref(data: object): Reference;
  addNamedEmbeddedFile(name: string, file: Reference): void;
  appendXML(xml: string): void;
}

interface Reference {
  end(content?: Uint8Array): void;
}

/** A4 in points. */
export const SHEET = { width: 595.28, height: 841.89 } as const;

/** A PDF/A-3a and PDF/UA-1 file while it is written. The same calls give the same bytes. */
export class PdfFile {
  readonly doc: PDFKit.PDFDocument;
  private readonly inside: Inside;
  private readonly bytes: Promise<Uint8Array>;
  private colour = '';
  private readonly specifications: Reference[] = [];

  constructor(facts: FileFacts) {
    const { title, author, producer, created, language } = facts;
    this.doc = new PDFDocument({
      size: [SHEET.width, SHEET.height],
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      lang: language,
      displayTitle: true,
      autoFirstPage: false,
      bufferPages: true,
      // Set with each text; pdfkit's default would be Helvetica, which is not embedded.
      font: null,
      info: {
        Title: title,
        ...(author !== '' && { Author: author }),
        Producer: producer,
        Creator: producer,
        CreationDate: created,
        ModDate: created,
      },
    } as unknown as PDFKit.PDFDocumentOptions);
    this.inside = this.doc as unknown as Inside;
    // pdfkit writes the same without escaping characters that XML does not allow.
    this.inside._addInfo = () => undefined;
    this.inside.appendXML(metadata(facts));
    this.bytes = collect(this.doc);
  }

  addSheet(): void {
    this.doc.addPage();
    this.colour = '';
  }

  /** @param baseline from the upper edge. */
  text(text: string, x: number, baseline: number, style: Style): void {
    const { doc } = this;
    this.fill(style.colour);
    let at = x;
    for (const { font, text: letters, actual } of runsOf(text, style.face)) {
      doc.font(font.font as unknown as string, font.name as unknown as number).fontSize(style.size);
      if (actual !== undefined) doc.markContent('Span', { actual });
      doc.text(letters, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      if (actual !== undefined) doc.endMarkedContent();
      at += doc.widthOfString(letters);
    }
  }

  fill(colour: string): void {
    if (colour === this.colour) return;
    this.doc.fillColor(colour);
    this.colour = colour;
  }

  /** A new sheet has no fill colour yet. */
  switchTo(sheet: number): void {
    this.doc.switchToPage(sheet);
    this.colour = '';
  }

  get sheets(): number {
    return this.doc.bufferedPageRange().count;
  }

  /** With the used glyphs. No text comes after. */
  embedFonts(): void {
    for (const font of Object.values(this.inside._fontFamilies)) font.finalize();
  }

  /** In the name tree and in the list of associated files, as PDF/A-3 requires (ISO 19005-3, 6.8). */
  attach({ name, description, mediaType, relationship, bytes }: Attachment, modified: Date): void {
    const inside = this.inside;
    const file = inside.ref({
      Type: 'EmbeddedFile',
      Subtype: mediaType.replace('/', '#2F'),
      Params: {
        CreationDate: modified,
        ModDate: modified,
        Size: bytes.length,
        CheckSum: new Uint8Array(createHash('md5').update(bytes).digest()),
      },
    });
    file.end(bytes);
    const specification = inside.ref({
      Type: 'Filespec',
      F: new String(name),
      UF: new String(name),
      Desc: new String(description),
      AFRelationship: relationship,
      EF: { F: file, UF: file },
    });
    specification.end();
    inside.addNamedEmbeddedFile(name, specification);
    this.specifications.push(specification);
    inside._root.data['AF'] = this.specifications;
  }

  /** @param seeds distinguish files with different content. */
  async end(...seeds: readonly (string | Uint8Array)[]): Promise<Uint8Array> {
    const hash = createHash('sha256');
    for (const seed of seeds) hash.update(seed);
    this.inside._id = new Uint8Array(hash.digest()).subarray(0, 16);
    this.doc.end();
    return this.bytes;
  }
}

function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
}
