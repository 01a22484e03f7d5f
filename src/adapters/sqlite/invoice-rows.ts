import type { CareRow, HeldLease, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { releasesDocument } from '../../domain/lifecycle/states.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import { atRiskAt, openCareRows, searchText } from '../../domain/lifecycle/watched.ts';
import type { Bound } from './bind.ts';
import { integer, json, ms, optional, text, time } from './columns.ts';
import type { Row } from './sqlite.ts';

/** Columns of an invoice, the lease apart. */
export const INVOICE_COLUMNS = [
  'id',
  'client',
  'environment',
  'route',
  'state',
  'version',
  'invoice_ref',
  'invoice_number',
  'issue_date',
  'format',
  'fingerprint',
  'intake_key',
  'legal_id',
  'buyer_status',
  'document_sha256',
  'errors',
  'documents',
  'care',
  'open_care',
  'last_sequence',
  'failures',
  'due_at',
  'reached_rail',
  'deadline_at',
  'at_risk_at',
  'created_at',
  'updated_at',
  'search',
  'holds',
] as const;

export function invoiceColumns(record: InvoiceRecord): Record<(typeof INVOICE_COLUMNS)[number], Bound> {
  return {
    id: record.id,
    client: record.client,
    environment: record.environment,
    route: record.route,
    state: record.state,
    version: record.version,
    invoice_ref: record.invoiceRef,
    invoice_number: record.invoiceNumber ?? null,
    issue_date: record.issueDate ?? null,
    format: record.format,
    fingerprint: record.fingerprint,
    intake_key: record.intakeKey,
    legal_id: record.legalId,
    buyer_status: record.buyerStatus,
    document_sha256: record.documentSha256 ?? null,
    errors: JSON.stringify(record.errors),
    documents: JSON.stringify(record.documents),
    care: JSON.stringify(record.care),
    open_care: openCareRows(record),
    last_sequence: record.lastSequence,
    failures: record.failures,
    due_at: ms(record.dueAt),
    reached_rail: record.reachedRail ? 1 : 0,
    deadline_at: ms(record.deadlineAt),
    at_risk_at: ms(atRiskAt(record)),
    created_at: record.createdAt.getTime(),
    updated_at: record.updatedAt.getTime(),
    search: searchText(record),
    holds: releasesDocument(record.state) ? 0 : 1,
  };
}

export function invoiceFromRow(row: Row): InvoiceRecord {
  return {
    id: text(row, 'id'),
    client: text(row, 'client'),
    environment: text(row, 'environment') as InvoiceRecord['environment'],
    route: text(row, 'route') as InvoiceRecord['route'],
    state: text(row, 'state') as InvoiceRecord['state'],
    version: integer(row, 'version'),
    invoiceRef: text(row, 'invoice_ref'),
    ...given('invoiceNumber', optional(row, 'invoice_number', text)),
    ...given('issueDate', optional(row, 'issue_date', text)),
    format: text(row, 'format'),
    fingerprint: text(row, 'fingerprint'),
    intakeKey: text(row, 'intake_key'),
    legalId: optional(row, 'legal_id', text) ?? null,
    buyerStatus: optional(row, 'buyer_status', text) ?? null,
    ...given('documentSha256', optional(row, 'document_sha256', text)),
    errors: json<InvoiceRecord['errors']>(row, 'errors'),
    documents: json<InvoiceRecord['documents']>(row, 'documents'),
    care: json<readonly WrittenCareRow[]>(row, 'care').map(careRow),
    lastSequence: integer(row, 'last_sequence'),
    failures: integer(row, 'failures'),
    dueAt: optional(row, 'due_at', time) ?? null,
    lease: leaseFromRow(row),
    reachedRail: integer(row, 'reached_rail') === 1,
    ...given('deadlineAt', optional(row, 'deadline_at', time)),
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
  };
}

const leaseFromRow = (row: Row): HeldLease | null => {
  const token = optional(row, 'lease_token', text);
  // A lease of an older program counts no holders.
  const holders = optional(row, 'lease_holders', integer) ?? 1;
  return token === undefined ? null : { token, until: time(row, 'lease_until'), holders };
};

interface WrittenCareRow extends Omit<CareRow, 'openedAt' | 'handledAt'> {
  readonly openedAt: string;
  readonly handledAt?: string;
}

const careRow = ({ openedAt, handledAt, ...rest }: WrittenCareRow): CareRow => ({
  ...rest,
  openedAt: new Date(openedAt),
  ...given('handledAt', handledAt === undefined ? undefined : new Date(handledAt)),
});

export const eventFromRow = (row: Row): StoredEvent => ({
  eventId: text(row, 'event_id'),
  sequence: integer(row, 'sequence'),
  occurredAt: time(row, 'occurred_at'),
  text: text(row, 'text'),
});

// An absent member stays absent: a record read back equals the one that was written.
const given = <K extends string, T>(name: K, value: T | undefined): { [key in K]?: T } =>
  value === undefined ? {} : ({ [name]: value } as { [key in K]?: T });
