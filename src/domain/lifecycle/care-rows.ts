import { isSameText } from 'en16931-rules/vocabulary/message.ts';
import type { CareRow } from './invoice-record.ts';

/** Opens the row if none of its code and reason is there; a person may have closed that one. */
export function withRow(care: readonly CareRow[], row: CareRow): readonly CareRow[] {
  const isThere = care.some(
    ({ code, fixHint }) => code === row.code && isSameText(fixHint ?? '', row.fixHint ?? ''),
  );
  return isThere ? care : [...handleRows(care, row.openedAt), row];
}

/**
 * Rows of troubles that are over.
 * @param isOver of an open row; all of them if left out.
 */
export const handleRows = (
  care: readonly CareRow[],
  now: Date,
  isOver: (row: CareRow) => boolean = () => true,
): readonly CareRow[] =>
  care.map((row) => (row.handledAt === undefined && isOver(row) ? { ...row, handledAt: now } : row));

export function ofCodes(codes: Iterable<string>): (row: CareRow) => boolean {
  const all = new Set(codes);
  return ({ code }) => all.has(code);
}
