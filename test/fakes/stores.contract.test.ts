import { describesAStore } from '../contract/all.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { FakeAuditLog } from './audit-log.ts';
import { FakeIdempotencyStore } from './idempotency-store.ts';
import { FakeInvoiceStore } from './invoice-store.ts';
import { FakeKeyStore } from './key-store.ts';
import { FakeClientData } from './client-data.ts';
import { FakeClientStore } from './client-store.ts';
import { FakeCredentialStore } from './credential-store.ts';
import { FakeCollectionCursors } from './collection-cursors.ts';
import { FakeFeeds } from './feeds.ts';
import { FakeCaps } from './caps.ts';
import { FakeRateCounters } from './rate-counters.ts';
import { FakeReceivedStore } from './received-store.ts';
import { FakeLiveProcesses } from './live-processes.ts';
import { FakeRefusalStore } from './refusal-store.ts';
import { FakeShareStore } from './share-store.ts';
import { FakeRouteStates } from './route-states.ts';
import { FakeRegistrations } from './registrations.ts';
import { FakeSealedRows } from './sealed-rows.ts';
import { FakeSessionRows } from './session-rows.ts';
import { FakeDeliveryStore, FakeWebhookStore } from './webhook-stores.ts';
import { FakeSigningKeys } from './signing-keys.ts';
import { FakeStatusStore } from './status-store.ts';
import { FakeStoreClock } from './store-clock.ts';

describesAStore('memory (fake)', async () => {
  const audit = new FakeAuditLog();
  const sealed = new FakeSealedRows();
  const deliveries = new FakeDeliveryStore();
  const idempotency = new FakeIdempotencyStore();
  const invoices = new FakeInvoiceStore(audit, sealed, idempotency);
  const keys = new FakeKeyStore(audit);
  const credentials = new FakeCredentialStore(audit);
  const feeds = new FakeFeeds();
  const refusals = new FakeRefusalStore();
  const shares = new FakeShareStore();
  const routeStates = new FakeRouteStates();
  const sessions = new FakeSessionRows();
  const stores: Stores = {
    invoices,
    received: new FakeReceivedStore({ invoices, audit, sealed, idempotency }),
    keys,
    idempotency,
    clientData: new FakeClientData({
      keys,
      credentials,
      idempotency,
      sessions,
      feeds,
      sealed,
      invoices,
      routeStates,
      shares,
      refusals,
    }),
    caps: new FakeCaps(),
    clients: new FakeClientStore(audit),
    credentials,
    feeds,
    collectionCursors: new FakeCollectionCursors(),
    sessions,
    rates: new FakeRateCounters(audit),
    registrations: new FakeRegistrations(),
    webhooks: new FakeWebhookStore(audit, deliveries),
    deliveries,
    statuses: new FakeStatusStore(audit),
    signingKeys: new FakeSigningKeys(audit),
    audit,
    sealed,
    clock: new FakeStoreClock(),
    check: { tryOut: async () => undefined },
    refusals,
    shares,
    routeStates,
    processes: new FakeLiveProcesses(),
  };
  return { ...stores, other: stores, close: async () => undefined };
});
