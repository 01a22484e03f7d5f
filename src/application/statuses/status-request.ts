import { CallFailed } from '../../domain/failures.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { RouteStatuses, SendableStatus } from '../../domain/routes/profile.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { SentStatus } from '../../domain/vocabulary/buyer-status.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { badRequest } from '../refusals/request-finding.ts';

/** A status as a caller wants it sent. */
export interface StatusRequest {
  readonly status: SentStatus;
  readonly reasonCode?: string;
  /** For people. */
  readonly note?: string;
  /** What was paid, by VAT rate. */
  readonly amounts?: readonly { readonly amount: string; readonly vatRate: string }[];
  /** The day of the payment of a reported sale, `YYYY-MM-DD`; today if left out. */
  readonly paidOn?: string;
}

export type Side = 'seller' | 'buyer';

export const notSupported = (detail: string): CallFailed =>
  new CallFailed({ kind: 'status-not-supported', detail });
export const noneOver = (route: Route): CallFailed =>
  notSupported(`The service sends no statuses over ${route}.`);

/** The route's row for the status. @throws CallFailed `status-not-supported`, `bad-request` */
export function sendableRow(side: Side, route: Route, request: StatusRequest): SendableStatus {
  const { statuses } = profileOf(route);
  if (!statuses) throw noneOver(route);
  const rows = statuses[side];
  if (rows.length === 0) throw notSupported(`Over ${route} the ${side} sends no statuses.`);
  const row = rows.find(({ status }) => status === request.status);
  if (!row) {
    const sendable = rows.map(({ status }) => status).join(', ');
    throw notSupported(`Over ${route} the ${side} sends ${sendable}, not ${request.status}.`);
  }
  refuseReason(row, request, statuses);
  refuseAmounts(row, request);
  return row;
}

/** What looks wrong in a status that the route takes. */
export function doubtsOf(route: Route, { status, note }: StatusRequest): readonly Finding[] {
  const wantsNote = profileOf(route).statuses?.wantsNote.includes(status) === true;
  return wantsNote && note === undefined ? [WITHOUT_NOTE] : [];
}

const WITHOUT_NOTE: Finding = {
  code: 'EI-FR-REASON-TEXT',
  severity: 'warning',
  source: 'pre-check',
  message: 'The refusal has a code and no text.',
  field: 'note',
  fixHint:
    "Explain the refusal in the note: the administration's portal may refuse a refusal without a text.",
  whoFixes: 'erp',
};

function refuseAmounts({ takesAmounts }: SendableStatus, { status, amounts }: StatusRequest): void {
  if (takesAmounts && !amounts)
    throw badRequest('amounts', `${status} needs amounts: what was paid, VAT included, for each VAT rate.`);
  if (!takesAmounts && amounts)
    throw badRequest('amounts', `The status ${status} has no amounts. Leave them out.`);
}

function refuseReason(row: SendableStatus, request: StatusRequest, rules: RouteStatuses): void {
  const { reasons, needsReason, status } = row;
  const { reasonCode, note } = request;
  if (!reasons && reasonCode !== undefined)
    throw badRequest('reason_code', `The status ${status} has no reason. Leave it out.`);
  if (!reasons && note !== undefined && rules.note === 'with-reason')
    throw badRequest(
      'note',
      `Only a status with a reason has a note, and ${status} has no reason. Leave the note out.`,
    );
  if (reasonCode === undefined ? needsReason : reasons?.includes(reasonCode) === false)
    throw badRequest('reason_code', reasonsInWords(row));
  if (note === undefined && rules.note === 'required')
    throw badRequest('note', `The status ${status} is a text for the other party. Write it into the note.`);
  if (reasonCode !== undefined && rules.reasonsWithNote.includes(reasonCode) && note === undefined)
    throw badRequest('note', `The reason ${reasonCode} needs a note that explains it.`);
}

function reasonsInWords({ status, reasons, needsReason }: SendableStatus): string {
  const codes = (reasons ?? []).join(', ');
  return needsReason
    ? `The status ${status} needs a reason, one of ${codes}.`
    : `The status ${status} has one of the reasons ${codes}, or none.`;
}

/**
 * Refuses a status that the other party would ignore, since the client has told it a later one before.
 * @param others that were sent, or are about to be.
 * @throws CallFailed `status-not-supported`
 */
export function refuseStepBack(
  side: Side,
  route: Route,
  { status }: StatusRequest,
  others: readonly OutgoingStatus[],
): void {
  const reason = stepBack(side, route, status, others);
  if (reason !== undefined) throw notSupported(reason);
}

/** Why a status may not follow the others, in words; undefined if it may. */
export function stepBack(
  side: Side,
  route: Route,
  status: SentStatus,
  others: readonly OutgoingStatus[],
): string | undefined {
  const { statuses } = profileOf(route);
  if (!statuses?.order) return undefined;
  const { repeated, last } = statuses.order;
  const rank = (of: SentStatus): number => statuses[side].findIndex((row) => row.status === of);
  for (const earlier of others.filter(({ state }) => !NOT_TOLD.has(state)).map((one) => one.status)) {
    if (last.includes(earlier)) return `The seller has already received ${earlier}; no status may follow it.`;
    if (rank(earlier) > rank(status) || (earlier === status && !repeated.includes(status)))
      return `The seller has already received ${earlier}; over ${route}, ${status} may not follow it.`;
  }
  return undefined;
}

const NOT_TOLD: ReadonlySet<OutgoingStatus['state']> = new Set(['refused', 'dead']);

/**
 * A platform that reports the sale of an invoice has no receiver to tell: it takes payments alone, for their report (`routes/fr-reports`,
 * section 14).
 */
export const tellsBuyer = (
  { processingRule }: Pick<InvoiceRecord, 'processingRule'>,
  { takesAmounts }: Pick<SendableStatus, 'takesAmounts'>,
): boolean => processingRule === undefined || takesAmounts;

/** The route holds the invoice, so its buyer can be told. */
export const holds = ({ state }: Pick<InvoiceRecord, 'state'>): boolean =>
  state === 'accepted' || state === 'delivered';
