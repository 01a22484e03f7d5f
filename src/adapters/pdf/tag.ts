import type { PdfFile } from './pdf-file.ts';

/** An element of the structure that a screen reader follows. */
export class Tag {
  constructor(
    private readonly file: PdfFile,
    private readonly type: string,
    private readonly element: PDFKit.PDFStructureElement,
  ) {}

  static root(file: PdfFile): Tag {
    const element = file.doc.struct('Document');
    file.doc.addStructure(element);
    return new Tag(file, 'Document', element);
  }

  /** It has to be ended before the one that it is in. */
  child(type: string, options: Attributes = {}): Tag {
    const { colSpan, ...others } = options;
    const element = this.file.doc.struct(type, others as PDFKit.Mixins.StructureElementOptions);
    if (colSpan !== undefined)
      (element as unknown as Inside).dictionary.data['A'] = { O: 'Table', ColSpan: colSpan };
    this.element.add(element);
    return new Tag(this.file, type, element);
  }

  /** What is drawn belongs to it; on one sheet. */
  content(draw: () => void): void {
    const { doc } = this.file;
    const content = doc.markStructureContent(this.type);
    draw();
    doc.endMarkedContent();
    this.element.add(content);
  }

  end(): void {
    this.element.end();
  }

  /** A child of its own for one piece of content. */
  leaf(type: string, draw: () => void, options: Attributes = {}): void {
    const child = this.child(type, options);
    child.content(draw);
    child.end();
  }
}

export interface Attributes {
  readonly lang?: string;
  readonly alt?: string;
  readonly scope?: 'Column' | 'Row';
  /** Left, upper, right, lower edge. */
  readonly bbox?: readonly [number, number, number, number];
  readonly colSpan?: number;
}

/** The element's own dictionary, for attributes that pdfkit has no option for. */
interface Inside {
  readonly dictionary: { readonly data: Record<string, unknown> };
}

/** What is drawn is no content: lines, grounds, what is repeated on each sheet. */
export function artifact(file: PdfFile, type: 'Layout' | 'Pagination', draw: () => void): void {
  file.doc.markContent('Artifact', { type });
  draw();
  file.doc.endMarkedContent();
}
