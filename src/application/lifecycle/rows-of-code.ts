import { handleRows, ofCodes } from '../../domain/lifecycle/care-rows.ts';
import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { CareList } from '../../ports/care-list.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { CareTelemetry } from './tell-opened.ts';
import { type CareRecord, writeCare } from './write-care.ts';

// The care list is one of invoices (contract 2.12): a trouble of a client and route that concerns no invoice has its row on one of them.

interface RowsOf {
  readonly client: string;
  readonly route: Route;
  readonly code: string;
}

export interface CareRowPorts extends CareTelemetry {
  readonly invoices: Pick<InvoiceStore, 'careList' | 'find' | 'commit'>;
  readonly clock: Clock;
}

export async function openRowsOf(
  { client, route, code }: RowsOf,
  ledger: CareList,
): Promise<readonly CareItem[]> {
  const open = await ledger.careList({ client, status: 'open' });
  return open.filter((item) => item.route === route && item.row.code === code);
}

/** @param isOver whether the row on this invoice is handled. */
export async function closeRowsOf<R extends CareRecord>(
  rows: RowsOf,
  ledger: CareList & Pick<Ledger<R>, 'find' | 'commit'>,
  ports: CareTelemetry & Pick<CareRowPorts, 'clock'>,
  isOver: (record: R) => boolean = () => true,
): Promise<void> {
  const now = ports.clock.now();
  for (const { id } of await openRowsOf(rows, ledger))
    await writeCare(
      () => ledger.find(id),
      (record) => (isOver(record) ? handleRows(record.care, now, ofCodes([rows.code])) : undefined),
      ledger,
      ports,
    );
}
