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
import { SqliteShareStore } from './sqlite-share-store.ts';
import { SqliteRouteStates } from './sqlite-route-states.ts';
import { SqliteReceivedStore } from './sqlite-received-store.ts';
import { SqliteLiveProcesses } from './sqlite-live-processes.ts';
import { SqliteRegistrations } from './sqlite-registrations.ts';
import { SqliteSealedRows } from './sqlite-sealed-rows.ts';
import { SqliteSessionRows } from './sqlite-session-rows.ts';
import { SqliteSigningKeys } from './sqlite-signing-keys.ts';
import { SqliteStatusStore } from './sqlite-status-store.ts';
import { SqliteStoreCheck } from './sqlite-store-check.ts';
import { SqliteStoreClock } from './sqlite-store-clock.ts';
import { SqliteDeliveryStore } from './sqlite-delivery-store.ts';
import { SqliteWebhookStore } from './sqlite-webhook-store.ts';
import type { Sqlite } from './sqlite.ts';

export const sqliteStores = (sqlite: Sqlite): Stores => ({
  invoices: new SqliteInvoiceStore(sqlite),
  received: new SqliteReceivedStore(sqlite),
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
  shares: new SqliteShareStore(sqlite),
  routeStates: new SqliteRouteStates(sqlite),
  processes: new SqliteLiveProcesses(sqlite),
  registrations: new SqliteRegistrations(sqlite),
  webhooks: new SqliteWebhookStore(sqlite),
  deliveries: new SqliteDeliveryStore(sqlite),
  statuses: new SqliteStatusStore(sqlite),
  signingKeys: new SqliteSigningKeys(sqlite),
  audit: new SqliteAuditLog(sqlite),
  sealed: new SqliteSealedRows(sqlite),
  clock: new SqliteStoreClock(sqlite),
  check: new SqliteStoreCheck(sqlite),
});
