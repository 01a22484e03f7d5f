import { LEDGER_FIELDS, SUBMISSION_FIELDS } from '../lifecycle/invoice-fields.ts';
import type { LedgerRecord } from '../lifecycle/invoice-record.ts';
import type { Task } from '../lifecycle/lanes.ts';
import type { InvoiceState } from '../lifecycle/states.ts';
import { newestCareOf, type Watched } from '../lifecycle/watched.ts';
import { REPORT_PARTS, type ReportPart } from '../vocabulary/stated-sale.ts';
import type { Submission } from '../sending/submission.ts';
import {
  count,
  type FieldsOf,
  flag,
  nullable,
  objectOf,
  oneOf,
  optional,
  sha256,
  text,
  time,
} from '../vocabulary/fields.ts';

/**
 * `queued`: collects sales until it is sent, or waits to be sent. `submitting`: the route may have it. `submitted`: the route has it. Then
 * `accepted` or `rejected` by the administration; a change of its sales opens both again. No report is given up.
 */
export const REPORT_STATES = [
  'queued',
  'submitting',
  'submitted',
  'accepted',
  'rejected',
] as const satisfies readonly InvoiceState[];
export type ReportState = (typeof REPORT_STATES)[number];

/**
 * A report of a client's sales to the tax administration: one for each declarant, part and period. Its id is `rep_` and 24 hex digits of the
 * hash of these. Amounts are sealed, in its sales and its documents.
 */
export interface TaxReport extends LedgerRecord<ReportState> {
  /** Its id, where lists and events have the reference of an invoice. */
  readonly invoiceRef: string;
  /** Number of the declarant in its register. */
  readonly declarant: string;
  readonly part: ReportPart;
  /** The platform derives it from our invoices: it is compared with them, and never sent. Absent for a report of ours. */
  readonly isDerived?: boolean;
  /** First and last day, `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** When it is sent for the first time. */
  readonly sendAt: Date;
  /** The last moment at which it is in time. */
  readonly deadlineAt: Date;
  /** When the service has warned that the deadline is near. */
  readonly warnedAt?: Date;
  /** How many documents were made for it. */
  readonly documentsMade: number;
  /** Hash of the ids of the sales in the newest document; absent before the first one. */
  readonly salesSha256?: string;
  /** How many sales that document states. */
  readonly salesStated?: number;
  /** Hash of the ids of the sales that the administration has accepted. */
  readonly acceptedSales?: string;
  /** The administration has an earlier document, or may have it: the next one replaces it. */
  readonly mayBeHeld: boolean;
  /** Since the store was restored nothing is sent, until an operator says whether the route has the report. */
  readonly heldSince?: Date;
  readonly documentSha256?: string;
  /** The route's own id of the newest document. */
  readonly legalId: string | null;
  readonly submission?: Submission;
}

const REPORT_FIELDS_ALONE: FieldsOf<Omit<TaxReport, keyof LedgerRecord<string>>> = {
  invoiceRef: text,
  declarant: text,
  part: oneOf(REPORT_PARTS),
  isDerived: optional(flag),
  firstDay: text,
  lastDay: text,
  sendAt: time,
  deadlineAt: time,
  warnedAt: optional(time),
  documentsMade: count,
  salesSha256: optional(sha256),
  salesStated: optional(count),
  acceptedSales: optional(sha256),
  mayBeHeld: flag,
  heldSince: optional(time),
  documentSha256: optional(sha256),
  legalId: nullable(text),
  submission: optional(objectOf(SUBMISSION_FIELDS)),
};

export const REPORT_FIELDS: FieldsOf<Omit<TaxReport, 'lease'>> = {
  ...LEDGER_FIELDS,
  state: oneOf(REPORT_STATES),
  ...REPORT_FIELDS_ALONE,
};

/** The answers to lists of reports, stored beside the record. */
export type WatchedReport = Pick<Watched, 'newestOpenCare' | 'newestHandledCare' | 'submissionId'>;

export const WATCHED_REPORT_FIELDS: FieldsOf<WatchedReport> = {
  newestOpenCare: optional(time),
  newestHandledCare: optional(time),
  submissionId: optional(text),
};

export const watchReport = (report: TaxReport): WatchedReport => ({
  ...newestCareOf(report),
  ...(report.submission && { submissionId: report.submission.id }),
});

export const TAX_REPORT = 'tax-report';
export const REPORT_ID = /^rep_[0-9a-f]{24}$/;

/** Reports share the lane of their route. */
export const reportTask = ({ id, client, route }: Pick<TaxReport, 'id' | 'client' | 'route'>): Task => ({
  kind: TAX_REPORT,
  lane: route,
  id,
  client,
});

/** What makes a report one. */
export type ReportKey = Pick<
  TaxReport,
  'client' | 'route' | 'declarant' | 'part' | 'isDerived' | 'firstDay' | 'lastDay'
>;

/** A client whose way changes within a period has a report of ours and one of the platform. */
export function reportId(key: ReportKey, { sha256 }: { readonly sha256: (text: string) => string }): string {
  const { client, route, declarant, part, isDerived, firstDay, lastDay } = key;
  const name = [client, route, declarant, part, firstDay, lastDay, ...(isDerived ? ['derived'] : [])];
  return `rep_${sha256(JSON.stringify(name)).slice(0, 24)}`;
}

/** Every document that was made for a report is kept, with the administration's answer to it. */
export const documentKind = (made: number): string => `tax-report-${made}`;
export const answerKind = (made: number): string => `tax-report-${made}-answer`;
export const REPORT_DOCUMENT = /^tax-report-\d+(?:-answer)?$/;
