import { foldedCase } from '../vocabulary/text.ts';
import { AT_RISK_SHARE, warningAt } from './deadlines.ts';
import type { InvoiceRecord } from './invoice-record.ts';

// What lists and figures ask of an invoice. A store keeps the answers beside the record, to look for them by an index.

/** Where `q` is looked for: reference and number, a line each. */
export const searchText = ({ invoiceRef, invoiceNumber = '' }: InvoiceRecord): string =>
  foldedCase(`${invoiceRef}\n${invoiceNumber}`);

export const openCareRows = ({ care }: InvoiceRecord): number =>
  care.filter(({ handledAt }) => handledAt === undefined).length;

/** From when on a queued invoice counts as at risk of its legal deadline; undefined without one. */
export const atRiskAt = ({ issueDate, deadlineAt }: InvoiceRecord): Date | undefined =>
  issueDate !== undefined && deadlineAt ? warningAt(issueDate, deadlineAt, AT_RISK_SHARE) : undefined;
