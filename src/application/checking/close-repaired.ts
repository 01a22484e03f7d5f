import { handleRows } from '../../domain/lifecycle/care-rows.ts';
import { correctionOf } from '../../domain/lifecycle/correction.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { needsCare } from '../../domain/lifecycle/states.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import { type CareWriting, writeCare } from '../lifecycle/write-care.ts';

export interface RepairPorts extends CareWriting {
  readonly invoices: CareWriting['invoices'] & Pick<InvoiceReads, 'attempts' | 'find'>;
  readonly clock: Clock;
}

/** Closes the care rows of earlier submissions of the same `invoiceRef`: if this one fails, too, it has rows of its own. */
export async function closeRepaired(
  { id, client, invoiceRef }: Pick<InvoiceRecord, 'id' | 'client' | 'invoiceRef'>,
  ports: RepairPorts,
): Promise<void> {
  const [attempts = []] = await ports.invoices.attempts([{ client, invoiceRef }]);
  const earlier = attempts.slice(
    0,
    attempts.findIndex((attempt) => attempt.id === id),
  );
  for (const attempt of earlier)
    if (needsCare(attempt.state))
      await writeCare(
        () => ports.invoices.find(attempt.id),
        (record) => rowsOf(record, ports.clock.now()),
        ports.invoices,
        ports,
      );
}

function rowsOf(record: InvoiceRecord, now: Date): readonly CareRow[] | undefined {
  const isSettled = record.care.every(({ handledAt }) => handledAt !== undefined);
  if (isSettled || isUnclear(record)) return undefined;
  return handleRows(record.care, now);
}

/** The buyer may have both: a person looks. */
function isUnclear(record: InvoiceRecord): boolean {
  const correction = correctionOf(record, false);
  return correction !== undefined && 'reason' in correction && correction.reason === 'may_be_delivered';
}
