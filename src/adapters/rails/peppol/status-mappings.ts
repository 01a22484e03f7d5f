import { COMMON_STATUSES, type StatusMapping } from '../../../domain/delivery/status-mapping.ts';

const noRoute = {
  meaning: 'refused',
  code: 'EI-PEPPOL-NO-ROUTE',
  owner: 'erp',
  fixHint: "Check the buyer's electronic address (BT-49); then send the invoice again.",
} as const;
const refused = { meaning: 'refused', code: 'EI-PEPPOL-REFUSED', owner: 'route' } as const;
const ours = { meaning: 'refused', code: 'EI-PEPPOL-REFUSED', owner: 'us' } as const;
const passing = { meaning: 'not-taken', code: 'EI-ROUTE-UNAVAILABLE', owner: 'route' } as const;
// The message was on its way to the receiver's access point: a repeat may be met as a duplicate of itself.
const open = { meaning: 'unclear', code: 'EI-ROUTE-UNAVAILABLE', owner: 'route' } as const;

/** Everything that an access point can say, and what it means. */
export const PEPPOL_STATUSES = {
  ...COMMON_STATUSES,
  delivered: {
    networkStatus: 'SUCCESS',
    meaning: 'delivered',
    message: 'The receiver has taken the document.',
  },
  deliveredBefore: {
    networkStatus: 'EBMS:4001 own',
    meaning: 'delivered',
    message: 'The receiver holds the document from an earlier try.',
  },
  brokenReceipt: {
    networkStatus: 'broken-receipt',
    meaning: 'delivered',
    code: 'EI-RECEIPT-BROKEN',
    owner: 'route',
    message: 'What the access point gave as the receipt is none for this document.',
    fixHint: 'Nothing to change in the invoice; ask the access point for its receipt.',
    opensCareAtOnce: true,
  },
  pending: {
    networkStatus: 'pending',
    meaning: 'held',
    message: 'The access point holds the document and is sending it.',
  },
  notHeld: {
    networkStatus: 'not-held',
    meaning: 'not-held',
    message: 'The access point does not hold the document.',
  },
  cannotTell: {
    networkStatus: 'cannot-tell',
    meaning: 'cannot-tell',
    message: 'This access point cannot be asked.',
  },

  noAddress: {
    ...noRoute,
    networkStatus: 'no-address',
    message: 'The document names no receiver in Peppol.',
  },
  notRegistered: {
    ...noRoute,
    networkStatus: 'not-registered',
    message: 'The receiver is not registered in Peppol.',
  },
  notOffered: {
    ...noRoute,
    networkStatus: 'not-offered',
    message: 'The receiver does not take this kind of document over Peppol.',
  },
  notServiced: {
    ...refused,
    networkStatus: 'EBMS:0004 NOT_SERVICED',
    message: "The receiver's access point does not serve this receiver or kind of document.",
  },
  policy: {
    ...refused,
    networkStatus: 'EBMS policy',
    message: "The receiver's access point refuses how the message is secured.",
  },
  noRetry: {
    ...refused,
    networkStatus: 'TRANSPORT_ERROR_NO_RETRY',
    message: 'The transport failed for good.',
  },
  notPassedOn: {
    ...refused,
    networkStatus: 'MLS RE',
    message: "The receiver's access point could not pass the document on.",
  },
  invalidThere: {
    ...ours,
    networkStatus: 'MLS RE invalid',
    message: "The receiver's access point finds the document invalid.",
  },
  rejectedByAp: { ...refused, networkStatus: 'rejected', message: 'The access point gave the document up.' },
  duplicate: {
    networkStatus: 'EBMS:4001',
    meaning: 'refused',
    code: 'EI-PEPPOL-DUPLICATE',
    owner: 'us',
    message: 'The receiver holds another document under this identity.',
  },
  badEnvelope: {
    ...ours,
    networkStatus: 'bad-envelope',
    message: 'The access point cannot read the envelope.',
  },
  badPayload: {
    ...ours,
    networkStatus: 'bad-payload',
    message: 'The access point cannot read the document.',
  },
  badIdentifier: {
    ...ours,
    networkStatus: 'bad-identifier',
    message: 'The access point cannot read an identifier.',
  },
  badParameters: {
    ...ours,
    networkStatus: 'INVALID_PARAMETERS',
    message: 'The access point lacks a parameter.',
  },

  lookUpFailed: {
    ...passing,
    networkStatus: 'look-up-failed',
    message: "The receiver's address could not be looked up.",
  },
  badCertificate: {
    ...passing,
    networkStatus: 'certificate',
    message: "The certificate of the receiver's access point is not valid.",
  },
  notSending: {
    ...passing,
    networkStatus: 'not-sending',
    owner: 'us',
    message: 'The access point does not take the call as it is configured.',
  },
  transport: {
    ...open,
    networkStatus: 'TRANSPORT_ERROR',
    message: "The receiver's access point could not be reached.",
  },
  noSignal: {
    ...open,
    networkStatus: 'NO_SIGNAL_MESSAGE_RECEIVED',
    message: "The receiver's access point gave no receipt.",
  },
  badSignal: {
    ...open,
    networkStatus: 'INVALID_SIGNAL_MESSAGE_RECEIVED',
    message: "The receipt of the receiver's access point cannot be read.",
  },
  receiverFailed: { ...open, networkStatus: 'EBMS:0004', message: "The receiver's access point failed." },
  receiverCut: {
    ...open,
    networkStatus: 'EBMS:0005',
    message: "The receiver's access point cannot pass the document on.",
  },
  handling: {
    ...refused,
    networkStatus: 'EBMS handling',
    meaning: 'unclear-once',
    message: "The receiver's access point could not handle the message.",
  },
  sendingFailed: {
    ...open,
    networkStatus: 'sending-failed',
    message: 'The access point could not send the document.',
  },
} as const satisfies Record<string, StatusMapping>;

/** By code of an AS4 error; `EBMS:0004` is told by its detail, `EBMS:4001` by whose duplicate it is. */
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
    TRANSPORT_ERROR_NO_RETRY: PEPPOL_STATUSES.noRetry,
    INVALID_PARAMETERS: PEPPOL_STATUSES.badParameters,
  }),
);

interface ExceptionRow {
  /** Of the class name's end. */
  readonly class: RegExp;
  readonly message: RegExp;
  readonly mapping: StatusMapping;
}

/**
 * What failed before anything was sent, by class and text of the exception (`routes`, 4.2): the first row that fits. Texts
 * vary with the library's version, so a row asks for few words; what no row knows is worth another try.
 */
export const EXCEPTION_STATUSES: readonly ExceptionRow[] = [
  {
    class: /SMPDNSResolutionException$/,
    message: /is not registered|none match/i,
    mapping: PEPPOL_STATUSES.notRegistered,
  },
  // DNS that is down, DNSSEC that does not hold, and the one text that older versions have for all of it.
  { class: /SMPDNSResolutionException$/, message: /(?:)/, mapping: PEPPOL_STATUSES.lookUpFailed },
  {
    class: /SMP\w*Exception$/,
    message: /select\w* (?:an? )?endpoint|endpoint\w* .*(?:select|inactive)/i,
    mapping: PEPPOL_STATUSES.notOffered,
  },
  {
    class: /SMP\w*NotFound\w*$/,
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
