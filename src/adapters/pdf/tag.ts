import type { PdfFile } from './pdf-file.ts';

/** An element of the structure for screen readers. */
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

  /** It must end before its parent. */
  child(type: string, options: Attributes = {}): Tag {
    const { colSpan, ...others } = options;
    const element = this.file.doc.struct(type, others as PDFKit.Mixins.StructureElementOptions);
    if (colSpan !== undefined)
      (element as unknown as Inside).dictionary.data['A'] = { O: 'Table', ColSpan: colSpan };
    this.element.add(element);
    return new Tag(this.file, type, element);
  }

  /** Content that is drawn inside belongs to it; on one sheet. */
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

interface Attributes {
  readonly lang?: string;
  readonly alt?: string;
  readonly scope?: 'Column' | 'Row';
  /** Left, upper, right, lower edge. */
  readonly bbox?: readonly [number, number, number, number];
  readonly colSpan?: number;
}

/** The element's own dictionary, for attributes without an option in pdfkit. */
interface Inside {
  readonly dictionary: { readonly data: Record<string, unknown> };
}

/** Marks drawing that is not content: lines, backgrounds, repeated heads and feet. */
export function artifact(file: PdfFile, type: 'Layout' | 'Pagination', draw: () => void): void {
  file.doc.markContent('Artifact', { type });
  draw();
  file.doc.endMarkedContent();
}
