import { handleRows, ofCodes } from '../../domain/lifecycle/care-rows.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import { mergeCareRows } from './move.ts';
import { careRows } from '../care/care.ts';

const NO_WORKER: Finding = {
  code: 'EI-NO-WORKER',
  severity: 'error',
  source: 'service',
  message: say('calls.EI-NO-WORKER.message'),
  fixHint: say('calls.EI-NO-WORKER.hint'),
  whoFixes: 'us',
};

/** The row of an invoice that no live process can take. */
export const openWorkerCare = (care: readonly CareRow[], now: Date): readonly CareRow[] =>
  mergeCareRows(care, careRows([NO_WORKER], now));

export const waitsForWorker = (care: readonly CareRow[]): boolean =>
  care.some(({ code, handledAt }) => code === NO_WORKER.code && handledAt === undefined);

/** A worker has it: the row is handled. */
export function closeWorkerCare<R extends { readonly care: readonly CareRow[] }>(record: R, now: Date): R {
  if (!waitsForWorker(record.care)) return record;
  return { ...record, care: handleRows(record.care, now, ofCodes([NO_WORKER.code])) };
}
