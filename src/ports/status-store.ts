import type { OutgoingStatus } from '../domain/statuses/outgoing-status.ts';
import type { Route } from '../domain/vocabulary/route.ts';
import type { AuditEntry } from './audit-log.ts';
import type { DueWork } from './due-work.ts';
import type { Ledger } from './ledger.ts';

/** Statuses that clients send about invoices: work like any other. A commit is on disk when it resolves. */
export interface StatusStore extends Ledger<OutgoingStatus>, DueWork<OutgoingStatus> {
  /** Adds it together with its audit row, unless its id exists. @returns the stored one. */
  takeIn(status: OutgoingStatus, audit: AuditEntry): Promise<OutgoingStatus>;
  /** Of one invoice, in any order. */
  ofInvoice(invoiceId: string): Promise<readonly OutgoingStatus[]>;
  /** The status whose present submission has this id. */
  ofSubmission(query: SubmissionQuery): Promise<OutgoingStatus | undefined>;
  /**
   * Over all invoices, in the order of their ids: at most `limit` that have not ended.
   * @param after leaves out ids up to this one.
   */
  open(after: string, limit: number): Promise<readonly OutgoingStatus[]>;
  /** Removes ended ones whose last change is older, at most `limit`. @returns how many. */
  forget(before: Date, limit: number): Promise<number>;
}

export interface SubmissionQuery {
  readonly client: string;
  readonly route: Route;
  readonly submissionId: string;
}
