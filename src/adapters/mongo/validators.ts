import { ENVIRONMENTS, ROUTES } from '../../domain/vocabulary/route.ts';
import { INVOICE_STATES } from '../../domain/lifecycle/states.ts';
import { OWNERS, SEVERITIES } from '../../domain/findings/finding.ts';

/** The part of MongoDB's `$jsonSchema` that is used here. */
export interface BsonSchema {
  readonly bsonType?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, BsonSchema>>;
  readonly additionalProperties?: boolean | BsonSchema;
  readonly items?: BsonSchema;
}

const text: BsonSchema = { bsonType: 'string' };
const date: BsonSchema = { bsonType: 'date' };
const flag: BsonSchema = { bsonType: 'bool' };
const count: BsonSchema = { bsonType: 'number', minimum: 0 };
const positive: BsonSchema = { bsonType: 'number', minimum: 1 };
const sha256: BsonSchema = { bsonType: 'string', pattern: '^[0-9a-f]{64}$' };
const oneOf = (values: readonly string[]): BsonSchema => ({ enum: values });
const orNull = (schema: BsonSchema): BsonSchema => ({ bsonType: [String(schema.bsonType), 'null'] });
const listOf = (items: BsonSchema): BsonSchema => ({ bsonType: 'array', items });

/** Members ending in `?` may be absent; others than these are refused. */
function object(members: Readonly<Record<string, BsonSchema>>): BsonSchema {
  const entries = Object.entries(members);
  const required = entries.map(([name]) => name).filter((name) => !name.endsWith('?'));
  return {
    bsonType: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
    additionalProperties: false,
  };
}

const event = object({ eventId: text, sequence: positive, occurredAt: date, text });

const auditMembers = {
  _id: text,
  at: date,
  action: text,
  actor: text,
  'client?': text,
  'subject?': text,
  'requestId?': text,
  'details?': { bsonType: 'object' },
  'times?': positive,
  'lastAt?': date,
};

const finding = object({
  code: text,
  severity: oneOf(SEVERITIES),
  source: text,
  message: text,
  'field?': text,
  'fixHint?': text,
  'whoFixes?': oneOf(OWNERS),
  'related?': listOf(object({ code: text, source: text })),
  'location?': object({ xpath: text, 'line?': count, 'column?': count }),
  'term?': text,
});

const invoice = object({
  _id: text,
  client: text,
  environment: oneOf(ENVIRONMENTS),
  route: oneOf(ROUTES),
  state: oneOf(INVOICE_STATES),
  version: positive,
  invoiceRef: text,
  'invoiceNumber?': text,
  'issueDate?': text,
  format: text,
  fingerprint: sha256,
  intakeKey: text,
  legalId: orNull(text),
  buyerStatus: orNull(text),
  'documentSha256?': sha256,
  errors: listOf(finding),
  documents: listOf(object({ kind: text, sha256, size: count })),
  care: listOf(
    object({
      code: text,
      whoActs: oneOf(OWNERS),
      openedAt: date,
      'handledAt?': date,
      'field?': text,
      'fixHint?': text,
    }),
  ),
  lastSequence: count,
  failures: count,
  'dueAt?': date,
  'leaseToken?': text,
  'leaseUntil?': date,
  'leaseHolders?': positive,
  reachedRail: flag,
  'deadlineAt?': date,
  'atRiskAt?': date,
  'openCare?': positive,
  createdAt: date,
  updatedAt: date,
  search: text,
  events: listOf(event),
  outbox: listOf(text),
  'eventsPendingSince?': date,
  audit: listOf(object(auditMembers)),
  'auditPendingSince?': date,
});

/** What each collection accepts; the database refuses anything else. `jobs` is Agenda's own. */
export const VALIDATORS = {
  invoices: invoice,
  claims: object({ _id: text, invoiceId: text }),
  outbox: object({ _id: text, position: positive, invoiceId: text, client: text, event }),
  audit: object(auditMembers),
  api_keys: object({
    _id: text,
    holder: object({
      kind: oneOf(['client', 'operator', 'operator-read-only', 'partner']),
      'client?': text,
      'scopes?': listOf(text),
      'partner?': text,
    }),
    hash: sha256,
    'label?': text,
    createdAt: date,
    'revokedAt?': date,
    ancestors: listOf(text),
    'slot?': text,
  }),
  idempotency: object({
    _id: text,
    requestHash: sha256,
    claimId: text,
    token: text,
    leaseUntil: date,
    expiresAt: orNull(date),
    'answer?': object({
      status: { bsonType: 'number', minimum: 200 },
      headers: { bsonType: 'object', additionalProperties: text },
      body: text,
      'sealedFor?': text,
      'invoiceId?': text,
    }),
    'invoiceId?': text,
  }),
  rates: object({ _id: text, used: { bsonType: 'object', additionalProperties: positive }, expiresAt: date }),
  data_keys: object({ _id: text, wrapped: text }),
  contents: object({ _id: text, client: text, sealed: { bsonType: 'binData' } }),
  store: object({
    _id: { enum: ['store'] },
    schemaVersion: positive,
    environment: oneOf(ENVIRONMENTS),
    'masterKeyFingerprint?': text,
    'clockOffsetMs?': { bsonType: 'number' },
  }),
} as const satisfies Record<string, BsonSchema>;

export type CollectionName = keyof typeof VALIDATORS;
