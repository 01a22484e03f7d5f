import { isOverdue } from '../../domain/delivery/decisions.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/delivery/status-mapping.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import { RECEIVED_ID } from '../../domain/lifecycle/received-record.ts';
import type { OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import { careRows } from '../care/care.ts';
import { findingOf } from '../delivery/care-while-sending.ts';
import { railOf } from '../delivery/submission-of.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import { commitToInvoice, type RefusalTools } from './record-outcome.ts';

export interface CareTools extends RefusalTools {
  readonly rails: Rails;
}

interface Cared {
  readonly route: Route;
  readonly care: readonly CareRow[];
  readonly version: number;
}

/**
 * Opens the care row that helps while a status waits, on its invoice, and handles the one of a trouble that is over. `lastStatus` of the
 * submission names the trouble of the row: a row that a person has handled stays so while the trouble lasts. If a process dies between both
 * commits, this is repeated.
 * @param mapping of the answer for which the status waits; undefined if it waits for no person.
 */
export async function noteTrouble(
  status: OutgoingStatus,
  mapping: StatusMapping | undefined,
  tools: CareTools,
): Promise<OutgoingStatus> {
  const { lastStatus, ...submission } = status.submission;
  const trouble = mapping?.opensCareAtOnce ? mapping : mapping && overdueOf(status, tools);
  if (trouble?.networkStatus === lastStatus) return status;
  const { statusMappings } = railOf(status, tools);
  const over = statusMappings.find(({ networkStatus }) => networkStatus === lastStatus)?.code;
  const now = tools.clock.now();
  await changeCare(status, tools, (record) => {
    const closed = record.care.map((row) =>
      row.code === over && row.handledAt === undefined ? { ...row, handledAt: now } : row,
    );
    const findings = trouble ? [findingOf(record, { mapping: trouble }, tools)] : [];
    return mergeCareRows(closed, careRows(findings, now));
  });
  return { ...status, submission: { ...submission, ...(trouble && { lastStatus: trouble.networkStatus }) } };
}

/** The route has had the status for a day, and has not decided it. The hint names it: its invoice may have more of them. */
function overdueOf(
  { state, status, submission: { startedAt, calledAt = startedAt } }: OutgoingStatus,
  { clock }: CareTools,
): StatusMapping | undefined {
  if (state !== 'sent' || !isOverdue(calledAt, clock.now())) return undefined;
  const fixHint = `Do not send the status again: the service continues to ask for the outcome of ${status}. Later statuses wait for it.`;
  return { ...COMMON_STATUSES.overdue, fixHint };
}

async function changeCare(
  { invoiceId }: OutgoingStatus,
  { invoices, received }: CareTools,
  change: (record: Cared) => readonly CareRow[],
): Promise<void> {
  const stepOf = async <R extends Cared>(record: R) => ({
    record: { ...record, care: change(record), version: record.version + 1 },
    events: [],
    files: [],
  });
  if (RECEIVED_ID.test(invoiceId)) await commitToInvoice(received, invoiceId, stepOf);
  else await commitToInvoice(invoices, invoiceId, stepOf);
}
