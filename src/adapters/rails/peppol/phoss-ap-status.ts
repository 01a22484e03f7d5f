import type { StatusMapping } from '../../../domain/sending/status-mapping.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { lookUpTextMapping, text, withoutParties } from './report.ts';
import { PEPPOL_STATUSES as statuses } from './status-mappings.ts';

/**
 * The meaning of a transaction of phoss-ap (`routes`, 4.4).
 * @param firstStatus the status in the report of the first try, if there was one.
 */
export function transactionAnswer(
  read: Readonly<Record<string, unknown>>,
  firstStatus: string | undefined,
): RailAnswer {
  const status = text(read['status']) ?? '';
  const details = text(read['errorDetails']);
  const legalId = text(read['sbdhInstanceID']);
  const mlsStatus = text(read['mlsStatus']);
  const tries = read['attemptCount'];
  const isFirstTry = typeof tries === 'number' && tries <= 1;
  const mapping = mappingOf(status, { details, mlsStatus, firstStatus, isFirstTry });
  // A transaction that was sent still has the text of an earlier try.
  const isReason = details !== undefined && status !== 'sent';
  return {
    mapping,
    raw: {
      status,
      ...(isReason && { errorDetails: withoutParties(details).slice(0, 500) }),
      ...(mlsStatus !== undefined && { mlsStatus }),
    },
    ...(legalId !== undefined && { legalId }),
    ...(mapping.opensCareAtOnce && { remarks: [mapping] }),
  };
}

interface FinalReport {
  readonly details: string | undefined;
  readonly mlsStatus: string | undefined;
  readonly firstStatus: string | undefined;
  /** No try was made before this failure. */
  readonly isFirstTry: boolean;
}

function mappingOf(status: string, report: FinalReport): StatusMapping {
  switch (status) {
    case 'pending':
    case 'sending':
      return statuses.pending;
    case 'failed':
      return lookUpTextMapping(report.details ?? '') === statuses.notOffered
        ? statuses.notOfferedYet
        : statuses.pending;
    case 'sent':
      return SENT.get(report.mlsStatus ?? '') ?? statuses.delivered;
    case 'rejected':
      return statuses.rejectedByAp;
    case 'permanently_failed':
      return mapGivenUp(report);
    default:
      return statuses.outOfOrder;
  }
}

/** The MLS of a sent document: `received_ap` and `received_ab` confirm it, `not_applicable` means that none comes. */
const SENT: ReadonlyMap<string, StatusMapping> = new Map<string, StatusMapping>([
  ['pending', statuses.deliveredSoFar],
  ['received_re', statuses.refusedSince],
]);

/** The meaning once the access point has given up after the same failure in the first try and the last. */
const GIVEN_UP: readonly (readonly [first: StatusMapping, last: RegExp, then: StatusMapping])[] = [
  [statuses.notServiced, /AS4_ERROR_MESSAGE_RECEIVED/, statuses.notServiced],
  [statuses.policy, /AS4_ERROR_MESSAGE_RECEIVED/, statuses.policy],
  [statuses.duplicate, /AS4_ERROR_MESSAGE_RECEIVED/, statuses.duplicate],
  [statuses.badCertificate, /TRANSPORT_ERROR_NO_RETRY|certificate/i, statuses.certificateGivenUp],
];

/** Only of a try that ended before anything was sent. */
const LOOK_UPS: readonly (readonly [details: RegExp, then: StatusMapping])[] = [
  [/^The participant ID .*Technical DNS failure/s, statuses.lookUpGivenUp],
  [/^The participant ID .*Participant DNS name .* is not registered/s, statuses.notRegistered],
  // Without the details the text is the same for both.
  [/^The participant ID .* is not registered/s, statuses.notRegisteredPerhaps],
  [/^Failed to resolve SMP endpoint/, statuses.lookUpGivenUp],
];

/** A document that an earlier try may have sent is not sent again, whatever the last try reports. */
function mapGivenUp({ details = '', firstStatus, isFirstTry }: FinalReport): StatusMapping {
  const lookUp = isFirstTry ? LOOK_UPS.find(([text]) => text.test(details)) : undefined;
  if (lookUp) return lookUp[1];
  const row = GIVEN_UP.find(([first, last]) => first.networkStatus === firstStatus && last.test(details));
  return row ? row[2] : statuses.unsettled;
}
