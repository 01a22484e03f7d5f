import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { RouteStatuses, SendableStatus } from '../../domain/routes/profile.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { SentStatus } from '../../domain/vocabulary/buyer-status.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { badRequest } from '../requests/request-finding.ts';

/** A status as a caller wants it sent. */
export interface StatusRequest {
  readonly status: SentStatus;
  readonly reasonCode?: string;
  /** What the sender wants, beside the reason. */
  readonly wishCode?: string;
  /** For people. */
  readonly note?: string;
  /** What was paid, by VAT rate. */
  readonly amounts?: readonly { readonly amount: string; readonly vatRate: string }[];
  /** The day of the payment of a reported sale, `YYYY-MM-DD`; today if left out. */
  readonly paidOn?: string;
}

export type Side = 'seller' | 'buyer';

export const notSupported = (detail: Text): CallFailed =>
  new CallFailed({ kind: 'status-not-supported', detail });
export const noneOver = (route: Route): CallFailed =>
  notSupported(say('statuses.service-sends-no-statuses-over', { route }));

/** The route's row for the status. @throws CallFailed `status-not-supported`, `bad-request` */
export function sendableRow(side: Side, route: Route, request: StatusRequest): SendableStatus {
  const { statuses } = profileOf(route);
  if (!statuses) throw noneOver(route);
  const rows = statuses[side];
  if (rows.length === 0) throw notSupported(say('statuses.over-sends-no-statuses', { route, side }));
  const row = rows.find(({ status }) => status === request.status);
  if (!row) {
    const sendable = rows.map(({ status }) => status).join(', ');
    throw notSupported(say('statuses.over-sends-not', { route, side, sendable, status: request.status }));
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
  message: say('statuses.EI-FR-REASON-TEXT.message'),
  field: 'note',
  fixHint: say('statuses.EI-FR-REASON-TEXT.hint'),
  whoFixes: 'erp',
};

function refuseAmounts({ takesAmounts }: SendableStatus, { status, amounts }: StatusRequest): void {
  if (takesAmounts && !amounts)
    throw badRequest('amounts', say('statuses.needs-amounts-what-was-paid-vat-included-for', { status }));
  if (!takesAmounts && amounts)
    throw badRequest('amounts', say('statuses.status-has-no-amounts-leave-them-out', { status }));
}

function refuseReason(row: SendableStatus, request: StatusRequest, rules: RouteStatuses): void {
  const { reasons, needsReason, status } = row;
  const { reasonCode, wishCode, note } = request;
  const wishes = rules.wishes.filter((code) => reasons?.includes(code));
  if (wishCode !== undefined && !wishes.includes(wishCode))
    throw badRequest('wish_code', wishesInWords(status, wishes));
  if (!reasons && reasonCode !== undefined)
    throw badRequest('reason_code', say('statuses.status-has-no-reason-leave-it-out', { status }));
  if (!reasons && note !== undefined && rules.note === 'with-reason')
    throw badRequest('note', say('statuses.only-status-with-reason-has-note-and-has', { status }));
  if (reasonCode === undefined ? needsReason : reasons?.includes(reasonCode) === false)
    throw badRequest('reason_code', reasonsInWords(row));
  if (note === undefined && rules.note === 'required')
    throw badRequest('note', say('statuses.status-is-text-for-other-party-write-it', { status }));
  if (reasonCode !== undefined && rules.reasonsWithNote.includes(reasonCode) && note === undefined)
    throw badRequest('note', say('statuses.reason-needs-note-that-explains-it', { code: reasonCode }));
}

const wishesInWords = (status: SentStatus, wishes: readonly string[]): Text =>
  wishes.length === 0
    ? say('statuses.status-has-no-wish-leave-it-out', { status })
    : say('statuses.status-has-one-of-wishes-or-none', { status, list: wishes.join(', ') });

function reasonsInWords({ status, reasons, needsReason }: SendableStatus): Text {
  const codes = (reasons ?? []).join(', ');
  return needsReason
    ? say('statuses.status-needs-reason-one-of', { status, list: codes })
    : say('statuses.status-has-one-of-reasons-or-none', { status, list: codes });
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
): Text | undefined {
  const { statuses } = profileOf(route);
  if (!statuses?.order) return undefined;
  const { repeated, last } = statuses.order;
  const rank = (of: SentStatus): number => statuses[side].findIndex((row) => row.status === of);
  for (const earlier of others.filter(({ state }) => !NOT_TOLD.has(state)).map((one) => one.status)) {
    if (last.includes(earlier))
      return say('statuses.seller-has-already-received-no-status-may-follow', { status: earlier });
    if (rank(earlier) > rank(status) || (earlier === status && !repeated.includes(status)))
      return say('statuses.seller-has-already-received-over-may-not-follow', { earlier, route, status });
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
