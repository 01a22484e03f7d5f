import type { StoredEvent } from '../domain/lifecycle/status-event.ts';
import type { AuditEntry } from './audit-log.ts';
import type { SealedFile } from './content-store.ts';

/**
 * The records of invoices, sent or received, with their events, outbox, care rows and audit rows. Every write is all or nothing: an
 * invoice's state, its events and their outbox entries are never seen apart, so sequences have no gaps. Errors of the database become
 * CallFailed `busy` (worth repeating) or plain errors for `internal`.
 */
export interface Ledger<R> {
  find(id: string): Promise<R | undefined>;

  /**
   * Replaces the record, appends events (also to the outbox) and audit rows, together or not at all.
   * @returns `conflict` if the version has moved on, or if `lease` is given and is not the invoice's present lease: nothing was written.
   */
  commit(change: Change<R>): Promise<'committed' | 'conflict'>;
}

export interface Change<R> {
  /**
   * The whole new record; its `version` is the one that was read plus 1. Its `lease` is not written, so that no renewal is undone; only
   * null, together with `lease` below, releases the invoice in the same write. A commit under a lease counts its earlier holders as done:
   * `holders` begins at 1 again.
   */
  readonly record: R;
  readonly events: readonly StoredEvent[];
  readonly audit: readonly AuditEntry[];
  /** As at the intake. */
  readonly files: readonly SealedFile[];
  /** The worker's lease token; left out by callers without one (cancel). */
  readonly lease?: string;
}
