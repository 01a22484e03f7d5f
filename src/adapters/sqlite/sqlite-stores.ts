import { ROWS } from '../../application/stores/rows.ts';
import { smallStores } from '../../application/stores/small-stores.ts';
import { LeasedKeys } from '../../domain/lifecycle/leased-keys.ts';
import type { LeasedRadar } from '../../domain/radar/radar.ts';
import type { Stores } from '../../ports/stores.ts';
import { tableOf } from './record-table.ts';
import { SqliteAuditLog } from './sqlite-audit-log.ts';
import { SqliteCaps } from './sqlite-caps.ts';
import { SqliteClientData } from './sqlite-client-data.ts';
import { SqliteEventFeed } from './sqlite-event-feed.ts';
import { SqliteIdempotencyStore } from './sqlite-idempotency-store.ts';
import { SqliteInvoiceStore } from './sqlite-invoice-store.ts';
import { SqliteRateCounters } from './sqlite-rate-counters.ts';
import { SqliteReceivedStore } from './sqlite-received-store.ts';
import { SqliteReportStore } from './sqlite-report-store.ts';
import { SqliteRows } from './sqlite-rows.ts';
import { SqliteSealedRows } from './sqlite-sealed-rows.ts';
import { SqliteStatusStore } from './sqlite-status-store.ts';
import { SqliteStoreCheck } from './sqlite-store-check.ts';
import { SqliteDeliveryStore } from './sqlite-delivery-store.ts';
import { SqliteWorkTable } from './sqlite-work-table.ts';
import type { Sqlite } from './sqlite.ts';

export function sqliteStores(sqlite: Sqlite): Stores {
  const leasedKeys = new LeasedKeys();
  const { table, fields } = ROWS.radars;
  const radarWork = new SqliteWorkTable<LeasedRadar>(sqlite, tableOf(table, fields), leasedKeys);
  const small = smallStores((name) => new SqliteRows(sqlite, name), radarWork);
  return {
    ...small,
    invoices: new SqliteInvoiceStore(sqlite, leasedKeys),
    eventFeed: new SqliteEventFeed(sqlite),
    received: new SqliteReceivedStore(sqlite, leasedKeys),
    idempotency: new SqliteIdempotencyStore(sqlite),
    rates: new SqliteRateCounters(sqlite),
    caps: new SqliteCaps(sqlite),
    clientData: new SqliteClientData(sqlite),
    webhooks: {
      ...small.webhooks,
      remove: (owner) =>
        sqlite.writeToDisk(() => {
          sqlite.run('DELETE FROM webhook WHERE owner = @owner', { owner });
          sqlite.run('DELETE FROM webhook_delivery WHERE client = @owner', { owner });
        }),
    },
    deliveries: new SqliteDeliveryStore(sqlite, leasedKeys),
    statuses: new SqliteStatusStore(sqlite, leasedKeys),
    reports: new SqliteReportStore(sqlite, leasedKeys),
    audit: new SqliteAuditLog(sqlite),
    sealed: new SqliteSealedRows(sqlite),
    leasedKeys,
    check: new SqliteStoreCheck(sqlite),
  };
}
