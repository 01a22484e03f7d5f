import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import { type CareWriting, writeCare } from '../lifecycle/write-care.ts';
import { handleRows } from '../lifecycle/move.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';

/** Care rows about credentials of a client: they are on its invoices. */
interface RowsOf {
  readonly client: string;
  readonly route: Route;
  readonly code: string;
}

export interface CareRowPorts extends CareWriting {
  readonly invoices: CareWriting['invoices'] & Pick<InvoiceStore, 'careList' | 'find'>;
  readonly clock: Clock;
}

export async function openRowsOf(
  { client, route, code }: RowsOf,
  { invoices }: Pick<CareRowPorts, 'invoices'>,
) {
  const open = await invoices.careList({ client, status: 'open' });
  return open.filter((item) => item.route === route && item.row.code === code);
}

/** @param isOver whether the row on this invoice is handled. */
export async function closeRowsOf(
  rows: RowsOf,
  ports: CareRowPorts,
  isOver: (record: InvoiceRecord) => boolean = () => true,
): Promise<void> {
  const now = ports.clock.now();
  for (const { id } of await openRowsOf(rows, ports))
    await repeatOnConflict(
      async () => {
        const record = await ports.invoices.find(id);
        if (!record || !isOver(record)) return 'none';
        return writeCare(record, handleRows(record.care, new Set([rows.code]), now), ports);
      },
      () => 'none' as const,
    );
}
