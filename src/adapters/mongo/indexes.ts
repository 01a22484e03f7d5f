import type { IndexDescription } from 'mongodb';
import { BY_LAST_CHANGE } from './due.ts';
import type { CollectionName } from './validators.ts';

/**
 * Sparse instead of partial, one field each where they must be sparse: a partial index covers all documents on some
 * servers, and a sparse one over several fields covers every document that has one of them.
 *
 * These are of each ledger: sent and received invoices, tax reports.
 */
const OF_A_LEDGER: readonly IndexDescription[] = [
  // With client and route, so that a series reads no documents.
  { key: BY_LAST_CHANGE },
  // Work for a stuck route is not read in the search for due work on another.
  { key: { route: 1, dueAt: 1 } },
  // One entry per record with a lease.
  { key: { leaseUntil: 1 }, sparse: true },
  { key: { newestOpenCare: 1 }, sparse: true },
  { key: { newestHandledCare: 1 }, sparse: true },
  { key: { 'careOfClient.open': 1 }, sparse: true },
  { key: { 'careOfClient.handled': 1 }, sparse: true },
  // The record that names a file.
  { key: { client: 1, 'documents.sha256': 1 } },
  { key: { eventsPendingSince: 1 }, sparse: true },
  { key: { auditPendingSince: 1 }, sparse: true },
  { key: { removingSince: 1 }, sparse: true },
];

export const INDEXES: Partial<Record<CollectionName, IndexDescription[]>> = {
  invoices: [
    ...OF_A_LEDGER,
    // The answer to a repeated call. Older stores have a unique index of `intakeKey`, which keeps `invoices` on one shard.
    { key: { intakeKey: 1, client: 1 } },
    // With state and route, so that counting reads no documents.
    { key: { createdAt: 1, _id: 1, state: 1, route: 1 } },
    // With what is searched, so that a search reads no documents but those that it finds.
    { key: { client: 1, createdAt: 1, _id: 1, state: 1, route: 1, issueDate: 1, search: 1, searchWords: 1 } },
    // In the order of a list, so that a page reads no documents but its own.
    { key: { client: 1, buyerWords: 1, createdAt: 1, _id: 1 } },
    // With the state, so that the attempts of a page read no documents.
    { key: { client: 1, invoiceRef: 1, createdAt: -1, _id: -1, state: 1 } },
    { key: { dueAt: 1 }, sparse: true },
    // The queue of a client.
    { key: { client: 1, route: 1, state: 1, work: 1, dueAt: 1 } },
    { key: { atRiskAt: 1 }, sparse: true },
    { key: { warnAt: 1 }, sparse: true },
    { key: { openCareSince: 1 }, sparse: true },
    { key: { submissionId: 1 }, sparse: true },
    { key: { client: 1, invoiceNumber: 1 } },
    { key: { client: 1, legalId: 1 } },
    { key: { countPendingSince: 1 }, sparse: true },
    { key: { 'listKeys.toFetch': 1 }, sparse: true },
    { key: { 'listKeys.answered': 1 }, sparse: true },
    { key: { buyerStatus: 1 }, sparse: true },
    { key: { 'toFile.at': 1 }, sparse: true },
    { key: { 'toFile.of': 1 }, sparse: true },
  ],
  // With what is summed, so that counting reads no documents.
  tallies: [
    { key: { client: 1, day: 1, route: 1, state: 1, invoices: 1 } },
    { key: { code: 1 }, sparse: true },
    { key: { whose: 1, hour: 1 }, sparse: true },
    { key: { hour: 1 }, sparse: true },
  ],
  received: [
    ...OF_A_LEDGER,
    { key: { createdAt: 1, _id: 1, state: 1, route: 1 } },
    { key: { client: 1, createdAt: 1, _id: 1, state: 1, route: 1, issueDate: 1, search: 1, searchWords: 1 } },
    { key: { client: 1, updatedAt: 1 } },
    { key: { client: 1, invoiceNumber: 1 } },
    { key: { countPendingSince: 1 }, sparse: true },
  ],
  received_claims: [{ key: { invoiceId: 1 } }],
  received_tallies: [{ key: { client: 1, day: 1, route: 1, state: 1, invoices: 1 } }],
  contents: [{ key: { writtenAt: 1 }, sparse: true }],
  content_pieces: [{ key: { writtenAt: 1 }, sparse: true }],
  outbox: [
    { key: { position: 1 }, unique: true },
    { key: { client: 1, position: 1 } },
    { key: { movedFrom: 1 }, sparse: true },
    { key: { removedAt: 1 }, sparse: true },
  ],
  webhooks: [{ key: { auditPendingSince: 1 }, sparse: true }],
  webhook_deliveries: [
    { key: { dueAt: 1 }, sparse: true },
    { key: { leaseUntil: 1 }, sparse: true },
    // What is due to a receiver.
    { key: { client: 1, failures: 1, dueAt: 1, occurredAt: 1 } },
    { key: { client: 1, lastAttemptAt: -1, _id: -1 } },
    { key: { client: 1, occurredAt: 1, _id: 1 } },
    { key: { state: 1, occurredAt: 1 } },
    { key: { updatedAt: 1 } },
  ],
  outgoing_statuses: [
    { key: { dueAt: 1 }, sparse: true },
    { key: { leaseUntil: 1 }, sparse: true },
    { key: { invoiceId: 1 } },
    { key: { client: 1 } },
    // A message about a status names its submission.
    { key: { 'submission.id': 1 } },
    { key: { updatedAt: 1 } },
    { key: { auditPendingSince: 1 }, sparse: true },
  ],
  tax_reports: [
    ...OF_A_LEDGER,
    { key: { firstDay: -1, _id: -1 } },
    { key: { client: 1, firstDay: -1, _id: -1 } },
    { key: { client: 1, createdAt: 1, _id: 1 } },
    { key: { deadlineAt: 1 } },
    { key: { submissionId: 1 }, sparse: true },
  ],
  reported_sales: [
    { key: { reportId: 1 } },
    { key: { invoiceId: 1 }, sparse: true },
    { key: { replaces: 1 }, unique: true, sparse: true },
    { key: { client: 1 } },
    { key: { auditPendingSince: 1 }, sparse: true },
  ],
  audit: [
    { key: { at: 1, _id: 1 } },
    { key: { client: 1, at: 1, _id: 1 } },
    { key: { openUntil: 1 }, sparse: true },
  ],
  api_keys: [
    { key: { hash: 1 }, unique: true },
    { key: { slot: 1 }, unique: true, sparse: true },
    { key: { 'holder.client': 1, _id: 1 } },
    { key: { ancestors: 1 } },
    { key: { auditPendingSince: 1 }, sparse: true },
  ],
  idempotency: [
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    { key: { invoiceId: 1 }, sparse: true },
  ],
  rates: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
  clients: [
    { key: { partner: 1, _id: 1 } },
    { key: { retentionDays: 1 }, sparse: true },
    { key: { deletedAt: 1 }, sparse: true },
    { key: { auditPendingSince: 1 }, sparse: true },
  ],
  credentials: [
    { key: { slot: 1 }, unique: true, sparse: true },
    { key: { client: 1, route: 1 } },
    { key: { expiresOn: 1 }, sparse: true },
    { key: { auditPendingSince: 1 }, sparse: true },
  ],
  signing_keys: [{ key: { auditPendingSince: 1 }, sparse: true }],
  caps: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
  refusals: [{ key: { at: 1, _id: 1 } }, { key: { client: 1, at: 1, _id: 1 } }, { key: { expiresAt: 1 } }],
  radars: [
    { key: { createdAt: 1, _id: 1 } },
    { key: { client: 1, createdAt: 1, _id: 1 } },
    { key: { dueAt: 1 }, sparse: true },
    { key: { leaseUntil: 1 }, sparse: true },
    { key: { updatedAt: 1 } },
    { key: { expiresAt: 1 } },
  ],
  radar_parts: [{ key: { radarId: 1, client: 1 } }, { key: { client: 1 } }],
  shares: [
    { key: { expiresAt: 1 } },
    { key: { createdAt: 1, _id: 1 } },
    { key: { client: 1, createdAt: 1, _id: 1 } },
  ],
  browser_sessions: [{ key: { expiresAt: 1 } }, { key: { auditPendingSince: 1 }, sparse: true }],
  route_states: [{ key: { route: 1, at: 1 } }, { key: { client: 1 } }],
  old_packs: [{ key: { auditPendingSince: 1 }, sparse: true }],
  receiver_registrations: [
    { key: { slot: 1 }, unique: true, sparse: true },
    { key: { client: 1, _id: 1 } },
    { key: { auditPendingSince: 1 }, sparse: true },
  ],
  connections: [
    { key: { slot: 1 }, unique: true, sparse: true },
    { key: { linkHash: 1 }, unique: true, sparse: true },
    { key: { client: 1, _id: 1 } },
    { key: { dueAt: 1 }, sparse: true },
    { key: { auditPendingSince: 1 }, sparse: true },
  ],
  registrations: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};
