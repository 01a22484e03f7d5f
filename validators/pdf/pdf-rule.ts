import type { Message } from '../vocabulary/message.ts';
import type { XmlElement } from '../vocabulary/xml-element.ts';
import type { Severity } from '../vocabulary/finding.ts';
import type { Layer } from '../vocabulary/layer.ts';
import type { HybridPdf } from './hybrid-pdf.ts';

/** The circumstances of a check, which decide the severity of faults. */
export interface PdfCheck {
  readonly check: 'pdf';
  /** Small faults of a submitted PDF are warnings. */
  readonly isLenient: boolean;
  /** Made by this service: its faults are ours, and none is small. */
  readonly isBuiltHere: boolean;
}

/** A hybrid PDF for the rules. */
export interface CheckedPdf {
  readonly pdf: HybridPdf;
  /** Of the invoice in it. */
  readonly root: XmlElement;
  readonly check: PdfCheck;
  /** The results of the earlier layers on its invoice. */
  readonly layers: readonly Layer[];
}

/** A row of the checklist; its number makes its code: `EI-PDF-9`. */
export interface PdfRule {
  readonly number: number;
  readonly breaches: (checked: CheckedPdf) => readonly PdfBreach[];
}

export interface PdfBreach {
  readonly message: Message;
  /** If it differs from the rule's. */
  readonly severity?: Severity;
  readonly related?: readonly { readonly code: string; readonly source: string }[];
}

export const breach = (message: Message): PdfBreach => ({ message });
