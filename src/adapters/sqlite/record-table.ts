import { LEASE_FIELDS } from '../../domain/lifecycle/invoice-fields.ts';
import type { HeldLease, WorkRecord } from '../../domain/lifecycle/work-record.ts';
import type { Fields, FieldsOf } from '../../domain/vocabulary/fields.ts';
import { columnsOf, fromRow, toColumns } from './field-columns.ts';
import type { WorkTable } from './sqlite-work-table.ts';
import type { Row } from './sqlite.ts';

/** What lists and indexes need of a record. */
interface Beside<R> {
  readonly fields: Fields;
  readonly of: (record: R) => object;
}

/** The table of records whose fields are columns, besides their lease. */
export function tableOf<R extends WorkRecord>(
  name: string,
  fields: FieldsOf<Omit<R, 'lease'>>,
  beside: Beside<R> = { fields: {}, of: () => ({}) },
): WorkTable<R> & { readonly fields: Fields } {
  const allFields = { ...fields, ...beside.fields };
  return {
    name,
    fields: allFields,
    columns: columnsOf(allFields),
    write: (record) => toColumns(allFields, { ...record, ...beside.of(record) }),
    // Not as an object literal: V8 makes what a literal makes again and again where only a full collection looks, so that an export of
    // many invoices took 100 MB for what it was done with.
    read: (row) => Object.assign(fromRow<Omit<R, 'lease'>>(fields, row), { lease: leaseFrom(row) }) as R,
  };
}

const leaseFrom = (row: Row): HeldLease | null =>
  row['lease_token'] === null ? null : fromRow<HeldLease>(LEASE_FIELDS, row, 'lease');
