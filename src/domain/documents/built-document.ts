import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import type { DocumentFacts } from '../vocabulary/document-facts.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';

/** A finished business document, before any envelope of its route. */
export interface BuiltDocument extends DocumentFacts {
  /** The document kind under which it is kept: the format's name. */
  readonly kind: Format;
  readonly mediaType: 'application/xml';
  readonly bytes: Uint8Array;
  /** Present if the XML goes into a PDF, which is made of both. */
  readonly hybrid?: HybridParts;
}

/** What a hybrid PDF is made of besides its XML. */
export interface HybridParts {
  /** A `Page` as JSON, so that it passes between threads in one piece. */
  readonly page: Uint8Array;
  /** Of the XML. */
  readonly fileName: string;
  /** `fx:ConformanceLevel` and `fx:Version`. */
  readonly level: string;
  readonly version: string;
}

/** Larger documents are not checked, so they are not built either. */
export const MAX_DOCUMENT_BYTES = 20_000_000;

export type Built =
  | {
      readonly ok: true;
      readonly document: BuiltDocument;
      /** Members that the document leaves out and may leave out. */
      readonly remarks: readonly Finding[];
    }
  /** The document has no place for a member of the invoice. */
  | { readonly ok: false; readonly findings: NonEmpty<Finding> };
