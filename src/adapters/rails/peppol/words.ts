import { COMMON_WORDS, type RailWord } from '../../../domain/delivery/rail-word.ts';

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
export const PEPPOL_WORDS = {
  ...COMMON_WORDS,
  delivered: { sign: 'SUCCESS', meaning: 'delivered', message: 'The receiver has taken the document.' },
  deliveredBefore: {
    sign: 'EBMS:4001 own',
    meaning: 'delivered',
    message: 'The receiver holds the document from an earlier try.',
  },
  brokenReceipt: {
    sign: 'broken-receipt',
    meaning: 'delivered',
    code: 'EI-RECEIPT-BROKEN',
    owner: 'route',
    message: 'What the access point gave as the receipt is none for this document.',
    fixHint: 'Nothing to change in the invoice; ask the access point for its receipt.',
    caredForAtOnce: true,
  },
  pending: {
    sign: 'pending',
    meaning: 'held',
    message: 'The access point holds the document and is sending it.',
  },
  notHeld: { sign: 'not-held', meaning: 'not-held', message: 'The access point does not hold the document.' },
  cannotTell: { sign: 'cannot-tell', meaning: 'cannot-tell', message: 'This access point cannot be asked.' },

  noAddress: { ...noRoute, sign: 'no-address', message: 'The document names no receiver in Peppol.' },
  notRegistered: { ...noRoute, sign: 'not-registered', message: 'The receiver is not registered in Peppol.' },
  notOffered: {
    ...noRoute,
    sign: 'not-offered',
    message: 'The receiver does not take this kind of document over Peppol.',
  },
  notServiced: {
    ...refused,
    sign: 'EBMS:0004 NOT_SERVICED',
    message: "The receiver's access point does not serve this receiver or kind of document.",
  },
  policy: {
    ...refused,
    sign: 'EBMS policy',
    message: "The receiver's access point refuses how the message is secured.",
  },
  noRetry: { ...refused, sign: 'TRANSPORT_ERROR_NO_RETRY', message: 'The transport failed for good.' },
  notPassedOn: {
    ...refused,
    sign: 'MLS RE',
    message: "The receiver's access point could not pass the document on.",
  },
  invalidThere: {
    ...ours,
    sign: 'MLS RE invalid',
    message: "The receiver's access point finds the document invalid.",
  },
  rejectedByAp: { ...refused, sign: 'rejected', message: 'The access point gave the document up.' },
  duplicate: {
    sign: 'EBMS:4001',
    meaning: 'refused',
    code: 'EI-PEPPOL-DUPLICATE',
    owner: 'us',
    message: 'The receiver holds another document under this identity.',
  },
  badEnvelope: { ...ours, sign: 'bad-envelope', message: 'The access point cannot read the envelope.' },
  badPayload: { ...ours, sign: 'bad-payload', message: 'The access point cannot read the document.' },
  badIdentifier: { ...ours, sign: 'bad-identifier', message: 'The access point cannot read an identifier.' },
  badParameters: { ...ours, sign: 'INVALID_PARAMETERS', message: 'The access point lacks a parameter.' },

  lookUpFailed: {
    ...passing,
    sign: 'look-up-failed',
    message: "The receiver's address could not be looked up.",
  },
  badCertificate: {
    ...passing,
    sign: 'certificate',
    message: "The certificate of the receiver's access point is not valid.",
  },
  notSending: {
    ...passing,
    sign: 'not-sending',
    owner: 'us',
    message: 'The access point does not take the call as it is configured.',
  },
  transport: {
    ...open,
    sign: 'TRANSPORT_ERROR',
    message: "The receiver's access point could not be reached.",
  },
  noSignal: {
    ...open,
    sign: 'NO_SIGNAL_MESSAGE_RECEIVED',
    message: "The receiver's access point gave no receipt.",
  },
  badSignal: {
    ...open,
    sign: 'INVALID_SIGNAL_MESSAGE_RECEIVED',
    message: "The receipt of the receiver's access point cannot be read.",
  },
  receiverFailed: { ...open, sign: 'EBMS:0004', message: "The receiver's access point failed." },
  receiverCut: {
    ...open,
    sign: 'EBMS:0005',
    message: "The receiver's access point cannot pass the document on.",
  },
  handling: {
    ...refused,
    sign: 'EBMS handling',
    meaning: 'unclear-once',
    message: "The receiver's access point could not handle the message.",
  },
  sendingFailed: {
    ...open,
    sign: 'sending-failed',
    message: 'The access point could not send the document.',
  },
} as const satisfies Record<string, RailWord>;

/** By code of an AS4 error; `EBMS:0004` is told by its detail, `EBMS:4001` by whose duplicate it is. */
export const AS4_WORDS: ReadonlyMap<string, RailWord> = new Map(
  Object.entries({
    'EBMS:0004': PEPPOL_WORDS.receiverFailed,
    'EBMS:0005': PEPPOL_WORDS.receiverCut,
    'EBMS:0202': PEPPOL_WORDS.receiverCut,
    'EBMS:0101': PEPPOL_WORDS.policy,
    'EBMS:0102': PEPPOL_WORDS.policy,
    'EBMS:0103': PEPPOL_WORDS.policy,
    'EBMS:0301': PEPPOL_WORDS.handling,
    'EBMS:0302': PEPPOL_WORDS.handling,
    'EBMS:0303': PEPPOL_WORDS.handling,
  }),
);

export const RESULT_WORDS: ReadonlyMap<string, RailWord> = new Map(
  Object.entries({
    TRANSPORT_ERROR: PEPPOL_WORDS.transport,
    NO_SIGNAL_MESSAGE_RECEIVED: PEPPOL_WORDS.noSignal,
    INVALID_SIGNAL_MESSAGE_RECEIVED: PEPPOL_WORDS.badSignal,
    TRANSPORT_ERROR_NO_RETRY: PEPPOL_WORDS.noRetry,
    INVALID_PARAMETERS: PEPPOL_WORDS.badParameters,
  }),
);

interface ExceptionRow {
  /** Of the class name's end. */
  readonly class: RegExp;
  readonly message: RegExp;
  readonly word: RailWord;
}

/**
 * What failed before anything was sent, by class and text of the exception (`routes`, 4.2): the first row that fits. Texts
 * vary with the library's version, so a row asks for few words; what no row knows is worth another try.
 */
export const EXCEPTION_WORDS: readonly ExceptionRow[] = [
  {
    class: /SMPDNSResolutionException$/,
    message: /is not registered|none match/i,
    word: PEPPOL_WORDS.notRegistered,
  },
  // DNS that is down, DNSSEC that does not hold, and the one text that older versions have for all of it.
  { class: /SMPDNSResolutionException$/, message: /(?:)/, word: PEPPOL_WORDS.lookUpFailed },
  {
    class: /SMP\w*Exception$/,
    message: /select\w* (?:an? )?endpoint|endpoint\w* .*(?:select|inactive)/i,
    word: PEPPOL_WORDS.notOffered,
  },
  {
    class: /SMP\w*NotFound\w*$/,
    message: /(?:)/,
    word: PEPPOL_WORDS.notOffered,
  },
  {
    class: /SMPClientHttpException$/,
    message: /\b404\b/,
    word: PEPPOL_WORDS.notOffered,
  },
  { class: /SMPClient\w*Exception$/, message: /(?:)/, word: PEPPOL_WORDS.lookUpFailed },
  {
    class: /(?:)/,
    message: /certificate/i,
    word: PEPPOL_WORDS.badCertificate,
  },
  {
    class: /(?:)/,
    message:
      /(?:participant|document type|process)\w* (?:id|identifier)?.*(?:pars|invalid)|pars\w* .*(?:participant|document type|process)/i,
    word: PEPPOL_WORDS.badIdentifier,
  },
  {
    class: /(?:)/,
    message: /read .*XML|XML .*(?:read|namespace|pars)|StandardBusinessDocument/i,
    word: PEPPOL_WORDS.badPayload,
  },
];
