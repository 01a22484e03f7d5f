import { COMMON_STATUSES, type StatusMapping } from '../../../domain/sending/status-mapping.ts';

/** The published code from which rows come, with its commit. */
const phossAp = (where: string): string => `phax/phoss-ap ba7e36b, ${where}`;
const phase4 = (where: string): string => `phax/phase4 d4505cc8d, ${where}`;
const standalone = (where: string): string => `phax/phase4-peppol-standalone e920229, ${where}`;
const recommand = (where: string): string => `recommand/recommand-peppol f26b74e, ${where}`;
const eInvoice = (where: string): string =>
  `e-invoice-be/peppol-cli db05da8, api/openapi.json 1.1.0: ${where}`;
const MLS = 'Peppol MLS specification 1.0; OpenPEPPOL/poacc-upgrade-3 0e7e5c7';

const noRoute = {
  meaning: 'refused',
  code: 'EI-PEPPOL-NO-ROUTE',
  owner: 'erp',
  fixHint: "Check the buyer's electronic address (BT-49); then send the invoice again.",
} as const;
const responseNoRoute = { meaning: 'refused', code: 'EI-PEPPOL-NO-ROUTE', owner: 'erp' } as const;
const refused = { meaning: 'refused', code: 'EI-PEPPOL-REFUSED', owner: 'route' } as const;
const ours = { meaning: 'refused', code: 'EI-PEPPOL-REFUSED', owner: 'us' } as const;
const passing = { meaning: 'not-taken', code: 'EI-ROUTE-UNAVAILABLE', owner: 'route' } as const;
// The message was on its way to the receiver's access point, so a repeat may be reported as a duplicate of itself.
const open = { meaning: 'unclear', code: 'EI-ROUTE-UNAVAILABLE', owner: 'route' } as const;

/** Every answer of an access point, and what it means. */
export const PEPPOL_STATUSES = {
  ...COMMON_STATUSES,
  delivered: {
    networkStatus: 'SUCCESS',
    meaning: 'delivered',
    message: 'The receiver has received the document.',
    source: phase4('Phase4PeppolSendingReport: sendingSuccess'),
  },
  deliveredSoFar: {
    networkStatus: 'sent',
    meaning: 'delivered-so-far',
    message: 'The receiver has received the document; its status message (MLS) has not arrived yet.',
    source: phossAp('OutboundTransactionResponse: mlsStatus is pending from the creation on'),
  },
  refusedSince: {
    ...refused,
    networkStatus: 'mlsStatus received_re',
    meaning: 'refused-since',
    message: "The receiver's access point could not pass the document on.",
    source: phossAp('MlsHandler: mlsStatus carries the code, and no reason'),
  },
  deliveredBefore: {
    networkStatus: 'EBMS:4001 own',
    meaning: 'delivered',
    message: 'The receiver holds the document from an earlier try.',
    source: phossAp('InboundOrchestrator: rejects a duplicate SBDH instance'),
  },
  foreignReceipt: {
    ...COMMON_STATUSES.receiptUnverified,
    networkStatus: 'receipt of another message',
    message: `${COMMON_STATUSES.receiptUnverified.message} It does not name the message that was sent, or confirms no part of it.`,
    source: 'OASIS ebMS 3.0 core 5.2.3.3; Peppol AS4 profile 2.0',
  },
  pending: {
    networkStatus: 'pending',
    meaning: 'held',
    message: 'The access point holds the document and is sending it.',
    source: phossAp('OutboundTransactionResponse: pending, sending, failed; a 422 with a report'),
  },
  notOfferedYet: {
    networkStatus: 'not-offered, repeated',
    meaning: 'held',
    code: 'EI-PEPPOL-NO-ROUTE',
    owner: 'erp',
    message:
      'The receiver does not accept this kind of document over Peppol; the access point continues to try.',
    fixHint:
      "Check the buyer's electronic address (BT-49). The access point still holds the document. Have it stopped there before you send the invoice in another way.",
    opensCareAtOnce: true,
    heals: true,
    source: phossAp('OutboundOrchestrator: a failed SMP look-up is repeated without end'),
  },
  twice: {
    networkStatus: 'held twice',
    meaning: 'held',
    code: 'EI-PEPPOL-DUPLICATE',
    owner: 'us',
    message: 'The access point holds the document in more than one transaction.',
    fixHint: 'Ask the access point to stop one of the transactions, and ask the receiver which it has.',
    opensCareAtOnce: true,
    source: phossAp('V1__InitDatabase.sql: the index on sbdh_instance_id is not unique'),
  },
  unsettled: {
    networkStatus: 'given up, may be held',
    meaning: 'held',
    code: 'EI-SEND-UNKNOWN',
    owner: 'us',
    message: 'The access point has stopped sending the document; the receiver may hold it.',
    fixHint: 'Ask the receiver whether it has the invoice. It is not sent again.',
    opensCareAtOnce: true,
    heals: true,
    source: phossAp('OutboundOrchestrator: a receipt that is lost three times ends permanently_failed'),
  },
  lookUpGivenUp: {
    ...passing,
    networkStatus: 'look-up given up',
    meaning: 'dropped',
    message: "The access point could not look up the receiver's address, and does not try again.",
    source: phossAp('OutboundOrchestrator: DNS and SMP failures are final at the first try'),
  },
  certificateGivenUp: {
    ...passing,
    networkStatus: 'certificate given up',
    meaning: 'dropped',
    message:
      "The certificate of the receiver's access point is not valid; the access point does not try again.",
    source: phossAp('OutboundOrchestrator: permanently_failed after the last try, whatever the error'),
  },
  notRegisteredPerhaps: {
    ...noRoute,
    networkStatus: 'not-registered-unconfirmed',
    meaning: 'dropped-once',
    message: 'The receiver is not registered in Peppol.',
    source: phossAp('OutboundOrchestrator: says so of technical failures of DNS, too'),
  },
  notHeld: {
    networkStatus: 'not-held',
    meaning: 'not-held',
    message: 'The access point does not hold the document.',
    source: phossAp('OutboundController: 404 with an empty body, and no entry in either list'),
  },
  cannotTell: {
    networkStatus: 'cannot-tell',
    meaning: 'cannot-tell',
    message: 'This access point offers no status inquiry.',
    source: standalone('PeppolSenderController has no call about a sent document'),
  },

  otherAccessPoint: {
    networkStatus: 'other access point',
    meaning: 'not-taken',
    code: 'EI-CREDENTIAL-REFUSED',
    owner: 'client',
    message:
      "The client's access point cannot send Invoice Responses of the participant that the invoice was sent to.",
    fixHint:
      'Store a credential of an access point of the dialect phoss-ap whose sender_participant_id is that of BT-49.',
    source: 'this service: an Invoice Response goes from the address that the invoice went to',
  },
  responseNotOffered: {
    ...responseNoRoute,
    networkStatus: 'response not-offered',
    message: 'The seller accepts no Invoice Responses over Peppol.',
    fixHint: 'Tell the seller in another way.',
    source: phase4('AS4EndpointDetailProviderPeppol: "server error" is an SMP that answers 404'),
  },
  responseNotOfferedPerhaps: {
    ...responseNoRoute,
    networkStatus: 'response not-registered-unconfirmed',
    meaning: 'dropped-once',
    message: 'The seller is not registered in Peppol.',
    fixHint: 'Tell the seller in another way.',
    source: phossAp('OutboundOrchestrator: says so of technical failures of DNS, too'),
  },
  responseNotOfferedYet: {
    ...responseNoRoute,
    networkStatus: 'response not-offered, repeated',
    message:
      'The seller accepts no Invoice Responses over Peppol. The access point keeps the message, and delivers it if the seller registers for them.',
    fixHint:
      'Tell the seller in another way, and have the access point stop the message: it has no call for that.',
    source: phossAp('OutboundOrchestrator: a failed SMP look-up is repeated without end'),
  },
  responseUnsettled: {
    networkStatus: 'response given up, may be held',
    meaning: 'refused',
    code: 'EI-SEND-UNKNOWN',
    owner: 'us',
    message: 'The access point has stopped sending the message; the seller may have it.',
    fixHint: 'Ask the seller whether it has the status. It is not sent again.',
    source: phossAp('OutboundOrchestrator: a receipt that is lost three times ends permanently_failed'),
  },
  responseNotPassedOn: {
    ...refused,
    networkStatus: 'response MLS RE',
    message: "The status did not reach the seller: the seller's access point could not pass it on.",
    fixHint: 'Tell the seller in another way, or send the status again under a new Idempotency-Key.',
    source: MLS,
  },
  responseInvalidThere: {
    ...ours,
    networkStatus: 'response MLS RE invalid',
    message: "The status did not reach the seller: the seller's access point finds it invalid.",
    fixHint:
      'Tell the seller in another way. The message that was refused is an Invoice Response of this service.',
    source: MLS,
  },
  responseRefusedSince: {
    ...refused,
    networkStatus: 'response mlsStatus received_re',
    meaning: 'refused-since',
    message: "The status did not reach the seller: the seller's access point could not pass it on.",
    fixHint: 'Tell the seller in another way, or send the status again under a new Idempotency-Key.',
    source: phossAp('MlsHandler: mlsStatus carries the code, and no reason'),
  },

  noAddress: {
    ...noRoute,
    networkStatus: 'no-address',
    message: 'The document names no receiver in Peppol.',
    source: 'OpenPEPPOL eDEC code lists 9.7, participant identifier schemes',
  },
  notRegistered: {
    ...noRoute,
    networkStatus: 'not-registered',
    message: 'The receiver is not registered in Peppol.',
    source: 'phax/peppol-commons b460bac7, AbstractBDXLURLProvider',
  },
  notRegisteredAtSend: {
    ...noRoute,
    networkStatus: 'not registered, not handed over',
    message:
      'The receiver is not registered in Peppol for this kind of document, or its endpoint has expired. The document was not handed to the access point.',
    source:
      'this service: the look-up in DNS and SMP before the send; an access point would repeat for hours',
  },
  zoneDoubtful: {
    networkStatus: 'zone without participants',
    meaning: 'not-taken',
    code: 'EI-PEPPOL-LOOK-UP',
    owner: 'us',
    message: 'DNS knows neither the receiver nor any other participant of Peppol. The document was not sent.',
    fixHint: 'Correct SML_ZONE, SML_DNS or the resolver; the service then continues by itself.',
    hintAtLast: 'Correct SML_ZONE, SML_DNS or the resolver.',
    opensCareAtOnce: true,
    heals: true,
    source: 'RFC 8020: a name that does not exist has no names below it',
  },
  notOffered: {
    ...noRoute,
    networkStatus: 'not-offered',
    message: 'The receiver does not accept this kind of document over Peppol.',
    source: phase4('AS4EndpointDetailProviderPeppol: "server error" is an SMP that answers 404'),
  },
  notServiced: {
    ...refused,
    networkStatus: 'EBMS:0004 NOT_SERVICED',
    message: "The receiver's access point does not serve this receiver or kind of document.",
    source: phase4('Phase4PeppolServletMessageProcessorSPI: PEPPOL:NOT_SERVICED'),
  },
  policy: {
    ...refused,
    networkStatus: 'EBMS policy',
    message: "The receiver's access point refuses the security of the message.",
    source: phase4('EEbmsError: EBMS:0101 to 0103'),
  },
  notPassedOn: {
    ...refused,
    networkStatus: 'MLS RE',
    message: "The receiver's access point could not pass the document on.",
    source: MLS,
  },
  invalidThere: {
    ...ours,
    networkStatus: 'MLS RE invalid',
    message: "The receiver's access point finds the document invalid.",
    source: MLS,
  },
  brokenMls: {
    networkStatus: 'MLS breaks its rules',
    meaning: 'held',
    code: 'EI-ROUTE-ANSWER',
    owner: 'us',
    message:
      "A message level status of the receiver's access point breaks the rules of such messages. It is kept and changes nothing.",
    fixHint: 'Read the document mls or unmatched-answer, and ask the receiver whether it has the invoice.',
    source: 'OpenPEPPOL eDEC MLS, Schematron 1.0.1',
  },
  brokenResponse: {
    networkStatus: 'Invoice Response breaks its rules',
    meaning: 'held',
    code: 'EI-ROUTE-ANSWER',
    owner: 'us',
    message: 'An Invoice Response has no known code, or names no invoice. It is kept and changes nothing.',
    fixHint: 'Read the document unmatched-answer, and ask the buyer what it means.',
    source: 'OpenPEPPOL/poacc-upgrade-3 0e7e5c7, T111: ResponseCode, DocumentReference/ID',
  },
  rejectedByAp: {
    ...refused,
    networkStatus: 'rejected',
    message: 'The access point has stopped sending the document.',
    source: phossAp('OutboundTransactionResponse: rejected'),
  },
  duplicate: {
    networkStatus: 'EBMS:4001',
    meaning: 'refused',
    code: 'EI-PEPPOL-DUPLICATE',
    owner: 'us',
    message: 'The receiver holds another document under this identity.',
    source: phase4('EEbmsError: EBMS:4001'),
  },
  refusedByAp: {
    ...ours,
    networkStatus: 'refused by the access point',
    message: 'The access point cannot read the document, or its own checks refuse it; it holds nothing.',
    fixHint: 'The log of the access point has the reason.',
    source: recommand('api/send-document.ts: 400 and 422'),
  },
  notStored: {
    ...open,
    networkStatus: 'not stored by the access point',
    message:
      'The access point could not store the document: it cannot write it or read it, or its own checks refuse it.',
    fixHint: 'The log of the access point has the reason, such as a full disk.',
    source: phossAp(
      'OutboundOrchestrator.submitPrebuiltSBD returns null after any exception, also if the stored row cannot be read back',
    ),
  },
  notOverPeppol: {
    ...ours,
    networkStatus: 'not over Peppol',
    message: 'The provider sent the document by e-mail and not over Peppol.',
    source: recommand('api/send-document.ts: sentOverPeppol'),
  },
  notTakenThere: {
    ...noRoute,
    networkStatus: 'not taken by the provider',
    message: 'The provider accepts only UBL of BIS Billing 3.',
    fixHint: 'Send the invoice as UBL of BIS Billing 3, or by an access point that accepts other types.',
    source: eInvoice('POST /api/documents/ubl has no parameter for a document type'),
  },
  failedThere: {
    networkStatus: 'FAILED',
    meaning: 'held',
    code: 'EI-SEND-UNKNOWN',
    owner: 'us',
    message: 'The provider could not send the document; it is unknown whether the receiver holds it.',
    fixHint: "Read the reason in the provider's portal and ask the receiver. It is not sent again.",
    opensCareAtOnce: true,
    heals: true,
    source: eInvoice(
      'DocumentState FAILED says not what was tried; the details of send_failed are free-form',
    ),
  },
  notListed: {
    networkStatus: 'not listed',
    meaning: 'unclear',
    code: 'EI-SEND-UNKNOWN',
    owner: 'us',
    message: 'The provider does not list the document, and may have sent it.',
    fixHint: 'Ask the provider and the receiver; it is not sent again.',
    source: recommand(
      'api/send-document.ts: stores after the AS4 exchange, and takes no identity of the caller',
    ),
  },
  receipt: {
    networkStatus: 'receipt',
    meaning: 'receipt',
    message: 'Here is the receipt.',
    source: recommand('api/documents/get-document.ts: receivedPeppolSignalMessage'),
  },
  badEnvelope: {
    ...ours,
    networkStatus: 'bad-envelope',
    message: 'The access point cannot read the envelope.',
    source: standalone('PeppolSenderController: sbdhParsingException'),
  },
  badPayload: {
    ...ours,
    networkStatus: 'bad-payload',
    message: 'The access point cannot read the document.',
    source: standalone('PeppolSender: IllegalStateException'),
  },
  badIdentifier: {
    ...ours,
    networkStatus: 'bad-identifier',
    message: 'The access point cannot read an identifier.',
    source: standalone('PeppolSender: IllegalStateException'),
  },
  badParameters: {
    ...ours,
    networkStatus: 'INVALID_PARAMETERS',
    message: 'The access point lacks a parameter.',
    source: phase4('EAS4UserMessageSendResult: INVALID_PARAMETERS'),
  },

  lookUpFailed: {
    ...passing,
    networkStatus: 'look-up-failed',
    message: "The receiver's address could not be looked up.",
    source: 'phax/peppol-commons b460bac7, AbstractGenericSMPClient.getConvertedException',
  },
  badCertificate: {
    ...passing,
    networkStatus: 'certificate',
    message: "The certificate of the receiver's access point is not valid.",
    source: phase4('Phase4PeppolSender: certificate check of the receiver'),
  },
  notSending: {
    ...passing,
    networkStatus: 'not-sending',
    owner: 'us',
    message: 'The access point does not accept the call in its configuration.',
    source: standalone('PeppolSenderController: 404 if sending is off'),
  },
  transport: {
    ...open,
    networkStatus: 'TRANSPORT_ERROR',
    message: "The receiver's access point could not be reached.",
    source: phase4('AbstractAS4UserMessageBuilder.sendMessageAndCheckForReceipt'),
  },
  noSignal: {
    ...open,
    networkStatus: 'NO_SIGNAL_MESSAGE_RECEIVED',
    message: "The receiver's access point gave no receipt.",
    source: phase4('EAS4UserMessageSendResult: NO_SIGNAL_MESSAGE_RECEIVED'),
  },
  badSignal: {
    ...open,
    networkStatus: 'INVALID_SIGNAL_MESSAGE_RECEIVED',
    message: "The receipt of the receiver's access point cannot be read.",
    source: phase4('EAS4UserMessageSendResult: INVALID_SIGNAL_MESSAGE_RECEIVED'),
  },
  receiverFailed: {
    ...open,
    networkStatus: 'EBMS:0004',
    message: "The receiver's access point failed.",
    source: phase4('EEbmsError: EBMS:0004'),
  },
  receiverCut: {
    ...open,
    networkStatus: 'EBMS:0005',
    message: "The receiver's access point cannot pass the document on.",
    source: phase4('EEbmsError: EBMS:0005, EBMS:0202'),
  },
  handling: {
    ...refused,
    networkStatus: 'EBMS handling',
    meaning: 'unclear-once',
    message: "The receiver's access point could not handle the message.",
    source: phase4('EEbmsError: EBMS:0301 to 0303'),
  },
  sendingFailed: {
    ...open,
    networkStatus: 'sending-failed',
    message: 'The access point could not send the document.',
    source: phase4('Phase4PeppolSendingReport: a sendingResult that is not known'),
  },
} as const satisfies Record<string, StatusMapping>;

/** By code of an AS4 error. The detail of `EBMS:0004` decides, and the owner of the duplicate of `EBMS:4001`. */
export const AS4_STATUSES: ReadonlyMap<string, StatusMapping> = new Map(
  Object.entries({
    'EBMS:0004': PEPPOL_STATUSES.receiverFailed,
    'EBMS:0005': PEPPOL_STATUSES.receiverCut,
    'EBMS:0202': PEPPOL_STATUSES.receiverCut,
    'EBMS:0101': PEPPOL_STATUSES.policy,
    'EBMS:0102': PEPPOL_STATUSES.policy,
    'EBMS:0103': PEPPOL_STATUSES.policy,
    'EBMS:0301': PEPPOL_STATUSES.handling,
    'EBMS:0302': PEPPOL_STATUSES.handling,
    'EBMS:0303': PEPPOL_STATUSES.handling,
  }),
);

export const RESULT_STATUSES: ReadonlyMap<string, StatusMapping> = new Map(
  Object.entries({
    TRANSPORT_ERROR: PEPPOL_STATUSES.transport,
    NO_SIGNAL_MESSAGE_RECEIVED: PEPPOL_STATUSES.noSignal,
    INVALID_SIGNAL_MESSAGE_RECEIVED: PEPPOL_STATUSES.badSignal,
    TRANSPORT_ERROR_NO_RETRY: PEPPOL_STATUSES.transport,
    INVALID_PARAMETERS: PEPPOL_STATUSES.badParameters,
  }),
);

interface ExceptionRow {
  /** At the end of the class name. */
  readonly class: RegExp;
  readonly message: RegExp;
  readonly mapping: StatusMapping;
}

/**
 * Failures before anything was sent, by class and text of the exception (`routes`, 4.2): the first row that matches. Texts
 * differ between versions of the library, so a row needs only a few words. A failure without a row is tried again.
 */
export const EXCEPTION_STATUSES: readonly ExceptionRow[] = [
  {
    class: /SMPDNSResolutionException$/,
    message: /is not registered|none match/i,
    mapping: PEPPOL_STATUSES.notRegistered,
  },
  // DNS is down, DNSSEC does not verify, and the one text that older versions have for both.
  { class: /SMPDNSResolutionException$/, message: /(?:)/, mapping: PEPPOL_STATUSES.lookUpFailed },
  {
    class: /SMP\w*Exception$/,
    message: /select\w* (?:an? )?endpoint|endpoint\w* .*(?:select|inactive)/i,
    mapping: PEPPOL_STATUSES.notOffered,
  },
  {
    // Not `SMPClientParticipantNotFoundException`: in older versions it is an SMP that cannot be reached.
    class: /SMPClientNotFoundException$/,
    message: /(?:)/,
    mapping: PEPPOL_STATUSES.notOffered,
  },
  {
    class: /SMPClientHttpException$/,
    message: /\b404\b/,
    mapping: PEPPOL_STATUSES.notOffered,
  },
  { class: /SMPClient\w*Exception$/, message: /(?:)/, mapping: PEPPOL_STATUSES.lookUpFailed },
  {
    class: /(?:)/,
    message: /certificate/i,
    mapping: PEPPOL_STATUSES.badCertificate,
  },
  {
    class: /(?:)/,
    message:
      /(?:participant|document type|process)\w* (?:id|identifier)?.*(?:pars|invalid)|pars\w* .*(?:participant|document type|process)/i,
    mapping: PEPPOL_STATUSES.badIdentifier,
  },
  {
    class: /(?:)/,
    message: /read .*XML|XML .*(?:read|namespace|pars)|StandardBusinessDocument/i,
    mapping: PEPPOL_STATUSES.badPayload,
  },
];
