import { handleRows } from '../../domain/lifecycle/care-rows.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { isOverdue } from '../../domain/sending/retry.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import { RECEIVED_ID } from '../../domain/lifecycle/received-record.ts';
import type { OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { careRows } from '../care/care.ts';
import { CREDENTIAL_ACCEPTED, findingOf } from '../sending/care.ts';
import type { Progress } from '../sending/sendable.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import type { WorkStep } from '../work/record-kind.ts';
import { commitToInvoice, type StatusRejectionPorts } from './status-outcome.ts';

interface Cared {
  readonly route: Route;
  readonly care: readonly CareRow[];
  readonly version: number;
}

/**
 * Opens the care row of the trouble that an answer tells of, on the invoice of the status, and handles the row of a trouble that is over. An
 * answer that tells nothing of an open trouble, such as a timeout, leaves its row alone. `openTrouble` of the submission names the trouble of
 * the row: a row that a person has handled stays so while the trouble lasts. If a process dies between both commits, this is repeated, or the
 * end of the status handles the row.
 * @param waits whether the status waits after this answer.
 */
export async function noteTrouble(
  { record: status, rail }: Pick<Progress<OutgoingStatus>, 'record' | 'rail'>,
  { mapping, waits }: { readonly mapping: StatusMapping; readonly waits: boolean },
  ports: StatusRejectionPorts,
): Promise<OutgoingStatus> {
  const { openTrouble, ...submission } = status.submission;
  const tells = mapping.opensCareAtOnce === true || CREDENTIAL_ACCEPTED.has(mapping.meaning);
  if (openTrouble !== undefined && !tells) return status;
  const trouble = waits ? troubleIn(mapping, status, ports) : undefined;
  if (trouble?.networkStatus === openTrouble) return status;
  const over = rail.statusMappings.filter(
    ({ networkStatus, heals }) => networkStatus === openTrouble && heals,
  );
  const now = ports.clock.now();
  await changeCare(status, ports, (record) => {
    const findings = trouble ? [findingOf(record, { mapping: trouble }, ports)] : [];
    return mergeCareRows(handleOwn(record, status, over, now), careRows(findings, now));
  });
  return { ...status, submission: { ...submission, ...(trouble && { openTrouble: trouble.networkStatus }) } };
}

/** The troubles for which a status waits on every route. */
const WAITS: readonly StatusMapping[] = [
  COMMON_STATUSES.credentialMissing,
  COMMON_STATUSES.credentialRefused,
  COMMON_STATUSES.blocked,
  COMMON_STATUSES.overdue,
  COMMON_STATUSES.clockSetBack,
];

/**
 * Handles the rows of a status that ends. The route's last word shows that all troubles are over, also one whose note was lost with a
 * process. A status that was given up shows nothing: its invoice may wait for the same credential.
 * @param rejection that the end opens a row for.
 */
export async function noteEnd(
  status: OutgoingStatus,
  { isGivenUp, rejection }: { readonly isGivenUp: boolean; readonly rejection?: StatusMapping },
  ports: StatusRejectionPorts,
): Promise<void> {
  const { openTrouble } = status.submission;
  const over = WAITS.filter(
    ({ networkStatus, code }) =>
      (!isGivenUp || networkStatus === openTrouble) && code !== undefined && code !== rejection?.code,
  );
  if (over.length === 0) return;
  await changeCare(status, ports, (record) => handleOwn(record, status, over, ports.clock.now()));
}

/**
 * A row that was open before the call of the status is another's, such as one of an earlier status that was given up. That the clock is behind
 * the call is noted before the time of the call, and is over for all.
 */
function handleOwn(
  { care }: Cared,
  { submission: { startedAt, calledAt = startedAt } }: OutgoingStatus,
  over: readonly StatusMapping[],
  now: Date,
): readonly CareRow[] {
  const codes = new Set(over.map(({ code }) => code));
  const isOwn = (row: CareRow): boolean =>
    row.openedAt >= calledAt || row.code === COMMON_STATUSES.clockSetBack.code;
  return handleRows(care, now, (row) => codes.has(row.code) && isOwn(row));
}

/** A person can help, or the route has had the status for a day. The hint names it: its invoice may have more of them. */
function troubleIn(
  mapping: StatusMapping,
  { state, status, submission: { startedAt, calledAt = startedAt } }: OutgoingStatus,
  { clock }: Pick<StatusRejectionPorts, 'clock'>,
): StatusMapping | undefined {
  if (mapping.opensCareAtOnce) return mapping;
  if (state !== 'sent' || !isOverdue(calledAt, clock.now())) return undefined;
  const fixHint = say('statuses.do-not-send-status-again-service-continues-to', { status });
  return { ...COMMON_STATUSES.overdue, fixHint };
}

async function changeCare(
  { invoiceId }: OutgoingStatus,
  { invoices, received, telemetry }: StatusRejectionPorts,
  change: (record: Cared) => readonly CareRow[],
): Promise<void> {
  const stepOf = async <R extends Cared>(record: R): Promise<WorkStep<R> | undefined> => {
    const care = change(record);
    if (isSame(record.care, care)) return undefined;
    return { record: { ...record, care, version: record.version + 1 }, events: [], files: [] };
  };
  if (RECEIVED_ID.test(invoiceId)) await commitToInvoice(received, invoiceId, stepOf, { telemetry });
  else await commitToInvoice(invoices, invoiceId, stepOf, { telemetry });
}

const isSame = (before: readonly CareRow[], after: readonly CareRow[]): boolean =>
  before.length === after.length && before.every((row, index) => row === after[index]);
