import {
  type KeptFinding,
  type Location,
  OWNERS,
  type RelatedFinding,
  SEVERITIES,
} from 'en16931-rules/vocabulary/finding.ts';
import {
  count,
  type FieldsOf,
  flag,
  listOf,
  listOfTexts,
  nullable,
  objectOf,
  oneOf,
  optional,
  positive,
  sha256,
  text,
  time,
  words,
} from '../vocabulary/fields.ts';
import { RECEIVED_STATUSES, SENT_STATUSES } from '../vocabulary/buyer-status.ts';
import { ENVIRONMENTS } from '../vocabulary/route.ts';
import { ROUTES } from '../routes/all.ts';
import { KEPT_EXCHANGE_FIELDS } from '../sending/network-calls.ts';
import type { Submission } from '../sending/submission.ts';
import type { InvoiceInCare } from './care-item.ts';
import { OVERLAY_CHANGES, type Overlaid } from 'en16931-rules/vocabulary/overlay.ts';
import type { CareRow, DocumentRef, InvoiceRecord, LedgerRecord, UsedMapping } from './invoice-record.ts';
import type { HeldLease } from './work-record.ts';
import { OFFLINE_MODES, type OfflineIssue } from './offline.ts';
import { INVOICE_STATES } from './states.ts';
import type { StoredEvent } from './status-event.ts';
import {
  ANSWER_STATES,
  RECEIVED_STATES,
  type ReceivedRecord,
  type WatchedReceived,
} from './received-record.ts';
import type { Watched } from './watched.ts';
import { WORKS } from './work.ts';

// The stored fields of an invoice: columns, validators and the mapping of every store are made from these tables.

const RELATED: FieldsOf<RelatedFinding> = { code: text, source: text };

const LOCATION: FieldsOf<Location> = { xpath: text, line: optional(count), column: optional(count) };

const OVERLAY: FieldsOf<Overlaid> = {
  change: oneOf(OVERLAY_CHANGES),
  reason: text,
  author: text,
  until: text,
};

const FINDING: FieldsOf<KeptFinding> = {
  code: text,
  severity: oneOf(SEVERITIES),
  source: text,
  message: words,
  field: optional(text),
  fixHint: optional(words),
  whoFixes: optional(oneOf(OWNERS)),
  senderCanFix: optional(flag),
  related: optional(listOf(RELATED)),
  location: optional(objectOf(LOCATION)),
  term: optional(text),
  officialMessage: optional(text),
  truncated: optional(count),
  overlay: optional(objectOf(OVERLAY)),
};

const DOCUMENT: FieldsOf<DocumentRef> = { kind: text, sha256, size: count };

export const CARE_ROW: FieldsOf<CareRow> = {
  code: text,
  whoActs: oneOf(OWNERS),
  senderCanFix: optional(flag),
  openedAt: time,
  handledAt: optional(time),
  handledBy: optional(text),
  field: optional(text),
  fixHint: optional(words),
  reason: optional(words),
  sealedNote: optional(text),
  notedAt: optional(time),
  notedBy: optional(text),
  coming: optional(objectOf({ code: text, on: text })),
};

export const SUBMISSION_FIELDS: FieldsOf<Submission> = {
  id: text,
  reference: optional(text),
  resumeToken: optional(text),
  credential: optional(text),
  sealedAccount: optional(text),
  startedAt: time,
  calledAt: optional(time),
  callMayLastUntil: optional(time),
  isCalling: flag,
  outcomeUnknown: flag,
  notHeld: optional(flag),
  answerLost: flag,
  emptyLookups: count,
  lastStatus: optional(text),
  openTrouble: optional(text),
  failedWith: optional(text),
  pauses: optional(count),
  heldSince: optional(time),
  endedAt: optional(time),
  polls: count,
  drops: optional(count),
  lastDrop: optional(text),
  queuePosition: optional(time),
};

export const IN_CARE_FIELDS: FieldsOf<InvoiceInCare> = {
  id: text,
  client: text,
  route: oneOf(ROUTES),
  invoiceRef: text,
  deadlineAt: optional(time),
  care: listOf(CARE_ROW),
  newestAt: time,
};

/** Fields that sent and received invoices, and tax reports share. */
export const LEDGER_FIELDS: FieldsOf<Omit<LedgerRecord<string>, 'state' | 'lease'>> = {
  id: text,
  client: text,
  environment: oneOf(ENVIRONMENTS),
  route: oneOf(ROUTES),
  version: positive,
  errors: listOf(FINDING),
  warnings: optional(listOf(FINDING)),
  documents: listOf(DOCUMENT),
  care: listOf(CARE_ROW),
  lastSequence: count,
  failures: count,
  crashes: optional(count),
  dueAt: nullable(time),
  work: oneOf(WORKS),
  createdAt: time,
  updatedAt: time,
};

const USED_MAPPING: FieldsOf<UsedMapping> = { connector: text, version: text, sealedSettings: text };

const OFFLINE: FieldsOf<OfflineIssue> = {
  mode: oneOf(OFFLINE_MODES),
  sealedLinks: optional(text),
  replaces: optional(sha256),
};

const SENT_FIELDS: FieldsOf<Omit<InvoiceRecord, keyof LedgerRecord<string>>> = {
  invoiceRef: text,
  alsoSentAs: optional(listOfTexts),
  invoiceNumber: optional(text),
  issueDate: optional(text),
  format: text,
  fingerprint: sha256,
  intakeKey: text,
  sealedSummary: optional(text),
  searchWords: optional(text),
  sealedReceiver: optional(text),
  sealedDefaults: optional(text),
  sealedReading: optional(text),
  sealedSale: optional(text),
  sealedAddressee: optional(text),
  processingRule: optional(text),
  sealedPayments: optional(text),
  mapping: optional(objectOf(USED_MAPPING)),
  legalId: nullable(text),
  buyerStatus: nullable(text),
  documentSha256: optional(sha256),
  submission: optional(objectOf(SUBMISSION_FIELDS)),
  exchanges: optional(listOf(KEPT_EXCHANGE_FIELDS)),
  reachedRail: flag,
  deadlineAt: optional(time),
  deadlineWarnings: optional(count),
  deliveredAt: optional(time),
  refusedAt: optional(time),
  toFetchSince: optional(time),
  fetchedAt: optional(time),
  mailedAt: optional(time),
  offline: optional(objectOf(OFFLINE)),
  buyerWords: optional(listOfTexts),
};

const RECEIVED_FIELDS_ALONE: FieldsOf<Omit<ReceivedRecord, keyof LedgerRecord<string>>> = {
  invoiceRef: text,
  invoiceNumber: optional(text),
  issueDate: optional(text),
  sealedSummary: optional(text),
  searchWords: optional(text),
  railId: optional(text),
  presentStatus: optional(oneOf(RECEIVED_STATUSES)),
  answerState: optional(oneOf(ANSWER_STATES)),
  answerStatus: optional(oneOf(SENT_STATUSES)),
  answerId: optional(text),
  answerAt: optional(time),
  sealedAnswer: optional(text),
  answerBar: optional(words),
  answerBasis: optional(text),
  documentSha256: sha256,
  intakeKey: text,
};

export const RECEIVED_FIELDS: FieldsOf<Omit<ReceivedRecord, 'lease'>> = {
  ...LEDGER_FIELDS,
  state: oneOf(RECEIVED_STATES),
  ...RECEIVED_FIELDS_ALONE,
};

type LeasedApart = Omit<InvoiceRecord, 'lease'>;

export const INVOICE_FIELDS: FieldsOf<LeasedApart> = {
  ...LEDGER_FIELDS,
  state: oneOf(INVOICE_STATES),
  ...SENT_FIELDS,
};

export const LEASE_FIELDS: FieldsOf<HeldLease> = { token: text, until: time, holders: positive };

/** The answers to lists and figures, stored beside the record so that an index finds them. */
export const WATCHED_FIELDS: FieldsOf<Watched> = {
  search: text,
  openCare: count,
  openCareSince: optional(time),
  newestOpenCare: optional(time),
  newestHandledCare: optional(time),
  atRiskAt: optional(time),
  warnAt: optional(time),
  submissionId: optional(text),
};

export const WATCHED_RECEIVED_FIELDS: FieldsOf<WatchedReceived> = {
  search: text,
  newestOpenCare: optional(time),
  newestHandledCare: optional(time),
};

export const EVENT_FIELDS: FieldsOf<StoredEvent> = {
  eventId: text,
  sequence: positive,
  occurredAt: time,
  text,
};
