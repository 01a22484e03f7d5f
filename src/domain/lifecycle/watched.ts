import { foldedCase } from '../vocabulary/text.ts';
import { AT_RISK_SHARE, warningAt } from './deadlines.ts';
import type { InvoiceRecord } from './invoice-record.ts';

/** What lists and figures ask of an invoice. A store keeps the answers beside the record, to look for them by an index. */
export interface Watched {
  /** Where `q` is looked for: reference and number, a line each. */
  readonly search: string;
  /** Care rows that nobody has handled. */
  readonly openCare: number;
  /** From when on it counts, while queued, as at risk of its legal deadline. */
  readonly atRiskAt?: Date;
  /** By which the route's messages name it. */
  readonly submissionId?: string;
}

export function watchedOf(record: InvoiceRecord): Watched {
  const riskAt = atRiskAt(record);
  return {
    search: searchText(record),
    openCare: record.care.filter(({ handledAt }) => handledAt === undefined).length,
    ...(riskAt && { atRiskAt: riskAt }),
    ...(record.submission && { submissionId: record.submission.id }),
  };
}

export const searchText = ({ invoiceRef, invoiceNumber = '' }: InvoiceRecord): string =>
  foldedCase(`${invoiceRef}\n${invoiceNumber}`);

export const atRiskAt = ({ issueDate, deadlineAt }: InvoiceRecord): Date | undefined =>
  issueDate !== undefined && deadlineAt ? warningAt(issueDate, deadlineAt, AT_RISK_SHARE) : undefined;
