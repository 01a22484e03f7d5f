import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { InvoiceSummary } from '../vocabulary/invoice-summary.ts';
import type { Addressing } from '../vocabulary/addressing.ts';
import type { DocumentFacts } from '../vocabulary/document-facts.ts';
import type { RoutedPurchase } from '../vocabulary/stated-sale.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';

/** A file inside of the submitted one. */
export interface EmbeddedFile {
  readonly filename: string;
  /** 64 lowercase hex. */
  readonly sha256: string;
  readonly size: number;
}

/** The result of reading a finished file. */
export type FileReading =
  | {
      readonly reading: 'read';
      readonly facts: DocumentFacts;
      readonly addressing: Addressing;
      readonly summary: InvoiceSummary;
      /** What looks wrong in it although every rule may pass. */
      readonly doubts?: NonEmpty<Finding>;
      /** What its buyer reports to the tax administration. */
      readonly purchase?: RoutedPurchase;
      /** The XML, if the file is a PDF that contains it. */
      readonly embedded?: EmbeddedFile;
    }
  /** It is unreadable (`EI-XML-DTD`, `EI-XML-SYNTAX`, `EI-PDF-1`), or it is no invoice (`EI-XML-TYPE`, `EI-PDF-9`). */
  | { readonly reading: 'refused'; readonly findings: NonEmpty<Finding> }
  /** The reader failed; another try may succeed. */
  | { readonly reading: 'not_run'; readonly reason: Text };
