import type { Addressing } from '../vocabulary/addressing.ts';
import type { DocumentFacts } from '../vocabulary/document-facts.ts';
import type { Finding, NonEmpty } from './finding.ts';

/** A file inside of the one that was handed in. */
export interface EmbeddedFile {
  readonly filename: string;
  /** 64 lowercase hex. */
  readonly sha256: string;
  readonly size: number;
}

/** What came of reading a finished file. */
export type FileReading =
  | {
      readonly reading: 'read';
      readonly facts: DocumentFacts;
      readonly addressing: Addressing;
      /** The XML, where the file is a PDF that it was taken out of. */
      readonly embedded?: EmbeddedFile;
    }
  /** It cannot be read (`EI-XML-DTD`, `EI-XML-SYNTAX`, `EI-PDF-1`), or it is no invoice (`EI-XML-TYPE`, `EI-PDF-9`). */
  | { readonly reading: 'refused'; readonly findings: NonEmpty<Finding> }
  /** The reader failed; worth another try. */
  | { readonly reading: 'not_run'; readonly reason: string };
