import type { InvoiceRecord } from '../domain/lifecycle/invoice-record.ts';
import type { Lease } from '../domain/lifecycle/work-record.ts';
import type { StoredEvent } from '../domain/lifecycle/status-event.ts';
import type { AuditEntry } from './audit-log.ts';
import type { SealedFile } from './content-store.ts';
import type { DueWork } from './due-work.ts';
import type { HeldClaim, KeptAnswer } from './idempotency-store.ts';
import type { InvoiceReads } from './invoice-reads.ts';
import type { Change, Ledger } from './ledger.ts';
import type { Removal } from './removal.ts';

/** Writes of sent invoices: a ledger, and the operations that only they have. */
interface InvoiceWrites extends Ledger<InvoiceRecord>, DueWork<InvoiceRecord>, Removal {
  /**
   * Takes an invoice in, once. Another invoice of the same client and fingerprint whose state still holds its document wins, also if both
   * arrive at one instant in two processes: then nothing is stored and the holder is returned. Repeating the call with the same
   * `record.intakeKey` after a crash returns the invoice that the first try made.
   * @param intake version 1, state `queued`, its first events, sequence from 1. Records with one `intakeKey` have one id, and others another.
   */
  takeIn(intake: Intake): Promise<Taken>;

  /** As `lease`, for an invoice that is queued for its route, due or not. */
  leaseQueued(id: string, lease: Lease, now: Date): Promise<InvoiceRecord | undefined>;

  /**
   * Moves events and audit rows that were written with their invoice into the common order, in a store that keeps them apart, and removes
   * content that no invoice has named for long (`ORPHANED_MS`). Safe at any time and from any number of processes.
   */
  tidyUp(): Promise<void>;
}

export interface InvoiceStore extends InvoiceReads, InvoiceWrites {}

export interface Intake {
  readonly record: InvoiceRecord;
  readonly events: readonly StoredEvent[];
  readonly audit: readonly AuditEntry[];
  /** Of the record's client; stored before the record that names them is visible. */
  readonly files: readonly SealedFile[];
  /** The caller's answer about `record`; kept under the claim if this record is taken in. */
  readonly answer?: ClaimedAnswer;
}

export interface ClaimedAnswer {
  readonly claim: HeldClaim;
  readonly answer: KeptAnswer;
}

export type Taken =
  /** `isNew`: this call has stored it, and not an earlier try. */
  | { readonly taken: true; readonly invoice: InvoiceRecord; readonly isNew: boolean }
  | { readonly taken: false; readonly holder: InvoiceRecord };

export type InvoiceChange = Change<InvoiceRecord>;
