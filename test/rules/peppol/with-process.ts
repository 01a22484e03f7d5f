import type { Row } from '../row.ts';

/** An invoice without a process breaks the rule on unknown processes, too. */
export function withProcess(row: Row): Row {
  const isMissing = row.finds.includes('PEPPOL-EN16931-R001');
  return isMissing ? { ...row, finds: [...row.finds, 'PEPPOL-EN16931-R007'] } : row;
}
