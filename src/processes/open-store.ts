import { SqliteJobRepository } from '../adapters/agenda/sqlite-job-repository.ts';
import type { StoppableJobRepository } from '../adapters/agenda/asked-job.ts';
import { openSqlite } from '../adapters/sqlite/open-sqlite.ts';
import { SqliteAuditLog } from '../adapters/sqlite/sqlite-audit-log.ts';
import { SqliteIdempotencyStore } from '../adapters/sqlite/sqlite-idempotency-store.ts';
import { SqliteInvoiceStore } from '../adapters/sqlite/sqlite-invoice-store.ts';
import { SqliteKeyStore } from '../adapters/sqlite/sqlite-key-store.ts';
import { SqliteRateCounters } from '../adapters/sqlite/sqlite-rate-counters.ts';
import { SqliteSealedRows } from '../adapters/sqlite/sqlite-sealed-rows.ts';
import { SqliteStoreClock } from '../adapters/sqlite/sqlite-store-clock.ts';
import type { AuditLog } from '../ports/audit-log.ts';
import type { IdempotencyStore } from '../ports/idempotency-store.ts';
import type { InvoiceStore } from '../ports/invoice-store.ts';
import type { KeyStore } from '../ports/key-store.ts';
import type { RateCounters } from '../ports/rate-counters.ts';
import type { SealedRows } from '../ports/sealed-rows.ts';
import type { StoreClock } from '../ports/store-clock.ts';
import type { Settings } from './settings.ts';

/** Everything that is kept, on one connection. */
export interface OpenStore {
  readonly invoices: InvoiceStore;
  readonly keys: KeyStore;
  readonly idempotency: IdempotencyStore;
  readonly rateCounters: RateCounters;
  readonly audit: AuditLog;
  readonly sealedRows: SealedRows;
  readonly clock: StoreClock;
  /** Where Agenda keeps its jobs. @param offsetMs service time minus real time. */
  readonly jobs: (offsetMs: () => number) => StoppableJobRepository;
  readonly close: () => Promise<void>;
}

/** @throws StoreRefused, one sentence for whoever starts the process. */
export function openStore({
  store,
  environment,
}: Pick<Settings, 'store' | 'environment'>): Promise<OpenStore> {
  switch (store.kind) {
    case 'sqlite':
      return Promise.resolve(openSqliteStore(store.path, environment));
    case 'mongodb':
      return openMongoStore(store.url, environment);
  }
}

function openSqliteStore(path: string, environment: Settings['environment']): OpenStore {
  const sqlite = openSqlite(path, environment);
  return {
    invoices: new SqliteInvoiceStore(sqlite),
    keys: new SqliteKeyStore(sqlite),
    idempotency: new SqliteIdempotencyStore(sqlite),
    rateCounters: new SqliteRateCounters(sqlite),
    audit: new SqliteAuditLog(sqlite),
    sealedRows: new SqliteSealedRows(sqlite),
    clock: new SqliteStoreClock(sqlite),
    jobs: (offsetMs) => new SqliteJobRepository(sqlite, offsetMs),
    close: () => Promise.resolve(sqlite.close()),
  };
}

function openMongoStore(_url: string, _environment: Settings['environment']): Promise<OpenStore> {
  throw new Error('to be wired');
}
