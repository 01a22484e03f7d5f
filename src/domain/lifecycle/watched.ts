import { foldedCase } from '../vocabulary/text.ts';
import { AT_RISK_SHARE, WARNING_SHARES, warningAt } from './deadlines.ts';
import type { CareRow, InvoiceRecord } from './invoice-record.ts';

/** The answers to lists and figures about an invoice. A store keeps them beside the record, so that an index finds them. */
export interface Watched {
  /** The text that `q` searches: references and number, a line each. */
  readonly search: string;
  /** Care rows that are not handled yet. */
  readonly openCare: number;
  /** When the oldest of them was opened. */
  readonly openCareSince?: Date;
  /** When the newest open row was opened, and the newest handled one. */
  readonly newestOpenCare?: Date;
  readonly newestHandledCare?: Date;
  /** From when on the queued invoice counts as at risk of its legal deadline. */
  readonly atRiskAt?: Date;
  /** While it is queued: when the next warning of its deadline is due. */
  readonly warnAt?: Date;
  /** The name that the route's messages use. */
  readonly submissionId?: string;
}

export function watch(record: InvoiceRecord): Watched {
  const riskAt = atRiskAt(record);
  const warnAt = nextWarningAt(record);
  const open = record.care.filter(isOpen);
  return {
    search: searchText(record),
    openCare: open.length,
    ...(open.length > 0 && { openCareSince: new Date(Math.min(...open.map(openingTimeOf))) }),
    ...newestCareOf(record),
    ...(riskAt && { atRiskAt: riskAt }),
    ...(warnAt && { warnAt }),
    ...(record.submission && { submissionId: record.submission.id }),
  };
}

/** The times by which care lists find an invoice. */
export function newestCareOf({
  care,
}: Pick<InvoiceRecord, 'care'>): Pick<Watched, 'newestOpenCare' | 'newestHandledCare'> {
  const [open, handled] = [care.filter(isOpen), care.filter((row) => !isOpen(row))];
  return {
    ...(open.length > 0 && { newestOpenCare: new Date(Math.max(...open.map(openingTimeOf))) }),
    ...(handled.length > 0 && { newestHandledCare: new Date(Math.max(...handled.map(openingTimeOf))) }),
  };
}

const isOpen = ({ handledAt }: CareRow): boolean => handledAt === undefined;
const openingTimeOf = (row: CareRow): number => row.openedAt.getTime();

export const searchText = ({
  invoiceRef,
  alsoSentAs = [],
  invoiceNumber = '',
}: Pick<InvoiceRecord, 'invoiceRef' | 'alsoSentAs' | 'invoiceNumber'>): string =>
  foldedCase([invoiceRef, invoiceNumber, ...alsoSentAs].join('\n'));

const atRiskAt = (record: InvoiceRecord): Date | undefined => shareGoneAt(record, AT_RISK_SHARE);

function nextWarningAt(record: InvoiceRecord): Date | undefined {
  const share = WARNING_SHARES[record.deadlineWarnings ?? 0];
  return record.state === 'queued' && share !== undefined ? shareGoneAt(record, share) : undefined;
}

const shareGoneAt = ({ route, issueDate, deadlineAt }: InvoiceRecord, share: number): Date | undefined =>
  issueDate !== undefined && deadlineAt ? warningAt(route, issueDate, deadlineAt, share) : undefined;
