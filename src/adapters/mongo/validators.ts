import { type RowName, ROWS } from '../../application/stores/rows.ts';
import {
  EVENT_FIELDS,
  INVOICE_FIELDS,
  LEASE_FIELDS,
  RECEIVED_FIELDS,
  WATCHED_FIELDS,
  WATCHED_RECEIVED_FIELDS,
} from '../../domain/lifecycle/invoice-fields.ts';
import { SALE_FIELDS } from '../../domain/reports/reported-sale.ts';
import { REPORT_FIELDS, WATCHED_REPORT_FIELDS } from '../../domain/reports/tax-report.ts';
import { OUTGOING_FIELDS } from '../../domain/statuses/outgoing-status.ts';
import { ENVIRONMENTS } from '../../domain/vocabulary/route.ts';
import { DELIVERY_FIELDS } from '../../domain/webhooks/delivery.ts';
import type { Fields } from '../../domain/vocabulary/fields.ts';
import type { RowTable } from '../../ports/rows.ts';
import { AUDIT_FIELDS } from '../../ports/audit-log.ts';
import { leaseMember } from './documents.ts';
import { type BsonSchema, membersOf, object, orNull } from './field-schema.ts';

const text: BsonSchema = { bsonType: 'string' };
const bytes: BsonSchema = { bsonType: 'binData' };
const date: BsonSchema = { bsonType: 'date' };
const positive: BsonSchema = { bsonType: 'number', minimum: 1 };
const sha256: BsonSchema = { bsonType: 'string', pattern: '^[0-9a-f]{64}$' };
const oneOf = (values: readonly string[]): BsonSchema => ({ enum: values });
const listOf = (items: BsonSchema): BsonSchema => ({ bsonType: 'array', items });

const EVENT = membersOf(EVENT_FIELDS);
const AUDIT = { _id: text, ...membersOf(AUDIT_FIELDS) };
const AUDITED = { 'audit?': listOf(object(AUDIT)), 'auditPendingSince?': date } as const;

const { id: _id, ...OF_INVOICE } = membersOf(INVOICE_FIELDS);
const { id: _receivedId, ...OF_RECEIVED } = membersOf(RECEIVED_FIELDS);
const { id: _deliveryId, ...OF_DELIVERY } = membersOf(DELIVERY_FIELDS);
const { id: _statusId, ...OF_STATUS } = membersOf(OUTGOING_FIELDS);
const { id: _reportId, ...OF_REPORT } = membersOf(REPORT_FIELDS);
const { id: _saleId, ...OF_SALE } = membersOf(SALE_FIELDS);
const { openCare: _openCare, ...WATCHED } = membersOf(WATCHED_FIELDS);
const LEASE = Object.fromEntries(
  Object.entries(membersOf(LEASE_FIELDS)).map(([name, schema]) => [`${leaseMember(name)}?`, schema]),
);

/** Of a record in a ledger, besides its fields. */
const BESIDE = {
  'careOfClient?': object({ 'open?': text, 'handled?': text }),
  ...LEASE,
  events: listOf(object(EVENT)),
  outbox: listOf(text),
  'eventsPendingSince?': date,
  audit: listOf(object(AUDIT)),
  'auditPendingSince?': date,
  'countedAs?': listOf(text),
  'countedIn?': positive,
  'countPendingSince?': date,
  'removingSince?': date,
} as const;

const TO_FILE = object({ at: text, of: text });

const KEPT_ANSWER = object({
  status: { bsonType: 'number', minimum: 200 },
  headers: { bsonType: 'object', additionalProperties: text },
  body: text,
  'sealedFor?': text,
  'invoiceId?': text,
});

const WHOLE_INVOICE = object({
  _id: text,
  ...OF_INVOICE,
  ...WATCHED,
  'listKeys?': object({ 'toFetch?': text, 'answered?': text }),
  'toFile?': TO_FILE,
  // Absent if empty, so that its index holds only the others.
  'openCare?': positive,
  'content?': object({ sha256, sealed: bytes }),
  'intakeAnswer?': object({ row: text, token: text, answer: KEPT_ANSWER }),
  ...BESIDE,
});

/** An invoice, or what bars attempts from storing it. */
const { required: ofInvoice, ...EITHER } = WHOLE_INVOICE;
const invoice: BsonSchema = {
  ...EITHER,
  properties: { ...EITHER.properties, barred: listOf(text) },
  oneOf: [{ required: ofInvoice ?? [] }, { required: ['barred'] }],
};

const tallies = object({
  _id: text,
  'client?': text,
  'day?': { bsonType: 'number' },
  'route?': text,
  'state?': text,
  'code?': text,
  'whoActs?': text,
  'whose?': text,
  'hour?': { bsonType: 'number' },
  'activity?': text,
  invoices: { bsonType: 'number' },
  bookedIn: positive,
});

const tallyBatch = object({
  _id: { enum: ['batch'] },
  version: positive,
  entries: listOf(object({ invoiceId: text, version: positive, from: listOf(text), to: listOf(text) })),
  'filings?': listOf(object({ invoiceId: text, 'toFile?': TO_FILE })),
});

/** Of the rows of a small store. */
function rowSchema({ key, fields, isWork, isAudited, storesNull, within }: RowTable<never>): BsonSchema {
  const of: Fields = fields;
  const { [key]: _id, ...others } = membersOf(of);
  const members = Object.entries(others).map(([name, schema]): [string, BsonSchema] =>
    storesNull && of[name.replace('?', '')]!.presence === 'nullable'
      ? [name.replace('?', ''), orNull(schema)]
      : [name, schema],
  );
  const inside = (name: string): boolean =>
    within !== undefined && (within.members as readonly string[]).includes(name.replace('?', ''));
  return object({
    _id: _id!,
    ...Object.fromEntries(members.filter(([name]) => !inside(name))),
    ...(within && { [within.object]: object(Object.fromEntries(members.filter(([name]) => inside(name)))) }),
    ...(isWork && LEASE),
    ...(isAudited && AUDITED),
  });
}

type RowSchemas = Readonly<Record<RowName, BsonSchema>>;
const ROW_SCHEMAS = Object.fromEntries(
  Object.entries(ROWS).map(([name, table]) => [name, rowSchema(table as unknown as RowTable<never>)]),
) as RowSchemas;

/** The schema of each collection; the database refuses other documents. `jobs` belongs to Agenda. */
export const VALIDATORS = {
  ...ROW_SCHEMAS,
  invoices: invoice,
  claims: object({ _id: text, invoiceId: text, 'attempt?': text }),
  tallies,
  tally_batch: tallyBatch,
  received: object({
    _id: text,
    ...OF_RECEIVED,
    ...membersOf(WATCHED_RECEIVED_FIELDS),
    ...BESIDE,
  }),
  received_claims: object({ _id: text, invoiceId: text, 'railId?': text }),
  received_tallies: tallies,
  received_tally_batch: tallyBatch,
  outbox: object({
    _id: text,
    position: positive,
    'invoiceId?': text,
    'client?': text,
    'event?': object(EVENT),
    'movedFrom?': text,
    'removedAt?': date,
  }),
  audit: object(AUDIT),
  webhook_deliveries: object({ _id: text, ...OF_DELIVERY, ...LEASE }),
  webhook_cursors: object({ _id: { enum: ['outbox'] }, position: text }),
  idempotency: object({
    _id: text,
    requestHash: sha256,
    claimId: text,
    token: text,
    leaseUntil: date,
    expiresAt: orNull(date),
    'answer?': KEPT_ANSWER,
    'invoiceId?': text,
  }),
  rates: object({ _id: text, used: { bsonType: 'object', additionalProperties: positive }, expiresAt: date }),
  caps: object({
    _id: text,
    calls: listOf({ bsonType: 'number', minimum: 0 }),
    open: listOf({ bsonType: 'number', minimum: 0 }),
    promised: listOf({ bsonType: 'number', minimum: 0 }),
    blockedUntil: orNull({ bsonType: 'number', minimum: 0 }),
    version: positive,
    expiresAt: date,
  }),
  outgoing_statuses: object({
    _id: text,
    ...OF_STATUS,
    ...LEASE,
    ...AUDITED,
  }),
  tax_reports: object({ _id: text, ...OF_REPORT, ...membersOf(WATCHED_REPORT_FIELDS), ...BESIDE }),
  reported_sales: object({ _id: text, ...OF_SALE, ...AUDITED }),
  data_keys: object({ _id: text, wrapped: text }),
  contents: object({
    _id: text,
    client: text,
    'sealed?': bytes,
    'pieces?': object({ set: text, count: positive }),
    'writtenAt?': date,
  }),
  content_pieces: object({ _id: text, content: text, sealed: bytes, 'writtenAt?': date }),
  store: object({
    _id: { enum: ['store'] },
    schema: positive,
    environment: oneOf(ENVIRONMENTS),
    'masterKeyFingerprint?': text,
    'restoredAt?': date,
    'backedUpAt?': date,
    'filedSince?': date,
  }),
} as const satisfies Record<string, BsonSchema>;

export type CollectionName = keyof typeof VALIDATORS;
