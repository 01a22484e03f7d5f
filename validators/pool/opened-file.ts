import { saysPdf } from '../vocabulary/pdf-header.ts';
import type { Finding, NonEmpty } from '../vocabulary/finding.ts';
import type { Vocabulary } from '../engine/xml/vocabulary.ts';
import type { Outcome } from '../vocabulary/layer.ts';
import { checkPdf } from '../pdf/check-pdf.ts';
import { type HybridPdf, openPdf } from '../pdf/hybrid-pdf.ts';
import { CheckedFile } from './checked-file.ts';

/** A file of XML, or a PDF with the XML in it. */
export type OpenedFile =
  | {
      readonly xml: CheckedFile;
      readonly pdf?: HybridPdf;
      readonly checkPdf?: (check: Omit<Parameters<typeof checkPdf>[0], 'pdf'>) => Outcome;
    }
  /** No invoice can be extracted from the PDF. */
  | { readonly refused: NonEmpty<Finding> };

/** @param trusted see `CheckedFile`. */
export function openFile(bytes: Uint8Array, vocabulary: Vocabulary, trusted = false): OpenedFile {
  if (!saysPdf(bytes)) return { xml: new CheckedFile(bytes, vocabulary, trusted) };
  const opened = openPdf(bytes);
  if (!opened.opened) return { refused: opened.findings };
  const { pdf } = opened;
  return {
    xml: new CheckedFile(pdf.xml, vocabulary, trusted),
    pdf,
    checkPdf: (check) => checkPdf({ pdf, ...check }),
  };
}
