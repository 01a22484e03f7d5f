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

/** What changes sent invoices: a ledger, and what only they have. */
export interface InvoiceWrites extends Ledger<InvoiceRecord>, DueWork<InvoiceRecord>, Removal {
  /**
   * Takes an invoice in, once. Another invoice of the same client and fingerprint whose state still holds its document
   * wins, also when both arrive at one instant in two processes: then nothing is stored and the holder is returned.
   * Repeating the call with the same `record.intakeKey` after a crash returns the invoice that the first try made.
   * @param intake version 1, state `queued`, its first events, sequence from 1.
   * @returns with the id of `intake.record` exactly when it was this record that was taken in.
   */
  takeIn(intake: Intake): Promise<Taken>;

  /** As `lease`, of one that is queued for its route, due or not. */
  leaseQueued(id: string, lease: Lease, now: Date): Promise<InvoiceRecord | undefined>;

  /**
   * Brings events and audit rows that were written with their invoice to where they are read in one order, in a store that
   * keeps them apart, and removes content that no invoice has named for long (`ORPHANED_MS`). Safe at any time and from any
   * number of processes.
   */
  tidyUp(): Promise<void>;
}

export interface InvoiceStore extends InvoiceReads, InvoiceWrites {}

export interface Intake {
  readonly record: InvoiceRecord;
  readonly events: readonly StoredEvent[];
  readonly audit: readonly AuditEntry[];
  /** Of the record's client; on the store before anybody can see the record that names them. */
  readonly files: readonly SealedFile[];
  /** What the caller will be told of `record`; kept under the claim if it is this record that is taken in. */
  readonly answer?: ClaimedAnswer;
}

export interface ClaimedAnswer {
  readonly claim: HeldClaim;
  readonly answer: KeptAnswer;
}

export type Taken =
  | { readonly taken: true; readonly invoice: InvoiceRecord }
  | { readonly taken: false; readonly holder: InvoiceRecord };

export type InvoiceChange = Change<InvoiceRecord>;
