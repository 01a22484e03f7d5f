import {
  LEASE_FIELDS,
  RECEIVED_FIELDS,
  WATCHED_RECEIVED_FIELDS,
} from '../../domain/lifecycle/invoice-fields.ts';
import { type ReceivedRecord, watchedOfReceived } from '../../domain/lifecycle/received-record.ts';
import type { HeldLease } from '../../domain/lifecycle/work-record.ts';
import { columnsOf, fromRow, toColumns } from './field-columns.ts';
import type { WorkTable } from './sqlite-work-table.ts';

/** The columns of a received invoice without its lease. */
export const KEPT_OF_RECEIVED = { ...RECEIVED_FIELDS, ...WATCHED_RECEIVED_FIELDS } as const;

export const RECEIVED: WorkTable<ReceivedRecord> = {
  name: 'received',
  columns: columnsOf(KEPT_OF_RECEIVED),
  write: (record) => toColumns(KEPT_OF_RECEIVED, { ...record, ...watchedOfReceived(record) }),
  // No object literal, as in `invoiceFromRow`.
  read: (row) =>
    Object.assign(fromRow<Omit<ReceivedRecord, 'lease'>>(RECEIVED_FIELDS, row), {
      lease: row['lease_token'] === null ? null : fromRow<HeldLease>(LEASE_FIELDS, row, 'lease'),
    }),
};
