import type { Sqlite } from '../../src/adapters/sqlite/sqlite.ts';
import { SqliteAuditLog } from '../../src/adapters/sqlite/sqlite-audit-log.ts';
import { SqliteIdempotencyStore } from '../../src/adapters/sqlite/sqlite-idempotency-store.ts';
import { SqliteInvoiceStore } from '../../src/adapters/sqlite/sqlite-invoice-store.ts';
import { SqliteKeyStore } from '../../src/adapters/sqlite/sqlite-key-store.ts';
import { SqliteRateCounters } from '../../src/adapters/sqlite/sqlite-rate-counters.ts';
import { SqliteSealedRows } from '../../src/adapters/sqlite/sqlite-sealed-rows.ts';
import { SqliteStoreClock } from '../../src/adapters/sqlite/sqlite-store-clock.ts';
import type { Stores } from '../contract/kept.ts';

export const sqliteStores = (sqlite: Sqlite): Stores => ({
  invoices: new SqliteInvoiceStore(sqlite),
  keys: new SqliteKeyStore(sqlite),
  idempotency: new SqliteIdempotencyStore(sqlite),
  rates: new SqliteRateCounters(sqlite),
  audit: new SqliteAuditLog(sqlite),
  sealed: new SqliteSealedRows(sqlite),
  clock: new SqliteStoreClock(sqlite),
});
