import { INVOICE_FIELDS, WATCHED_FIELDS } from '../../domain/lifecycle/invoice-fields.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { releasesDocument } from '../../domain/lifecycle/states.ts';
import { watch } from '../../domain/lifecycle/watched.ts';
import { flag } from '../../domain/vocabulary/fields.ts';
import { tableOf } from './record-table.ts';

/** `holds`: no other invoice may have its document. */
export const SENT = tableOf<InvoiceRecord>('invoice', INVOICE_FIELDS, {
  fields: { ...WATCHED_FIELDS, holds: flag },
  of: (record) => ({ ...watch(record), holds: !releasesDocument(record.state) }),
});
