import { isObject, type JsonObject } from '../../../domain/json/json-object.ts';
import type { StatusMapping } from '../../../domain/sending/status-mapping.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { isReceiptFor } from './receipt.ts';
import {
  AS4_STATUSES,
  EXCEPTION_STATUSES,
  PEPPOL_STATUSES as statuses,
  RESULT_STATUSES,
} from './status-mappings.ts';

type Report = JsonObject;

/**
 * The meaning of a sending report (`routes`, 4.1 to 4.3).
 * @param isResend an earlier try may have been accepted: a duplicate is our own document.
 * @returns undefined if the text is not a report: then the outcome of the call is unknown.
 */
export function readReport(body: Uint8Array, isResend: boolean): RailAnswer | undefined {
  const report = jsonObject(body);
  if (!report || !isReport(report)) return undefined;
  const mapping = wordOf(report, isResend);
  const legalId = text(report['sbdhInstanceIdentifier']);
  return {
    mapping,
    raw: describeReport(report),
    ...(legalId !== undefined && { legalId }),
    ...(mapping === statuses.delivered && proofIn(report)),
  };
}

/** A document that is reported as delivered is delivered (`routes`, 4.1). Whether it can be proved is a separate question. */
function proofIn(report: Report): Pick<RailAnswer, 'receipt' | 'remarks'> {
  const signal = text(report['as4ReceivedSignalMsg']);
  if (signal === undefined) return {};
  const bytes = new TextEncoder().encode(signal);
  return proofOf(bytes, text(report['as4MessageId']));
}

/** A signal that is not a receipt for the message is kept as it came (decisions, "what decides an end"). */
export const proofOf = (
  bytes: Uint8Array,
  messageId: string | undefined,
): Pick<RailAnswer, 'receipt' | 'remarks'> => ({
  receipt: { kind: 'as4-receipt', bytes },
  ...(!isReceiptFor(messageId, bytes) && { remarks: [statuses.foreignReceipt] }),
});

/** A JSON text without these members is not a report. */
const isReport = (report: Report): boolean =>
  typeof report['overallSuccess'] === 'boolean' &&
  (report['sendingSuccess'] === undefined || typeof report['sendingSuccess'] === 'boolean');

/** phoss-ap also reports a send as failed if only its statistics record could not be stored. */
const isDelivered = ({ sendingSuccess, overallSuccess, sendingResult }: Report): boolean =>
  sendingSuccess === undefined
    ? overallSuccess === true
    : sendingSuccess === true && (overallSuccess === true || sendingResult === 'SUCCESS');

function wordOf(report: Report, isResend: boolean): StatusMapping {
  if (isDelivered(report)) return statuses.delivered;
  const result = text(report['sendingResult']);
  if (result === 'AS4_ERROR_MESSAGE_RECEIVED') return as4Word(report['as4ResponseErrors'], isResend);
  // The receipt is there and yet something failed afterwards: the receiver has the document, or recognises it the next time.
  if (result === 'SUCCESS' || report['overallSuccess'] === true) return statuses.badSignal;
  // The look-up runs inside the send, so its failure is reported as a transport error: the result alone is not enough
  // (`routes`, 4.2).
  const before = beforeSending(report);
  if (before) return before;
  if (result !== undefined) return RESULT_STATUSES.get(result) ?? statuses.sendingFailed;
  return statuses.lookUpFailed;
}

/** Of several errors the most decisive one counts: a duplicate, then a final error, then a temporary one. */
function as4Word(errors: unknown, isResend: boolean): StatusMapping {
  const mappings = (Array.isArray(errors) ? errors : [])
    .filter(isObject)
    .map((error) => as4ErrorWord(error, isResend));
  const first = (fits: (mapping: StatusMapping) => boolean): StatusMapping | undefined => mappings.find(fits);
  return (
    first(({ meaning }) => meaning === 'delivered') ??
    first(({ meaning }) => meaning === 'refused') ??
    mappings[0] ??
    statuses.receiverFailed
  );
}

function as4ErrorWord(error: Report, isResend: boolean): StatusMapping {
  const code = text(error['errorCode'])?.toUpperCase() ?? '';
  if (code === 'EBMS:4001') return isResend ? statuses.deliveredBefore : statuses.duplicate;
  const detail = `${text(error['errorDetails']) ?? ''} ${text(error['description']) ?? ''}`;
  if (code === 'EBMS:0004' && detail.includes('PEPPOL:NOT_SERVICED')) return statuses.notServiced;
  if (code === 'EBMS:0004' && /Rejecting duplicate (?:SBDH instance|AS4 message)/.test(detail))
    return isResend ? statuses.deliveredBefore : statuses.duplicate;
  return AS4_STATUSES.get(code) ?? statuses.receiverFailed;
}

/** The reason why nothing was sent; undefined if the report does not give it. */
function beforeSending(report: Report): StatusMapping | undefined {
  if (report['sbdhParsingException'] !== undefined) return statuses.badEnvelope;
  const lookUp = lookUpMapping(report);
  if (lookUp) return lookUp;
  const certificate = text(report['c3CertCheckResult']);
  if (certificate !== undefined && certificate !== 'VALID') return statuses.badCertificate;
  const exception = report['sendingException'];
  const hasResult = report['sendingResult'] !== undefined;
  return isObject(exception) ? exceptionMapping(exception, hasResult) : undefined;
}

/** phoss-ap reports a failed look-up as a text, with its cause if there is one. */
function lookUpMapping(report: Report): StatusMapping | undefined {
  const exception = report['lookupException'];
  const error = text(report['lookupError']);
  const byCause = isObject(exception) ? exceptionMapping(exception) : undefined;
  if (byCause) return byCause;
  if (error !== undefined) return lookUpTextMapping(error) ?? statuses.lookUpFailed;
  return isObject(exception) ? statuses.lookUpFailed : undefined;
}

/** The final meaning in the text of a failed look-up, by its end; undefined for a failure that may be temporary. */
export function lookUpTextMapping(error: string): StatusMapping | undefined {
  if (ENDS_WITH_NOTHING.test(error)) return statuses.notOffered;
  if (/is not registered in the Peppol Network\W*$/.test(error)) return statuses.notRegistered;
  return undefined;
}

/** phase4 about an SMP that answered 404, or that offers no endpoint for this process now. */
const ENDS_WITH_NOTHING = / - (?:server error|failed to select endpoint from ServiceMetadata)$/;

/** The form of a cause in ph-commons, on which phase4 is built, and in Java. */
const CAUSE = /^(?:==> \[\d+\] caused by |Caused by: )\[?([\w.$][\w.$]*)(?:: (.*))?$/gm;
/** phase4 about an SMP that answered with nothing. A look-up that broke off gives the same text without the end. */
const ANSWERED_WITH_NOTHING = /\) \[(?:static|wildcard)\](?: - server error)?$/;

/** The first row that matches one of the causes, the innermost cause first. */
function exceptionMapping(exception: Report, hasResult = false): StatusMapping | undefined {
  const causes = [...(text(exception['stackTrace']) ?? '').matchAll(CAUSE)];
  const outer = { class: text(exception['class']) ?? '', message: text(exception['message']) ?? '' };
  const chain = [outer, ...causes.map(([, name = '', message = '']) => ({ class: name, message }))];
  // The innermost exception has the reason. An outer exception often says only that something failed.
  for (const cause of chain.reverse()) {
    const row = EXCEPTION_STATUSES.find(
      (one) =>
        one.class.test(cause.class) && one.message.test(cause.message) && !(hasResult && one.isWithoutResult),
    );
    if (row) return row.mapping;
  }
  // Without its stack trace the report does not show whether there was a cause.
  const isAnswered =
    causes.length === 0 &&
    text(exception['stackTrace']) !== undefined &&
    /\.Phase4SMPException$/.test(outer.class) &&
    ANSWERED_WITH_NOTHING.test(outer.message);
  if (isAnswered) return statuses.notOffered;
  return /SMP\w*Exception$/.test(outer.class) ? statuses.lookUpFailed : undefined;
}

/** Members of a report that hold nothing of the invoice and its parties, no certificate and no message. */
const SHOWN = [
  ...['currentDateTimeUTC', 'phase4Version', 'smlDnsZone', 'transportProfileId', 'sbdhInstanceIdentifier'],
  ...['c3CertSubjectCN', 'c3CertSubjectO', 'c3CertCheckResult', 'as4MessageId', 'as4ConversationId'],
  ...['as4SendingDateTime', 'sendingResult', 'as4ResponseError', 'sendingSuccess', 'overallSuccess'],
  ...['sendingDurationMillis', 'overallDurationMillis', 'lookupError', 'sendingError'],
] as const;
const EXCEPTIONS = ['sbdhParsingException', 'lookupException', 'sendingException'] as const;
const ERROR_MEMBERS = ['errorCode', 'shortDescription', 'severity', 'description', 'errorDetails'] as const;

const MAX_CHARACTERS = 500;
const MAX_ERRORS = 10;

function describeReport(report: Report): Report {
  const errors = report['as4ResponseErrors'];
  const exceptions = EXCEPTIONS.flatMap((name) => {
    const exception = report[name];
    return isObject(exception) ? [[name, pick(exception, ['class', 'message'])] as const] : [];
  });
  return {
    ...pick(report, SHOWN),
    ...(Array.isArray(errors) && {
      as4ResponseErrors: errors
        .filter(isObject)
        .slice(0, MAX_ERRORS)
        .map((error) => pick(error, ERROR_MEMBERS)),
    }),
    ...Object.fromEntries(exceptions),
  };
}

function pick(from: Report, names: readonly string[]): Report {
  const members = names.flatMap((name) => {
    const value = from[name];
    if (typeof value === 'string') return [[name, withoutParties(value).slice(0, MAX_CHARACTERS)] as const];
    return typeof value === 'boolean' || Number.isFinite(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(members);
}

/** Records name no seller and no buyer. */
export const withoutParties = (message: string): string =>
  message
    .replaceAll(/iso6523-actorid-upis::[^\s'"\])][^\s'"\])]*/gi, 'iso6523-actorid-upis::…')
    .replaceAll(/\b\d{4}:[A-Za-z0-9._-]{4}[A-Za-z0-9._-]*/g, '…');

export function jsonObject(body: Uint8Array): Report | undefined {
  const value = jsonValue(body);
  return isObject(value) ? value : undefined;
}

/** @returns undefined if the text is not JSON. */
export function jsonValue(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
