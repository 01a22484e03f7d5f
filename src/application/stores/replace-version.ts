import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Rows, Where } from '../../ports/rows.ts';
import { type RowName, ROWS } from './rows.ts';

/**
 * Replaces the row whose version is one less; version 1 requires that there is none.
 * @returns false if another version is stored: nothing was written.
 */
export function replaceVersion<T extends { readonly version: number }>(
  rows: Rows<T>,
  name: RowName,
  row: T,
  audit?: AuditEntry,
): Promise<boolean> {
  if (row.version === 1) return rows.add(row, audit);
  const { key, fields } = ROWS[name];
  const before = { [key]: row[key as keyof T], version: row.version - 1 } as Where<T>;
  // Every field is named, so that one without a value does not stay.
  const cleared = Object.fromEntries(Object.keys(fields).map((field) => [field, undefined]));
  return rows.change(before, { ...cleared, ...row }, audit);
}
