import type { CareRow, LedgerRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { newlyOpened } from './move.ts';

/** What has care rows: sent and received invoices. */
export type CareRecord = Pick<LedgerRecord<string>, 'care' | 'version'>;

export interface CareTelemetry {
  readonly telemetry: Pick<Telemetry, 'careOpened'>;
}

export interface CareWriting extends CareTelemetry {
  readonly invoices: Pick<InvoiceStore, 'commit'>;
}

/** Changes the rows of a record and nothing else of it. @returns undefined after a conflict. */
export async function writeCare<R extends CareRecord>(
  record: R,
  care: readonly CareRow[],
  ledger: Pick<Ledger<R>, 'commit'>,
  { telemetry }: CareTelemetry,
): Promise<'written' | undefined> {
  const next = { ...record, care, version: record.version + 1 };
  const answer = await ledger.commit({ record: next, events: [], files: [], audit: [] });
  if (answer === 'conflict') return undefined;
  for (const { code, whoActs } of newlyOpened(record.care, care)) telemetry.careOpened(code, whoActs);
  return 'written';
}
