import type { ReportedSale } from '../domain/reports/reported-sale.ts';
import type { ReportState, TaxReport } from '../domain/reports/tax-report.ts';
import type { AuditEntry } from './audit-log.ts';
import type { CareList } from './care-list.ts';
import type { DueWork } from './due-work.ts';
import type { Ledger } from './ledger.ts';
import type { Removal } from './removal.ts';
import type { SubmissionQuery } from './status-store.ts';

/** Tax reports and the sales that they state: a ledger of their own. Their events are in the common event feed. */
export interface ReportStore extends Ledger<TaxReport>, DueWork<TaxReport>, CareList, Removal {
  /**
   * Adds a sale together with its audit row, unless its id exists, and before it the report unless that exists. On disk when it resolves.
   * @returns the stored sale; `replaced` if another sale replaces the same one already: then nothing was stored.
   */
  takeSale(intake: SaleIntake): Promise<ReportedSale | 'replaced'>;
  findSale(id: string): Promise<ReportedSale | undefined>;
  /** All sales of a report, in any order. A sale that was taken before this call is among them. */
  salesOf(reportId: string): Promise<readonly ReportedSale[]>;
  /** The sales of an invoice, its payments included, in any order. */
  salesOfInvoice(invoiceId: string): Promise<readonly ReportedSale[]>;
  /** By id of the present submission. */
  ofSubmission(query: SubmissionQuery): Promise<TaxReport | undefined>;
  /** The newest periods first, at most `limit`, after `after`. */
  list(query: ReportQuery): Promise<readonly TaxReport[]>;
  /** Reports that are not accepted, have not been warned of, and whose deadline is before `before`; at most `limit`. */
  nearDeadline(before: Date, limit: number): Promise<readonly TaxReport[]>;
  /** Notes that the store was restored from a backup; the latest restore counts. */
  noteRestore(at: Date): Promise<void>;
  /** Undefined if the store was never restored. */
  restoredAt(): Promise<Date | undefined>;
}

export interface SaleIntake {
  readonly sale: ReportedSale;
  /** As it begins. */
  readonly report: TaxReport;
  readonly audit: AuditEntry;
}

export interface ReportQuery {
  /** All clients if left out. */
  readonly client?: string;
  readonly states?: readonly ReportState[];
  /** `<first day> <id>` of the last one before. */
  readonly after?: string;
  readonly limit: number;
}

/** The place of a report in the list. */
export const reportCursor = ({ firstDay, id }: Pick<TaxReport, 'firstDay' | 'id'>): string =>
  `${firstDay} ${id}`;
