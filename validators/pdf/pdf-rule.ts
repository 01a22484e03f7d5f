import type { XmlElement } from '../../src/domain/documents/xml-element.ts';
import type { Severity } from '../../src/domain/findings/finding.ts';
import type { Layer } from '../../src/domain/findings/layer.ts';
import type { HybridPdf } from './hybrid-pdf.ts';

/** For whom a PDF is checked, which decides how heavy its faults weigh. */
export interface PdfCheck {
  readonly check: 'pdf';
  /** Small faults of a PDF that was handed in are warnings. */
  readonly isLenient: boolean;
  /** Made by this service: its faults are ours, and none is small. */
  readonly isBuiltHere: boolean;
}

/** A hybrid PDF as the rules see it. */
export interface JudgedPdf {
  readonly pdf: HybridPdf;
  /** Of the invoice in it. */
  readonly root: XmlElement;
  readonly asked: PdfCheck;
  /** What the layers before said of the invoice in it. */
  readonly layers: readonly Layer[];
}

/** A row of the checklist; its number makes its code: `EI-PDF-9`. */
export interface PdfRule {
  readonly number: number;
  readonly breaches: (judged: JudgedPdf) => readonly PdfBreach[];
}

export interface PdfBreach {
  readonly message: string;
  /** Where it is not the one of the rule. */
  readonly severity?: Severity;
  readonly related?: readonly { readonly code: string; readonly source: string }[];
}

export const breach = (message: string): PdfBreach => ({ message });
