import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { HeldLease } from '../../domain/lifecycle/work-record.ts';
import {
  INVOICE_FIELDS,
  LEASE_FIELDS,
  type LeasedApart,
  WATCHED_FIELDS,
} from '../../domain/lifecycle/invoice-fields.ts';
import { releasesDocument } from '../../domain/lifecycle/states.ts';
import { watchedOf } from '../../domain/lifecycle/watched.ts';
import { flag } from '../../domain/vocabulary/fields.ts';
import type { Bound } from './bind.ts';
import { columnsOf, fromRow, toColumns } from './field-columns.ts';
import type { Row } from './sqlite.ts';

/** The columns of an invoice without its lease. `holds`: no other invoice may have its document. */
export const KEPT_FIELDS = { ...INVOICE_FIELDS, ...WATCHED_FIELDS, holds: flag } as const;

export const INVOICE_COLUMNS = columnsOf(KEPT_FIELDS);

export const invoiceColumns = (record: InvoiceRecord): Record<string, Bound> =>
  toColumns(KEPT_FIELDS, { ...record, ...watchedOf(record), holds: !releasesDocument(record.state) });

// Not as an object literal: V8 makes what a literal makes again and again where only a full collection looks, so that an export of many
// invoices took 100 MB for what it was done with.
export const invoiceFromRow = (row: Row): InvoiceRecord =>
  Object.assign(fromRow<LeasedApart>(INVOICE_FIELDS, row), { lease: leaseFromRow(row) });

// A lease of an older program has no count of holders.
const leaseFromRow = (row: Row): HeldLease | null =>
  row['lease_token'] === null
    ? null
    : fromRow<HeldLease>(LEASE_FIELDS, { ...row, lease_holders: row['lease_holders'] ?? 1 }, 'lease');
