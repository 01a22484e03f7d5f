import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { newlyOpened, rescheduleSilently } from './move.ts';

export interface CareWriting {
  readonly invoices: Pick<InvoiceStore, 'commit'>;
  readonly telemetry: Pick<Telemetry, 'careOpened'>;
}

/** Changes the rows of an invoice and nothing else of it. @returns undefined after a conflict. */
export async function writeCare(
  record: InvoiceRecord,
  care: readonly CareRow[],
  { invoices, telemetry }: CareWriting,
): Promise<'written' | undefined> {
  const step = rescheduleSilently({ ...record, care }, record.dueAt);
  if ((await invoices.commit({ ...step, audit: [] })) === 'conflict') return undefined;
  for (const { code, whoActs } of newlyOpened(record.care, care)) telemetry.careOpened(code, whoActs);
  return 'written';
}
