import type { Caller } from '../../domain/access/caller.ts';
import { RECEIVED_ID, type ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import { REPORT_ID, type TaxReport } from '../../domain/reports/tax-report.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { ReportStore } from '../../ports/report-store.ts';
import { requireOwn } from '../access/tenancy.ts';

/** The ledgers whose invoices may be on the care list. */
export interface CaredFor {
  readonly invoices: Pick<InvoiceReads, 'find'>;
  readonly received: Pick<ReceivedStore, 'find'>;
  readonly reports: Pick<ReportStore, 'find'>;
}

/** A record that may be on the care list. */
export type CareHolder = InvoiceRecord | ReceivedRecord | TaxReport;

/** @throws CallFailed `not-found`, for an invoice that has no care row and for another client's too. */
export async function invoiceInCare(
  { invoices, received, reports }: CaredFor,
  caller: Caller,
  id: string,
): Promise<CareHolder> {
  const ledger = RECEIVED_ID.test(id) ? received : REPORT_ID.test(id) ? reports : invoices;
  const found: CareHolder | undefined = await ledger.find(id);
  return requireOwn(caller, found?.care.length ? found : undefined, 'No such invoice on the care list.');
}

/** @throws CallFailed `not-found`, for a code that the invoice has no row of. */
export function requireRow(care: readonly CareRow[], code: string): void {
  if (!care.some((row) => row.code === code))
    throw new CallFailed({ kind: 'not-found', detail: 'The invoice has no such row on the care list.' });
}
