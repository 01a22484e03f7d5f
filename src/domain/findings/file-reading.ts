import type { Addressing } from '../vocabulary/addressing.ts';
import type { DocumentFacts } from '../vocabulary/document-facts.ts';
import type { Finding, NonEmpty } from './finding.ts';

/** What came of reading a finished file. */
export type FileReading =
  | { readonly reading: 'read'; readonly facts: DocumentFacts; readonly addressing: Addressing }
  /** Nobody can read it (`EI-XML-DTD`, `EI-XML-SYNTAX`), or it is no invoice (`EI-XML-TYPE`). */
  | { readonly reading: 'refused'; readonly findings: NonEmpty<Finding> }
  /** The reader failed; worth another try. */
  | { readonly reading: 'not_run'; readonly reason: string };
