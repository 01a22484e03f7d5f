import type { OpenedCredential } from './opened-credential.ts';
import type { RailAnswer } from './rail-answer.ts';

/** Fetches the received invoices of a client from a network. */
export interface Receiving {
  /** The network is asked no more often. */
  readonly everyMs: number;
  /**
   * The network's name of a legal entity as a recipient; undefined if the network has none. If absent, the credential is for one recipient.
   */
  recipientOf?(legalEntity: string): string | undefined;
  /** Whether the network also lists the invoices that name a company as a third party. */
  readonly hasThirdParties?: boolean;
  /** The credential's invoices come in the list of its messages: they are taken in with them. */
  comesWithMessages?(credential: OpenedCredential): boolean;
  /** The credential's messages are also about invoices that came: cancelled, rejected, paid. */
  readonly hasMessages?: true;
  /** Oldest first. @returns undefined if the credential has no source of invoices. */
  fetch(collection: Collection): Promise<CollectedPage | RailAnswer | undefined>;
}

export interface Collection {
  readonly credential: OpenedCredential;
  /** As `recipientOf` gives it. */
  readonly recipient?: string;
  /** The invoices that name the recipient as a third party, instead of those that it has to pay. */
  readonly isThirdParty?: boolean;
  readonly now: Date;
  /** The cursor after the documents that were taken in; null at the beginning. */
  readonly after: string | null;
  /** Whether a document is stored already: it is not fetched again. */
  isKnown(railId: string): Promise<boolean>;
  /** Stores a document now: of a source that gives more at once than memory holds. */
  take(document: CollectedDocument): Promise<void>;
}

export interface CollectedPage {
  readonly documents: readonly CollectedDocument[];
  /** The cursor after these; left out while an earlier document is still to be fetched. */
  readonly next?: string;
  /** There is no more for now. */
  readonly isLast: boolean;
  /** Documents before the cursor that a later page has; or the end of the list, because the network is left alone for now. */
  readonly missing?: 'documents' | 'end';
  /** Why a document could not be fetched. */
  readonly failure?: RailAnswer;
  /** The network prepares the next documents: it is asked again after this time instead of `everyMs`. */
  readonly againMs?: number;
}

export interface CollectedDocument {
  /** The route's own id of the document: 1 to 200 characters of `A-Za-z0-9._:/@+=#-`. */
  readonly railId: string;
  /** As the route delivered it. */
  readonly bytes: Uint8Array;
}
