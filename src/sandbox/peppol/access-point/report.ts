import type { EbmsError } from './ebms.ts';

/** A Java exception as the access point's JSON shows it. */
export interface JavaException {
  readonly class: string;
  readonly message: string;
  readonly stackTrace: string;
}

/**
 * The stack trace as phase4's library writes it (ph-commons): `==> [1] caused by …`, in place of Java's `Caused by: …`.
 * @param cause of the exception, as class and message.
 */
export const javaException = (
  className: string,
  message: string,
  cause?: Pick<JavaException, 'class' | 'message'>,
): JavaException => ({
  class: className,
  message,
  stackTrace: [
    `${className}: ${message}`,
    '\tat com.helger.sandbox.Sending.run(Sending.java:1)',
    ...(cause ? [`==> [1] caused by ${cause.class}: ${cause.message}`, '\t... 1 more'] : []),
  ].join('\n'),
});

/**
 * The sending report of phase4-peppol-standalone. `sendingReport` writes the members in this order; a member without a value is
 * left out.
 */
export interface ReportFacts {
  readonly currentDateTimeUTC?: string;
  readonly phase4Version?: string;
  readonly smlDnsZone?: string;
  readonly sbdhParsingException?: JavaException;
  readonly senderId?: string;
  readonly receiverId?: string;
  readonly docTypeId?: string;
  readonly docTypeIdInCodeList?: boolean;
  readonly processId?: string;
  readonly processIdInCodeList?: boolean;
  readonly countryC1?: string;
  readonly senderPartyId?: string | undefined;
  readonly transportProfileId?: string;
  readonly sbdhInstanceIdentifier?: string;
  readonly c3SmpUrl?: string;
  readonly c3EndpointUrl?: string;
  readonly c3Cert?: string;
  readonly c3CertSubjectCN?: string;
  readonly c3CertSubjectO?: string;
  readonly c3CertSubjectC?: string;
  readonly c3CertCheckDT?: string;
  readonly c3CertCheckResult?: string;
  readonly c3TechnicalContact?: string;
  /** A text, and only in phoss-ap. */
  readonly lookupError?: string;
  readonly lookupException?: JavaException;
  readonly lookupDurationMillis?: number;
  readonly as4MessageId?: string;
  readonly as4ConversationId?: string;
  readonly as4SendingDateTime?: string;
  readonly sendingResult?: string;
  readonly rawHttpResponse?: unknown;
  readonly as4ReceivedSignalMsg?: string;
  readonly as4ResponseError?: boolean;
  readonly as4ResponseErrors?: readonly unknown[];
  /** A text, and only in phoss-ap. */
  readonly sendingError?: string;
  readonly sendingException?: JavaException;
  readonly sendingDurationMillis?: number;
  readonly overallDurationMillis?: number;
  readonly sendingSuccess?: boolean;
  readonly overallSuccess?: boolean;
}

const REPORT_ORDER = [
  'currentDateTimeUTC',
  'phase4Version',
  'smlDnsZone',
  'sbdhParsingException',
  'senderId',
  'receiverId',
  'docTypeId',
  'docTypeIdInCodeList',
  'processId',
  'processIdInCodeList',
  'countryC1',
  'senderPartyId',
  'transportProfileId',
  'sbdhInstanceIdentifier',
  'c3SmpUrl',
  'c3EndpointUrl',
  'c3Cert',
  'c3CertSubjectCN',
  'c3CertSubjectO',
  'c3CertSubjectC',
  'c3CertCheckDT',
  'c3CertCheckResult',
  'c3TechnicalContact',
  'lookupError',
  'lookupException',
  'lookupDurationMillis',
  'as4MessageId',
  'as4ConversationId',
  'as4SendingDateTime',
  'rawHttpResponse',
  'as4ReceivedSignalMsg',
  'as4ResponseError',
  'as4ResponseErrors',
  'sendingResult',
  'sendingError',
  'sendingException',
  'sendingDurationMillis',
  'overallDurationMillis',
  'sendingSuccess',
  'overallSuccess',
] as const satisfies readonly (keyof ReportFacts)[];

/** The report of a call that began at `startedAt`. */
export function sendingReport(facts: ReportFacts, startedAt: number): Readonly<Record<string, unknown>> {
  const sendingSuccess = facts.sendingResult === 'SUCCESS';
  const all: ReportFacts = {
    currentDateTimeUTC: new Date(startedAt).toISOString(),
    phase4Version: '4.5.5',
    smlDnsZone: 'sml.sandbox.invalid.',
    senderPartyId: 'POP000000',
    transportProfileId: 'peppol-transport-as4-v2_0',
    as4ResponseError: false,
    ...facts,
    overallDurationMillis: Date.now() - startedAt,
    sendingSuccess,
    overallSuccess: facts.overallSuccess ?? (sendingSuccess && !facts.sendingException),
  };
  return Object.fromEntries(
    REPORT_ORDER.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
}

export const errorInReport = (error: EbmsError, messageId: string): unknown => ({
  description: error.description,
  errorDetails: error.errorDetails,
  category: error.category,
  refToMessageInError: messageId,
  errorCode: error.errorCode,
  severity: 'failure',
  shortDescription: error.shortDescription,
});

const OFFSET_MS = 2 * 3600 * 1000;

/** In the time zone of an access point east of Greenwich, as in the published reports. */
export const localTime = (time: number): string =>
  new Date(time + OFFSET_MS).toISOString().replace('Z', '+02:00');
