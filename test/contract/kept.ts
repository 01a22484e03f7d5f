import type { AuditLog } from '../../src/ports/audit-log.ts';
import type { IdempotencyStore } from '../../src/ports/idempotency-store.ts';
import type { InvoiceStore } from '../../src/ports/invoice-store.ts';
import type { KeyStore } from '../../src/ports/key-store.ts';
import type { RateCounters } from '../../src/ports/rate-counters.ts';
import type { SealedRows } from '../../src/ports/sealed-rows.ts';
import type { StoreClock } from '../../src/ports/store-clock.ts';

/** Every stored port, on one store. */
export interface Stores {
  readonly invoices: InvoiceStore;
  readonly keys: KeyStore;
  readonly idempotency: IdempotencyStore;
  readonly rates: RateCounters;
  readonly audit: AuditLog;
  readonly sealed: SealedRows;
  readonly clock: StoreClock;
}

/** An empty store, opened for one test. */
export interface Kept extends Stores {
  /** The same store through a second connection, as another process sees it. */
  readonly other: Stores;
  /** Where other processes find it; undefined when there is nothing to share. */
  readonly url?: string;
  close(): Promise<void>;
}

export type Open = () => Promise<Kept>;
