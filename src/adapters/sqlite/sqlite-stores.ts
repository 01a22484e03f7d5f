import { smallStores } from '../../application/stores/small-stores.ts';
import { LeasedKeys } from '../../domain/lifecycle/leased-keys.ts';
import type { Stores } from '../../ports/stores.ts';
import { SqliteAuditLog } from './sqlite-audit-log.ts';
import { SqliteCaps } from './sqlite-caps.ts';
import { SqliteClientData } from './sqlite-client-data.ts';
import { SqliteClientStore } from './sqlite-client-store.ts';
import { SqliteCollectionCursors } from './sqlite-collection-cursors.ts';
import { SqliteCredentialStore } from './sqlite-credential-store.ts';
import { SqliteFeeds } from './sqlite-feeds.ts';
import { SqliteIdempotencyStore } from './sqlite-idempotency-store.ts';
import { SqliteInvoiceStore } from './sqlite-invoice-store.ts';
import { SqliteKeyStore } from './sqlite-key-store.ts';
import { SqliteRateCounters } from './sqlite-rate-counters.ts';
import { SqliteRefusalStore } from './sqlite-refusal-store.ts';
import { SqliteRadarStore } from './sqlite-radar-store.ts';
import { SqliteRouteStates } from './sqlite-route-states.ts';
import { SqliteReceivedStore } from './sqlite-received-store.ts';
import { SqliteReportStore } from './sqlite-report-store.ts';
import { SqliteLiveProcesses } from './sqlite-live-processes.ts';
import { SqliteRegistrations } from './sqlite-registrations.ts';
import { SqliteRows } from './sqlite-rows.ts';
import { SqliteSealedRows } from './sqlite-sealed-rows.ts';
import { SqliteSessionRows } from './sqlite-session-rows.ts';
import { SqliteSigningKeys } from './sqlite-signing-keys.ts';
import { SqliteStatusStore } from './sqlite-status-store.ts';
import { SqliteStoreCheck } from './sqlite-store-check.ts';
import { sqliteCursorKey } from './sqlite-cursor-key.ts';
import { SqliteStoreClock } from './sqlite-store-clock.ts';
import { SqliteDeliveryStore } from './sqlite-delivery-store.ts';
import { SqliteWebhookStore } from './sqlite-webhook-store.ts';
import type { Sqlite } from './sqlite.ts';

export function sqliteStores(sqlite: Sqlite): Stores {
  const leasedKeys = new LeasedKeys();
  const small = smallStores((name) => new SqliteRows(sqlite, name));
  return {
    ...small,
    invoices: new SqliteInvoiceStore(sqlite, leasedKeys),
    received: new SqliteReceivedStore(sqlite, leasedKeys),
    keys: new SqliteKeyStore(sqlite),
    idempotency: new SqliteIdempotencyStore(sqlite),
    rates: new SqliteRateCounters(sqlite),
    caps: new SqliteCaps(sqlite),
    clients: new SqliteClientStore(sqlite),
    clientData: new SqliteClientData(sqlite),
    credentials: new SqliteCredentialStore(sqlite),
    feeds: new SqliteFeeds(sqlite),
    collectionCursors: new SqliteCollectionCursors(sqlite),
    sessions: new SqliteSessionRows(sqlite),
    refusals: new SqliteRefusalStore(sqlite),
    radars: new SqliteRadarStore(sqlite),
    routeStates: new SqliteRouteStates(sqlite),
    processes: new SqliteLiveProcesses(sqlite),
    registrations: new SqliteRegistrations(sqlite),
    webhooks: new SqliteWebhookStore(sqlite),
    deliveries: new SqliteDeliveryStore(sqlite, leasedKeys),
    statuses: new SqliteStatusStore(sqlite, leasedKeys),
    reports: new SqliteReportStore(sqlite, leasedKeys),
    signingKeys: new SqliteSigningKeys(sqlite),
    audit: new SqliteAuditLog(sqlite),
    sealed: new SqliteSealedRows(sqlite),
    leasedKeys,
    clock: new SqliteStoreClock(sqlite),
    cursorKey: sqliteCursorKey(sqlite),
    check: new SqliteStoreCheck(sqlite),
  };
}
