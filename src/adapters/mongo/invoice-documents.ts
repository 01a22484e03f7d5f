import { INVOICE_FIELDS, WATCHED_FIELDS } from '../../domain/lifecycle/invoice-fields.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import { watch } from '../../domain/lifecycle/watched.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import { careOf } from './care-times.ts';
import type { InvoiceDocument } from './documents.ts';
import { listKeysOf } from './list-keys.ts';
import { absentAtTimes, mappingOf } from './record-mapping.ts';
import { auditDocuments } from './updates.ts';

/** A record without its events and what is still to be copied. */
export const SENT = mappingOf<InvoiceDocument, InvoiceRecord>(INVOICE_FIELDS, {
  of: (record) => {
    const { openCare, ...watched } = watch(record);
    const careOfClient = careOf(record.client, watched);
    const listKeys = listKeysOf(record);
    return {
      ...watched,
      ...(openCare > 0 && { openCare }),
      ...(careOfClient && { careOfClient }),
      ...(listKeys && { listKeys }),
    };
  },
  absent: [...absentAtTimes(WATCHED_FIELDS), 'openCare', 'careOfClient', 'listKeys'],
});

export function newDocument(
  record: InvoiceRecord,
  events: readonly StoredEvent[],
  audit: readonly AuditEntry[],
): InvoiceDocument {
  const now = new Date();
  return {
    _id: record.id,
    ...SENT.members(record),
    events: [...events],
    outbox: events.map(({ eventId }) => eventId),
    ...(events.length > 0 && { eventsPendingSince: now }),
    audit: auditDocuments(audit),
    ...(audit.length > 0 && { auditPendingSince: now }),
    countPendingSince: now,
  };
}
