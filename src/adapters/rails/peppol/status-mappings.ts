import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../../domain/sending/status-mapping.ts';

/** The published code from which rows come, with its commit. */
const phossAp = (where: string): string => `phax/phoss-ap ba7e36b, ${where}`;
const phase4 = (where: string): string => `phax/phase4 d4505cc8d, ${where}`;
const standalone = (where: string): string => `phax/phase4-peppol-standalone e920229, ${where}`;
const recommand = (where: string): string => `recommand/recommand-peppol f26b74e, ${where}`;
const eInvoice = (where: string): string =>
  `e-invoice-be/peppol-cli db05da8, api/openapi.json 1.1.0: ${where}`;
const storecove = (where: string): string => `Storecove, OpenAPI 2.0.1: ${where}`;
const MLS = 'Peppol MLS specification 1.0; OpenPEPPOL/poacc-upgrade-3 0e7e5c7';

const noRoute = {
  meaning: 'refused',
  code: 'EI-PEPPOL-NO-ROUTE',
  owner: 'erp',
  term: 'BT-49',
  fixHint: say('networks-peppol.EI-PEPPOL-NO-ROUTE.hint'),
} as const;
const responseNoRoute = { meaning: 'refused', code: 'EI-PEPPOL-NO-ROUTE', owner: 'erp' } as const;
/** Nothing more comes from the network: the sender asks the receiver, or sends in another way. */
const refused = {
  meaning: 'refused',
  code: 'EI-PEPPOL-REFUSED',
  owner: 'route',
  senderCanFix: true,
} as const;
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
    message: say('networks-peppol.delivered.message'),
    source: phase4('Phase4PeppolSendingReport: sendingSuccess'),
  },
  deliveredSoFar: {
    networkStatus: 'sent',
    meaning: 'delivered-so-far',
    message: say('networks-peppol.delivered-so-far.message'),
    source: phossAp('OutboundTransactionResponse: mlsStatus is pending from the creation on'),
  },
  refusedSince: {
    ...refused,
    networkStatus: 'mlsStatus received_re',
    meaning: 'refused-since',
    message: say('networks-peppol.refused-since.message'),
    source: phossAp('MlsHandler: mlsStatus carries the code, and no reason'),
  },
  deliveredBefore: {
    networkStatus: 'EBMS:4001 own',
    meaning: 'delivered',
    message: say('networks-peppol.delivered-before.message'),
    source: phossAp('InboundOrchestrator: rejects a duplicate SBDH instance'),
  },
  foreignReceipt: {
    ...COMMON_STATUSES.receiptUnverified,
    networkStatus: 'receipt of another message',
    message: sentences(
      COMMON_STATUSES.receiptUnverified.message,
      say('networks-peppol.foreign-receipt.message'),
    ),
    source: 'OASIS ebMS 3.0 core 5.2.3.3; Peppol AS4 profile 2.0',
  },
  pending: {
    networkStatus: 'pending',
    meaning: 'held',
    message: say('networks-peppol.pending.message'),
    source: phossAp('OutboundTransactionResponse: pending, sending, failed; a 422 with a report'),
  },
  notOfferedYet: {
    networkStatus: 'not-offered, repeated',
    meaning: 'held',
    code: 'EI-PEPPOL-NO-ROUTE',
    owner: 'erp',
    term: 'BT-49',
    message: say('networks-peppol.not-offered-yet.message'),
    fixHint: say('networks-peppol.not-offered-yet.hint'),
    opensCareAtOnce: true,
    heals: true,
    source: phossAp('OutboundOrchestrator: a failed SMP look-up is repeated without end'),
  },
  twice: {
    networkStatus: 'held twice',
    meaning: 'held',
    code: 'EI-PEPPOL-DUPLICATE',
    owner: 'us',
    message: say('networks-peppol.twice.message'),
    fixHint: say('networks-peppol.twice.hint'),
    opensCareAtOnce: true,
    source: phossAp('V1__InitDatabase.sql: the index on sbdh_instance_id is not unique'),
  },
  unsettled: {
    networkStatus: 'given up, may be held',
    meaning: 'held',
    code: 'EI-SEND-UNKNOWN',
    owner: 'us',
    message: say('networks-peppol.unsettled.message'),
    fixHint: say('networks-peppol.unsettled.hint'),
    opensCareAtOnce: true,
    heals: true,
    source: phossAp('OutboundOrchestrator: a receipt that is lost three times ends permanently_failed'),
  },
  lookUpGivenUp: {
    ...passing,
    networkStatus: 'look-up given up',
    meaning: 'dropped',
    message: say('networks-peppol.look-up-given-up.message'),
    source: phossAp('OutboundOrchestrator: DNS and SMP failures are final at the first try'),
  },
  certificateGivenUp: {
    ...passing,
    networkStatus: 'certificate given up',
    meaning: 'dropped',
    message: say('networks-peppol.certificate-given-up.message'),
    source: phossAp('OutboundOrchestrator: permanently_failed after the last try, whatever the error'),
  },
  notRegisteredPerhaps: {
    ...noRoute,
    networkStatus: 'not-registered-unconfirmed',
    meaning: 'dropped-once',
    message: say('networks-peppol.not-registered-perhaps.message'),
    source: phossAp('OutboundOrchestrator: says so of technical failures of DNS, too'),
  },
  notHeld: {
    networkStatus: 'not-held',
    meaning: 'not-held',
    message: say('networks-peppol.not-held.message'),
    source: phossAp('OutboundController: 404 with an empty body, and no entry in either list'),
  },
  cannotTell: {
    networkStatus: 'cannot-tell',
    meaning: 'cannot-tell',
    message: say('networks-peppol.cannot-tell.message'),
    source: standalone('PeppolSenderController has no call about a sent document'),
  },

  otherAccessPoint: {
    networkStatus: 'other access point',
    meaning: 'not-taken',
    code: 'EI-CREDENTIAL-REFUSED',
    owner: 'client',
    message: say('networks-peppol.other-access-point.message'),
    fixHint: say('networks-peppol.other-access-point.hint'),
    source: 'this service: an Invoice Response goes from the address that the invoice went to',
  },
  responseNotOffered: {
    ...responseNoRoute,
    networkStatus: 'response not-offered',
    message: say('networks-peppol.response-not-offered.message'),
    fixHint: say('networks-peppol.response-not-offered.hint'),
    source: phase4('AS4EndpointDetailProviderPeppol: "server error" is an SMP that answers 404'),
  },
  responseNotOfferedPerhaps: {
    ...responseNoRoute,
    networkStatus: 'response not-registered-unconfirmed',
    meaning: 'dropped-once',
    message: say('networks-peppol.response-not-offered-perhaps.message'),
    fixHint: say('networks-peppol.response-not-offered.hint'),
    source: phossAp('OutboundOrchestrator: says so of technical failures of DNS, too'),
  },
  responseNotOfferedYet: {
    ...responseNoRoute,
    networkStatus: 'response not-offered, repeated',
    message: say('networks-peppol.response-not-offered-yet.message'),
    fixHint: say('networks-peppol.response-not-offered-yet.hint'),
    source: phossAp('OutboundOrchestrator: a failed SMP look-up is repeated without end'),
  },
  responseUnsettled: {
    networkStatus: 'response given up, may be held',
    meaning: 'refused',
    code: 'EI-SEND-UNKNOWN',
    owner: 'us',
    message: say('networks-peppol.response-unsettled.message'),
    fixHint: say('networks-peppol.response-unsettled.hint'),
    source: phossAp('OutboundOrchestrator: a receipt that is lost three times ends permanently_failed'),
  },
  responseNotPassedOn: {
    ...refused,
    networkStatus: 'response MLS RE',
    message: say('networks-peppol.response-not-passed-on.message'),
    fixHint: say('networks-peppol.response-not-passed-on.hint'),
    source: MLS,
  },
  responseInvalidThere: {
    ...ours,
    networkStatus: 'response MLS RE invalid',
    message: say('networks-peppol.response-invalid-there.message'),
    fixHint: say('networks-peppol.response-invalid-there.hint'),
    source: MLS,
  },
  responseRefusedSince: {
    ...refused,
    networkStatus: 'response mlsStatus received_re',
    meaning: 'refused-since',
    message: say('networks-peppol.response-not-passed-on.message'),
    fixHint: say('networks-peppol.response-not-passed-on.hint'),
    source: phossAp('MlsHandler: mlsStatus carries the code, and no reason'),
  },

  noAddress: {
    ...noRoute,
    networkStatus: 'no-address',
    message: say('networks-peppol.no-address.message'),
    source: 'OpenPEPPOL eDEC code lists 9.7, participant identifier schemes',
  },
  notRegistered: {
    ...noRoute,
    networkStatus: 'not-registered',
    message: say('networks-peppol.not-registered-perhaps.message'),
    source: 'phax/peppol-commons b460bac7, AbstractBDXLURLProvider',
  },
  notRegisteredAtSend: {
    ...noRoute,
    networkStatus: 'not registered, not handed over',
    message: say('networks-peppol.not-registered-at-send.message'),
    source:
      'this service: the look-up in DNS and SMP before the send; an access point would repeat for hours',
  },
  zoneDoubtful: {
    networkStatus: 'zone without participants',
    meaning: 'not-taken',
    code: 'EI-PEPPOL-LOOK-UP',
    owner: 'us',
    message: say('networks-peppol.zone-doubtful.message'),
    fixHint: say('networks-peppol.zone-doubtful.hint'),
    hintAtLast: say('networks-peppol.zone-doubtful.hint-at-last'),
    opensCareAtOnce: true,
    heals: true,
    source: 'RFC 8020: a name that does not exist has no names below it',
  },
  notOffered: {
    ...noRoute,
    networkStatus: 'not-offered',
    message: say('networks-peppol.not-offered.message'),
    source: phase4('AS4EndpointDetailProviderPeppol: "server error" is an SMP that answers 404'),
  },
  notServiced: {
    ...refused,
    term: 'BT-49',
    networkStatus: 'EBMS:0004 NOT_SERVICED',
    message: say('networks-peppol.not-serviced.message'),
    fixHint: say('networks-peppol.not-serviced.hint'),
    source: phase4('Phase4PeppolServletMessageProcessorSPI: PEPPOL:NOT_SERVICED'),
  },
  policy: {
    ...refused,
    networkStatus: 'EBMS policy',
    message: say('networks-peppol.policy.message'),
    fixHint: say('networks-peppol.policy.hint'),
    source: phase4('EEbmsError: EBMS:0101 to 0103'),
  },
  notPassedOn: {
    ...refused,
    networkStatus: 'MLS RE',
    message: say('networks-peppol.refused-since.message'),
    fixHint: say('networks-peppol.not-passed-on.hint'),
    source: MLS,
  },
  invalidThere: {
    ...ours,
    networkStatus: 'MLS RE invalid',
    message: say('networks-peppol.invalid-there.message'),
    source: MLS,
  },
  brokenMls: {
    networkStatus: 'MLS breaks its rules',
    meaning: 'held',
    code: 'EI-ROUTE-ANSWER',
    owner: 'us',
    message: say('networks-peppol.broken-mls.message'),
    fixHint: say('networks-peppol.broken-mls.hint'),
    source: 'OpenPEPPOL eDEC MLS, Schematron 1.0.1',
  },
  brokenResponse: {
    networkStatus: 'Invoice Response breaks its rules',
    meaning: 'held',
    code: 'EI-ROUTE-ANSWER',
    owner: 'us',
    message: say('networks-peppol.broken-response.message'),
    fixHint: say('networks-peppol.broken-response.hint'),
    source: 'OpenPEPPOL/poacc-upgrade-3 0e7e5c7, T111: ResponseCode, DocumentReference/ID',
  },
  rejectedByAp: {
    ...refused,
    networkStatus: 'rejected',
    message: say('networks-peppol.rejected-by-ap.message'),
    source: phossAp('OutboundTransactionResponse: rejected'),
  },
  duplicate: {
    networkStatus: 'EBMS:4001',
    meaning: 'refused',
    code: 'EI-PEPPOL-DUPLICATE',
    owner: 'us',
    message: say('networks-peppol.duplicate.message'),
    source: phase4('EEbmsError: EBMS:4001'),
  },
  refusedByAp: {
    ...ours,
    networkStatus: 'refused by the access point',
    message: say('networks-peppol.refused-by-ap.message'),
    fixHint: say('networks-peppol.refused-by-ap.hint'),
    source: recommand('api/send-document.ts: 400 and 422'),
  },
  notStored: {
    ...open,
    networkStatus: 'not stored by the access point',
    message: say('networks-peppol.not-stored.message'),
    fixHint: say('networks-peppol.not-stored.hint'),
    source: phossAp(
      'OutboundOrchestrator.submitPrebuiltSBD returns null after any exception, also if the stored row cannot be read back',
    ),
  },
  notOverPeppol: {
    ...ours,
    networkStatus: 'not over Peppol',
    message: say('networks-peppol.not-over-peppol.message'),
    source: recommand('api/send-document.ts: sentOverPeppol'),
  },
  notTakenThere: {
    ...noRoute,
    networkStatus: 'not taken by the provider',
    message: say('networks-peppol.not-taken-there.message'),
    fixHint: say('networks-peppol.not-taken-there.hint'),
    source: eInvoice('POST /api/documents/ubl has no parameter for a document type'),
  },
  failedThere: {
    networkStatus: 'FAILED',
    meaning: 'held',
    code: 'EI-SEND-UNKNOWN',
    owner: 'us',
    message: say('networks-peppol.failed-there.message'),
    fixHint: say('networks-peppol.failed-there.hint'),
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
    message: say('networks-peppol.not-listed.message'),
    fixHint: say('networks-peppol.not-listed.hint'),
    source: recommand(
      'api/send-document.ts: stores after the AS4 exchange, and takes no identity of the caller',
    ),
  },
  noEventYet: {
    networkStatus: 'no event yet',
    meaning: 'unclear',
    code: 'EI-SEND-UNKNOWN',
    owner: 'us',
    message: say('networks-peppol.no-event-yet.message'),
    fixHint: say('networks-peppol.not-listed.hint'),
    source: storecove('of submissions with one idempotencyGuid the first is processed; no call finds it'),
  },
  noActionTaken: {
    ...noRoute,
    networkStatus: 'no_action_taken',
    message: say('networks-peppol.no-action-taken.message'),
    source: 'vantigo-io/vantigo 3cf847cd, storecove.go: no_action_taken is no routable receiver',
  },
  otherEntity: {
    networkStatus: 'document of another legal entity',
    meaning: 'not-taken',
    code: 'EI-CREDENTIAL-MISSING',
    owner: 'us',
    message: say('networks-peppol.other-entity.message'),
    fixHint: say('networks-peppol.other-entity.hint'),
    opensCareAtOnce: true,
    source: storecove('Transportable: legal_entity_id; one queue of events for each account'),
  },
  receipt: {
    networkStatus: 'receipt',
    meaning: 'receipt',
    message: say('networks-peppol.receipt.message'),
    source: recommand('api/documents/get-document.ts: receivedPeppolSignalMessage'),
  },
  badEnvelope: {
    ...ours,
    networkStatus: 'bad-envelope',
    message: say('networks-peppol.bad-envelope.message'),
    source: standalone('PeppolSenderController: sbdhParsingException'),
  },
  badPayload: {
    ...ours,
    networkStatus: 'bad-payload',
    message: say('networks-peppol.bad-payload.message'),
    source: standalone('PeppolSender: IllegalStateException'),
  },
  badIdentifier: {
    ...ours,
    networkStatus: 'bad-identifier',
    message: say('networks-peppol.bad-identifier.message'),
    source: standalone('PeppolSender: IllegalStateException'),
  },
  badParameters: {
    ...ours,
    networkStatus: 'INVALID_PARAMETERS',
    message: say('networks-peppol.bad-parameters.message'),
    source: phase4('EAS4UserMessageSendResult: INVALID_PARAMETERS'),
  },

  lookUpFailed: {
    ...passing,
    networkStatus: 'look-up-failed',
    message: say('networks-peppol.look-up-failed.message'),
    source: 'phax/peppol-commons b460bac7, AbstractGenericSMPClient.getConvertedException',
  },
  badCertificate: {
    ...passing,
    networkStatus: 'certificate',
    message: say('networks-peppol.bad-certificate.message'),
    source: phase4('Phase4PeppolSender: certificate check of the receiver'),
  },
  notSending: {
    ...passing,
    networkStatus: 'not-sending',
    owner: 'us',
    message: say('networks-peppol.not-sending.message'),
    source: standalone('PeppolSenderController: 404 if sending is off'),
  },
  transport: {
    ...open,
    networkStatus: 'TRANSPORT_ERROR',
    message: say('networks-peppol.transport.message'),
    source: phase4('AbstractAS4UserMessageBuilder.sendMessageAndCheckForReceipt'),
  },
  noSignal: {
    ...open,
    networkStatus: 'NO_SIGNAL_MESSAGE_RECEIVED',
    message: say('networks-peppol.no-signal.message'),
    source: phase4('EAS4UserMessageSendResult: NO_SIGNAL_MESSAGE_RECEIVED'),
  },
  badSignal: {
    ...open,
    networkStatus: 'INVALID_SIGNAL_MESSAGE_RECEIVED',
    message: say('networks-peppol.bad-signal.message'),
    source: phase4('EAS4UserMessageSendResult: INVALID_SIGNAL_MESSAGE_RECEIVED'),
  },
  receiverFailed: {
    ...open,
    networkStatus: 'EBMS:0004',
    message: say('networks-peppol.receiver-failed.message'),
    source: phase4('EEbmsError: EBMS:0004'),
  },
  receiverCut: {
    ...open,
    networkStatus: 'EBMS:0005',
    message: say('networks-peppol.receiver-cut.message'),
    source: phase4('EEbmsError: EBMS:0005, EBMS:0202'),
  },
  handling: {
    ...refused,
    networkStatus: 'EBMS handling',
    meaning: 'unclear-once',
    message: say('networks-peppol.handling.message'),
    source: phase4('EEbmsError: EBMS:0301 to 0303'),
  },
  sendingFailed: {
    ...open,
    networkStatus: 'sending-failed',
    message: say('networks-peppol.sending-failed.message'),
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
  /** Only in a report without a result: with one the AS4 exchange may have run, and the texts of its answer are alike. */
  readonly isWithoutResult?: true;
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
    class: /Phase4PeppolException$/,
    message: /certificate/i,
    mapping: PEPPOL_STATUSES.badCertificate,
  },
  {
    class: /(?:)/,
    message:
      /(?:participant|document type|process)\w* (?:id|identifier)?.*(?:pars|invalid)|pars\w* .*(?:participant|document type|process)/i,
    mapping: PEPPOL_STATUSES.badIdentifier,
    isWithoutResult: true,
  },
  {
    class: /(?:)/,
    message: /read .*XML|XML .*(?:read|namespace|pars)|StandardBusinessDocument/i,
    mapping: PEPPOL_STATUSES.badPayload,
    isWithoutResult: true,
  },
];
