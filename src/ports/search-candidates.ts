import type { InvoiceRecord, LedgerRecord } from '../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../domain/lifecycle/received-record.ts';

/** A search in a ledger that finds at least what matches; its caller opens the summaries and decides. */
export interface SearchCandidates {
  /** Newest first; without content. */
  candidates(query: CandidateQuery): Promise<readonly Candidate[]>;
}

export interface CandidateQuery {
  readonly client?: string | undefined;
  /** `YYYY-MM-DD`, UTC days received, inclusive. */
  readonly receivedFrom?: string;
  readonly receivedTo?: string;
  /** Case-insensitive part of a reference or of the number. */
  readonly text: string;
  /** Also found: records whose `searchWords` have, for each term of one of these ways, one of its words. */
  readonly ways: readonly (readonly (readonly string[])[])[];
  /** Also found, with `client`: the record that has this name at a network. */
  readonly networkNumber: string;
  /** Only what comes after it in the list. */
  readonly after?: Pick<InvoiceRecord, 'createdAt' | 'id'> | undefined;
  readonly limit: number;
}

/** What a row of the list shows. */
export interface Candidate
  extends
    Pick<LedgerRecord<string>, 'id' | 'client' | 'route' | 'state' | 'createdAt'>,
    Pick<ReceivedRecord, 'answerState' | 'answerStatus' | 'answerBar' | 'presentStatus'> {
  readonly invoiceRef: string;
  /** Of an invoice that was sent. */
  readonly alsoSentAs?: readonly string[];
  readonly invoiceNumber?: string;
  readonly networkNumber?: string;
  /** Of an invoice that was sent: the hashes by which its list finds it. */
  readonly buyerWords?: readonly string[];
  /** The buyer's last answer, of an invoice that was sent. */
  readonly buyerStatus?: string;
  /** Of a document that lies ready, as on its record. */
  readonly toFetchSince?: Date;
  readonly fetchedAt?: Date;
  readonly mailedAt?: Date;
  readonly sealedSummary?: string;
}

/** The order of the list. */
export const newestFirst = (
  one: Pick<Candidate, 'createdAt' | 'id'>,
  other: Pick<Candidate, 'createdAt' | 'id'>,
): number => Number(other.createdAt) - Number(one.createdAt) || (one.id < other.id ? 1 : -1);
