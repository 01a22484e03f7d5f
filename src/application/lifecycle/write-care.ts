import type { CareRow, LedgerRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Ledger } from '../../ports/ledger.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { type CareTelemetry, tellOpened } from './tell-opened.ts';

/** What has care rows: sent and received invoices. */
export type CareRecord = Pick<LedgerRecord<string>, 'care' | 'version'>;

export interface CareWriting extends CareTelemetry {
  readonly invoices: Pick<InvoiceStore, 'commit'>;
}

/**
 * Changes the rows of a record and nothing else of it. If others change the record each time, nothing is written: the next look at what is
 * stored tries again.
 * @param find undefined if no record has such rows.
 * @param rowsOf the rows that the record has then; undefined if nothing is to be changed.
 * @returns whether something was.
 */
export const writeCare = <R extends CareRecord>(
  find: () => Promise<R | undefined>,
  rowsOf: (record: R) => readonly CareRow[] | undefined,
  ledger: Pick<Ledger<R>, 'commit'>,
  ports: CareTelemetry,
): Promise<boolean> =>
  repeatOnConflict(
    async () => {
      const record = await find();
      const care = record && rowsOf(record);
      if (!record || !care) return false;
      const next = { ...record, care, version: record.version + 1 };
      const answer = await ledger.commit({ record: next, events: [], files: [], audit: [] });
      if (answer === 'conflict') return undefined;
      tellOpened(record.care, care, ports);
      return true;
    },
    () => false,
  );
