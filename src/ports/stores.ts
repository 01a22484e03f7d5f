import type { LeasedKeys } from '../domain/lifecycle/leased-keys.ts';
import type { AuditLog } from './audit-log.ts';
import type { Caps } from './caps.ts';
import type { ClientData } from './client-data.ts';
import type { ClientStore } from './client-store.ts';
import type { CollectionCursors } from './collection-cursors.ts';
import type { CredentialStore } from './credential-store.ts';
import type { Feeds } from './feeds.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { InvoiceStore } from './invoice-store.ts';
import type { KeyStore } from './key-store.ts';
import type { LiveProcesses } from './live-processes.ts';
import type { ReceivedStore } from './received-store.ts';
import type { RefusalStore } from './refusal-store.ts';
import type { ReportStore } from './report-store.ts';
import type { ShareStore } from './share-store.ts';
import type { RouteStates } from './route-states.ts';
import type { RateCounters } from './rate-counters.ts';
import type { Registrations } from './registrations.ts';
import type { SealedRows } from './sealed-rows.ts';
import type { SessionRows } from './session-rows.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { StoreCheck } from './store-check.ts';
import type { DeliveryStore, WebhookStore } from './webhook-store.ts';
import type { StatusStore } from './status-store.ts';
import type { StoreClock } from './store-clock.ts';

/** Every stored port, on one store. */
export interface Stores {
  readonly invoices: InvoiceStore;
  readonly received: ReceivedStore;
  readonly keys: KeyStore;
  readonly idempotency: IdempotencyStore;
  readonly rates: RateCounters;
  readonly caps: Caps;
  readonly clients: ClientStore;
  readonly clientData: ClientData;
  readonly credentials: CredentialStore;
  readonly feeds: Feeds;
  readonly collectionCursors: CollectionCursors;
  readonly sessions: SessionRows;
  readonly registrations: Registrations;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly statuses: StatusStore;
  readonly reports: ReportStore;
  readonly signingKeys: SigningKeys;
  readonly audit: AuditLog;
  readonly sealed: SealedRows;
  /** Of this process. */
  readonly leasedKeys: Pick<LeasedKeys, 'of'>;
  readonly clock: StoreClock;
  readonly check: StoreCheck;
  readonly processes: LiveProcesses;
  readonly refusals: RefusalStore;
  readonly shares: ShareStore;
  readonly routeStates: RouteStates;
}
