import { randomUUID } from 'node:crypto';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { atRiskAt, openCareRows, searchText } from '../../domain/lifecycle/watched.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { AuditDocument, InvoiceDocument } from './documents.ts';

/** Members that come and go; an update unsets those that a record does not have. */
const OPTIONAL = [
  'invoiceNumber',
  'issueDate',
  'documentSha256',
  'deadlineAt',
  'dueAt',
  'atRiskAt',
  'openCare',
] as const;

type Fields = Omit<
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
>;

/** What a record says, without lease, events and what is waiting to be copied. */
export function fieldsOf(record: InvoiceRecord): Fields {
  const { dueAt } = record;
  const openCare = openCareRows(record);
  const riskAt = atRiskAt(record);
  return {
    ...withoutOwnForms(record),
    ...(dueAt && { dueAt }),
    ...(openCare > 0 && { openCare }),
    ...(riskAt && { atRiskAt: riskAt }),
    search: searchText(record),
  };
}

function withoutOwnForms(record: InvoiceRecord): Omit<InvoiceRecord, 'id' | 'dueAt' | 'lease'> {
  const { id: _id, dueAt: _dueAt, lease: _lease, ...fields } = record;
  return fields;
}

export const absentFrom = (fields: Fields): Record<string, ''> =>
  Object.fromEntries(OPTIONAL.filter((name) => fields[name] === undefined).map((name) => [name, '']));

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
    // The id may be another than the record's: that of a claim whose first caller died.
    audit: auditDocuments(
      audit.map((entry) => (entry.subject === record.id ? { ...entry, subject: id } : entry)),
    ),
    ...(audit.length > 0 && { auditPendingSince: now }),
  };
}

export const auditDocuments = (entries: readonly AuditEntry[]): AuditDocument[] =>
  entries.map((entry) => ({ _id: randomUUID(), ...entry }));

/** Members of a document that are no part of the record. */
const OWN = [
  '_id',
  'dueAt',
  'leaseToken',
  'leaseUntil',
  'leaseHolders',
  'atRiskAt',
  'openCare',
  'search',
  'events',
  'outbox',
  'eventsPendingSince',
  'audit',
  'auditPendingSince',
] as const satisfies readonly (keyof InvoiceDocument)[];

/** Leaves out what grows and is not needed for a record. */
export const RECORD_ONLY = { events: 0, outbox: 0, audit: 0 } as const;

export type ReadDocument = Omit<InvoiceDocument, keyof typeof RECORD_ONLY>;

export function recordOf(document: ReadDocument): InvoiceRecord {
  const { _id, dueAt, leaseToken, leaseUntil, leaseHolders = 1 } = document;
  const own: ReadonlySet<string> = new Set(OWN);
  const record = Object.fromEntries(Object.entries(document).filter(([name]) => !own.has(name)));
  return {
    ...(record as Omit<InvoiceDocument, (typeof OWN)[number]>),
    id: _id,
    dueAt: dueAt ?? null,
    lease:
      leaseToken !== undefined && leaseUntil
        ? { token: leaseToken, until: leaseUntil, holders: leaseHolders }
        : null,
  };
}
