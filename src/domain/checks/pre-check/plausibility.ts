import type { Finding } from '../../findings/finding.ts';
import type { CanonicalInvoice, IsoDate } from '../../invoice/canonical.ts';
import { judgeOr } from '../../invoice/unjudged.ts';

/** Facts about an invoice that it does not state. */
export interface Arrival {
  /** The day (UTC) of its intake; undefined if it is unknown. */
  readonly day?: IsoDate | undefined;
  /** The last day to file it, on routes that have one. */
  readonly fileBy?: IsoDate | undefined;
}

interface PlausibilityCheck extends Pick<Finding, 'code' | 'message' | 'fixHint' | 'whoFixes'> {
  readonly field: string;
  readonly term: string;
  readonly isDoubtful: (invoice: CanonicalInvoice, arrival: Arrival) => boolean;
}

/** Invoices are dated ahead by some days, for the first of the next month; a year ahead is a typing error. */
const DAYS_AHEAD = 31;

/** Contents that no rule forbids and that are hardly ever meant. Days have one format, so they compare as texts. */
const CHECKS: readonly PlausibilityCheck[] = [
  {
    code: 'EI-DATE-AHEAD',
    field: 'invoice.issue_date',
    term: 'BT-2',
    message: `The issue date is more than ${DAYS_AHEAD} days ahead.`,
    fixHint: 'Check the year and the month.',
    whoFixes: 'erp',
    isDoubtful: ({ invoice }, { day }) => day !== undefined && invoice.issueDate > daysAfter(day, DAYS_AHEAD),
  },
  {
    code: 'EI-DUE-BEFORE-ISSUE',
    field: 'invoice.due_date',
    term: 'BT-9',
    message: 'The invoice is due before it is issued.',
    fixHint: 'Check both dates. If the invoice is already paid, leave due_date out.',
    whoFixes: 'erp',
    isDoubtful: ({ invoice }) => invoice.dueDate !== undefined && invoice.dueDate < invoice.issueDate,
  },
  {
    code: 'EI-DEADLINE-PASSED',
    field: 'invoice.issue_date',
    term: 'BT-2',
    message:
      'The invoice is late: counted from its issue date, the last day to file it on this route has passed.',
    fixHint:
      'This warning does not stop the invoice. Check the issue date. If it is right, ask your tax adviser.',
    whoFixes: 'business',
    isDoubtful: (_, { day, fileBy }) => day !== undefined && fileBy !== undefined && day > fileBy,
  },
];

function daysAfter(day: IsoDate, days: number): IsoDate {
  const later = new Date(`${day}T00:00:00Z`);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
}

/** Warnings only: none of them refuses an invoice. */
export const checkPlausibility = (invoice: CanonicalInvoice, arrival: Arrival): Finding[] =>
  CHECKS.filter(({ isDoubtful }) => judgeOr(() => isDoubtful(invoice, arrival), false)).map(
    ({ isDoubtful: _, ...finding }) => ({ ...finding, severity: 'warning', source: 'pre-check' }),
  );
