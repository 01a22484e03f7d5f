import { randomUUID } from 'node:crypto';
import { INVOICE_FIELDS, WATCHED_FIELDS } from '../../domain/lifecycle/invoice-fields.ts';
import type { HeldLease } from '../../domain/lifecycle/work-record.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import { watchedOf } from '../../domain/lifecycle/watched.ts';
import { type Fields, fromStored, toStored } from '../../domain/vocabulary/fields.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import { careOf } from './care-times.ts';
import type { AuditDocument, InvoiceDocument, LeaseMembers } from './documents.ts';
import { membersWithValue, membersWithout } from './members.ts';

const { id: _id, ...MEMBERS } = INVOICE_FIELDS;

/** Members that come and go; an update unsets those that a record does not have. */
const COME_AND_GO = [
  ...Object.entries<Fields[string]>({ ...MEMBERS, ...WATCHED_FIELDS })
    .filter(([name, { presence }]) => presence !== 'always' || name === 'openCare')
    .map(([name]) => name),
  'careOfClient',
];

type OfRecord = Omit<
  InvoiceDocument,
  | '_id'
  | 'events'
  | 'outbox'
  | 'audit'
  | 'leaseToken'
  | 'leaseUntil'
  | 'leaseHolders'
  | 'eventsPendingSince'
  | 'auditPendingSince'
  | 'countedAs'
  | 'countedIn'
  | 'countPendingSince'
>;
type Beside = keyof typeof WATCHED_FIELDS | 'careOfClient';

/** A record without its lease, its events and what is still to be copied. */
export function fieldsOf(record: InvoiceRecord): OfRecord {
  const { openCare, ...watched } = watchedOf(record);
  const careOfClient = careOf(record.client, watched);
  return {
    ...(storedMembers(MEMBERS, record) as Omit<OfRecord, Beside>),
    ...watched,
    ...(openCare > 0 && { openCare }),
    ...(careOfClient && { careOfClient }),
  };
}

/** Members of a record that have a value. */
export function storedMembers(fields: Fields, record: object): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = { ...record };
  const members = Object.entries(fields).map(
    ([name, { kind }]) => [name, toStored(values[name], kind)] as const,
  );
  return membersWithValue(Object.fromEntries(members));
}

export const absentFrom = (fields: OfRecord): Record<string, ''> => membersWithout(COME_AND_GO, fields);

export function newDocument(
  id: string,
  record: InvoiceRecord,
  events: readonly StoredEvent[],
  audit: readonly AuditEntry[],
): InvoiceDocument {
  const now = new Date();
  return {
    _id: id,
    ...fieldsOf(record),
    events: [...events],
    outbox: events.map(({ eventId }) => eventId),
    ...(events.length > 0 && { eventsPendingSince: now }),
    // The id may differ from the record's: that of a claim whose first caller died.
    audit: auditDocuments(
      audit.map((entry) => (entry.subject === record.id ? { ...entry, subject: id } : entry)),
    ),
    ...(audit.length > 0 && { auditPendingSince: now }),
    countPendingSince: now,
  };
}

export const auditDocuments = (entries: readonly AuditEntry[]): AuditDocument[] =>
  entries.map((entry) => ({ _id: randomUUID(), ...entry }));

export type ReadDocument = Omit<InvoiceDocument, 'events' | 'outbox' | 'audit' | 'countedAs'>;

export function recordOf(document: ReadDocument): InvoiceRecord {
  return {
    ...(valuesOf(MEMBERS, document) as Omit<InvoiceRecord, 'id' | 'lease'>),
    id: document._id,
    lease: leaseOf(document),
  };
}

export const leaseOf = ({ leaseToken, leaseUntil, leaseHolders = 1 }: LeaseMembers): HeldLease | null =>
  leaseToken !== undefined && leaseUntil
    ? { token: leaseToken, until: leaseUntil, holders: leaseHolders }
    : null;

export function valuesOf(fields: Fields, document: object): Record<string, unknown> {
  const held: Readonly<Record<string, unknown>> = { ...document };
  const members: [string, unknown][] = [];
  for (const [name, { presence, before, kind }] of Object.entries(fields)) {
    const value = fromStored(held[name], kind) ?? before;
    if (value !== undefined) members.push([name, value]);
    else if (presence === 'nullable') members.push([name, null]);
  }
  return Object.fromEntries(members);
}
