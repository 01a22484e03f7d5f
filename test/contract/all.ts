import { describesBrowserSessions } from './browser-sessions.ts';
import { describesCaps } from './caps.ts';
import { describesAClientStore } from './client-store.ts';
import { describesClientData } from './client-data.ts';
import { describesRemoving } from './removal.ts';
import { describesACredentialStore } from './credential-store.ts';
import { describesCollectionCursors } from './collection-cursors.ts';
import { describesConnections } from './connections.ts';
import { describesFeeds } from './feeds.ts';
import { describesAnIdempotencyStore } from './idempotency-store.ts';
import { describesActivity } from './invoice-activity.ts';
import { describesLeasing } from './invoice-leases.ts';
import { describesListing } from './invoice-lists.ts';
import { describesTheOutbox, describesWhatWasSent } from './invoice-outbox.ts';
import { describesCommitting, describesTakingIn } from './invoice-store.ts';
import { describesAKeyStore } from './key-store.ts';
import { describesLiveProcesses } from './live-processes.ts';
import { describesAReceivedStore } from './received-store.ts';
import { describesARadarStore } from './radar-store.ts';
import { describesARefusalStore } from './refusal-store.ts';
import { describesAReportStore } from './report-store.ts';
import { describesAShareStore } from './share-store.ts';
import { describesOldPacks } from './old-packs.ts';
import { describesRouteStates } from './route-states.ts';
import { describesReceiverRegistrations } from './receiver-registrations.ts';
import { describesRegistrations } from './registrations.ts';
import type { Open } from './kept.ts';
import { describesDeliveries, describesWebhooks } from './webhook-stores.ts';
import { describesSigningKeys } from './signing-keys.ts';
import { describesSearching } from './search-candidates.ts';
import { describesSummaries } from './summaries.ts';
import { describesAStatusStore } from './status-store.ts';
import { describesSessionRows } from './session-rows.ts';
import {
  describesAnAuditLog,
  describesAuditPages,
  describesFoldedRows,
  describesForgottenRows,
  describesOpenRows,
} from './audit-log.ts';
import {
  describesACursorKey,
  describesAStoreCheck,
  describesAStoreClock,
  describesRateCounters,
  describesSealedRows,
} from './small-ports.ts';

/** The contract of every stored port. */
export function describesAStore(where: string, open: Open): void {
  describe(`an invoice store kept in ${where}`, () => {
    describesTakingIn(open);
    describesCommitting(open);
    describesLeasing(open);
    describesListing(open);
    describesActivity(open);
    describesTheOutbox(open);
    describesWhatWasSent(open);
    describesRemoving(open);
  });
  describe(`a store of received invoices kept in ${where}`, () => describesAReceivedStore(open));
  describe(`a key store kept in ${where}`, () => describesAKeyStore(open));
  describe(`an idempotency store kept in ${where}`, () => describesAnIdempotencyStore(open));
  describe(`rate counters kept in ${where}`, () => describesRateCounters(open));
  describe(`caps kept in ${where}`, () => describesCaps(open));
  describe(`an audit log kept in ${where}`, () => {
    describesAnAuditLog(open);
    describesAuditPages(open);
    describesFoldedRows(open);
    describesForgottenRows(open);
    describesOpenRows(open);
  });
  describe(`feeds kept in ${where}`, () => describesFeeds(open));
  describe(`cursors of collections kept in ${where}`, () => describesCollectionCursors(open));
  describe(`registrations kept in ${where}`, () => describesRegistrations(open));
  describe(`registrations of receivers kept in ${where}`, () => describesReceiverRegistrations(open));
  describe(`connections kept in ${where}`, () => describesConnections(open));
  describe(`a client store kept in ${where}`, () => describesAClientStore(open));
  describe(`client data kept in ${where}`, () => describesClientData(open));
  describe(`a credential store kept in ${where}`, () => describesACredentialStore(open));
  describe(`webhooks kept in ${where}`, () => describesWebhooks(open));
  describe(`webhook deliveries kept in ${where}`, () => describesDeliveries(open));
  describe(`sessions of browsers kept in ${where}`, () => describesBrowserSessions(open));
  describe(`sessions kept in ${where}`, () => describesSessionRows(open));
  describe(`outgoing statuses kept in ${where}`, () => describesAStatusStore(open));
  describe(`reported sales and tax reports kept in ${where}`, () => describesAReportStore(open));
  describe(`signing keys kept in ${where}`, () => describesSigningKeys(open));
  describe(`sealed rows kept in ${where}`, () => describesSealedRows(open));
  describe(`a check of the store in ${where}`, () => describesAStoreCheck(open));
  describe(`summaries kept in ${where}`, () => describesSummaries(open));
  describe(`a search in what is kept in ${where}`, () => describesSearching(open));
  describe(`refusals kept in ${where}`, () => describesARefusalStore(open));
  describe(`radars kept in ${where}`, () => describesARadarStore(open));
  describe(`links kept in ${where}`, () => describesAShareStore(open));
  describe(`states of routes kept in ${where}`, () => describesRouteStates(open));
  describe(`old rule packs kept in ${where}`, () => describesOldPacks(open));
  describe(`processes kept in ${where}`, () => describesLiveProcesses(open));
  describe(`the key of cursors kept in ${where}`, () => describesACursorKey(open));
  describe(`a store clock kept in ${where}`, () => describesAStoreClock(open));
}
