import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Change, Rows, RowTable, Where } from '../../ports/rows.ts';

/**
 * Replaces the row whose version is one less; version 1 requires that there is none. Members that are no fields here stay.
 * @returns false if another version is stored: nothing was written.
 */
export function replaceVersion<T extends { readonly version: number }, S extends T>(
  rows: Rows<S>,
  { key, fields }: Pick<RowTable<T>, 'key' | 'fields'>,
  row: T,
  audit?: AuditEntry,
): Promise<boolean> {
  if (row.version === 1) return rows.add(row as S, audit);
  const before = { [key]: row[key], version: row.version - 1 } as Where<S>;
  // Every field is named, so that one without a value does not stay.
  const cleared = Object.fromEntries(Object.keys(fields).map((field) => [field, undefined]));
  const change: object = { ...cleared, ...row };
  return rows.change(before, change as Change<S>, audit);
}
