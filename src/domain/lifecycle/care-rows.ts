import { isSameText } from 'en16931-rules/vocabulary/message.ts';
import type { CareRow } from './invoice-record.ts';

/** Opens the row if none of its code and reason is there; a person may have closed that one. */
export function withRow(care: readonly CareRow[], row: CareRow): readonly CareRow[] {
  const isThere = care.some(
    ({ code, fixHint }) => code === row.code && isSameText(fixHint ?? '', row.fixHint ?? ''),
  );
  return isThere ? care : [...handled(care, row.openedAt), row];
}

export const handled = (care: readonly CareRow[], now: Date): readonly CareRow[] =>
  care.map((row) => (row.handledAt ? row : { ...row, handledAt: now }));
