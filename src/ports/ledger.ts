import type { StoredEvent } from '../domain/lifecycle/status-event.ts';
import type { AuditEntry } from './audit-log.ts';
import type { SealedFile } from './content-store.ts';

/**
 * What is kept of invoices, whichever way they go, with their events, outbox, care rows and audit rows. Every write is all or
 * nothing: an invoice's state, its events and their outbox entries are never seen apart, so sequences have no gaps. Errors of the
 * database arrive as CallFailed `busy` (worth repeating) or `internal`-worthy plain errors.
 */
export interface Ledger<R> {
  find(id: string): Promise<R | undefined>;

  /**
   * Replaces the record, appends events (also to the outbox) and audit rows, together or not at all.
   * @returns `conflict` when the version has moved on, or when `lease` is given and is no longer the invoice's: nothing
   * was written.
   */
  commit(change: Change<R>): Promise<'committed' | 'conflict'>;
}

export interface Change<R> {
  /**
   * The whole new record; its `version` is the one read plus 1. Its `lease` is not written, so that a renewal is never
   * undone; only null, given together with `lease` below, hands the invoice back in the same write. A commit under a lease has counted
   * those who held it before: `holders` begins at 1 again.
   */
  readonly record: R;
  readonly events: readonly StoredEvent[];
  readonly audit: readonly AuditEntry[];
  /** As with the intake. */
  readonly files: readonly SealedFile[];
  /** The worker's lease token; left out by callers that hold none (cancel). */
  readonly lease?: string;
}
