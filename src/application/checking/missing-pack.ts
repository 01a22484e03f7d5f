import { handleRows, ofCodes } from '../../domain/lifecycle/care-rows.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { WITHOUT_RULES } from '../../domain/findings/pack-missing.ts';
import type { LedgerRecord } from '../../domain/lifecycle/invoice-record.ts';
import { careRows } from '../care/care.ts';
import { mergeCareRows } from '../lifecycle/move.ts';

const MINUTE_MS = 60_000;

/** The time between two looks whether the rules of a document are installed. That they are not is no failure, so none is counted. */
export const PACK_WAIT_MS = 10 * MINUTE_MS;

type Cared = Pick<LedgerRecord<never>, 'errors' | 'care'>;

/** A record whose rules are not installed, from the first look on; a row that a person has handled stays handled. */
export function withMissingPack<R extends Cared>(record: R, finding: Finding, now: Date): R {
  const handled = hasMissingPack(record) ? 'leave' : 'reopen';
  const care = mergeCareRows(record.care, careRows([finding], now), handled);
  return { ...record, errors: [finding], care };
}

export const hasMissingPack = ({ errors }: Pick<Cared, 'errors'>): boolean =>
  errors.some(({ code }) => WITHOUT_RULES.has(code));

/** The rules are there: the row is over. */
export const withoutMissingPack = <R extends Cared>(record: R, now: Date): R => ({
  ...record,
  care: handleRows(record.care, now, ofCodes(WITHOUT_RULES)),
});
