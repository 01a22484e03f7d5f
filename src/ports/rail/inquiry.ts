import type { Letter } from '../../domain/mail/letter.ts';
import type { Addressing } from '../../domain/vocabulary/addressing.ts';
import type { DocumentFacts } from '../../domain/vocabulary/document-facts.ts';
import type { OpenedCredential } from './opened-credential.ts';

/** A document as it is sent, with the data that were read from it. */
export interface DocumentInTransit {
  readonly bytes: Uint8Array;
  readonly facts: DocumentFacts;
  readonly addressing: Addressing;
  /** The receiver found in the network; without a look-up the document's own. */
  readonly receiver?: string;
}

/** A question to a route about a submission. */
export interface Inquiry {
  readonly client: string;
  /** BT-1. */
  readonly invoiceNumber?: string;
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate?: string;
  /** Of the bytes that go to the route: 64 lowercase hex. */
  readonly documentSha256: string;
  /** Its identity, the same for every try of one submission. */
  readonly submissionId: string;
  readonly startedAt: Date;
  /** When a call that may have left the document with the route was marked last. */
  readonly calledAt?: Date;
  /** The route's own name for it, if the route has given one. */
  readonly reference?: string;
  /** The rail's data of its last answer. */
  readonly resumeToken?: string;
  /** Present if the buyer has got the page before the route: the document is declared as such. */
  readonly offline?: {
    /** SHA-256 of the refused document that this one replaces. */
    readonly replaces?: string;
  };
  /** Of a sale whose report the platform derives: how the route is told so. */
  readonly processingRule?: string;
  /** The last known one. */
  readonly legalId: string | null;
  /** An earlier try may have arrived: a duplicate may be our own. */
  readonly isResend: boolean;
  readonly credential: OpenedCredential;
  /** The document itself, read on demand: most questions need references only. */
  document(): Promise<DocumentInTransit>;
  /** Takes a permit for one more call to the route within this question; without one the rail answers `later`. */
  acquirePermit(): Promise<boolean>;
}

/** A checked document to be sent. */
export interface Consignment extends Inquiry, DocumentInTransit {
  /** Of a document that is mailed. */
  readonly letter?: Letter;
  /**
   * Called right before the first byte of the document leaves.
   * @throws LeaseLost if another process may have taken the invoice over: then it must not leave.
   */
  readonly beginDocument?: () => void;
}
