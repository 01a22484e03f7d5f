import { say } from 'en16931-rules/vocabulary/message.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../../domain/sending/status-mapping.ts';
import { LOG_IN_UNDER_WAY } from '../log-in-under-way.ts';

/** The sources of rows: ANAF's own description, code of its clients and recorded answers. */
const swagger = (where: string): string => `ANAF e-Factura Swagger pages, ${where}`;
const record = (where: string): string => `OCA/l10n-romania 407235eb, recorded answers: ${where}`;
const UPLOAD = swagger('/upload: Errors/@errorMessage');
const OWN = 'this service';

const refused = { meaning: 'refused', code: 'ANAF-UPLOAD', owner: 'erp' } as const;
const rights = { code: 'ANAF-RIGHTS', owner: 'client' } as const;
const passing = { meaning: 'not-taken', code: 'EI-ROUTE-UNAVAILABLE', owner: 'route' } as const;
const notDescribed = { meaning: 'unclear', code: 'EI-ROUTE-ANSWER', owner: 'us' } as const;
const wrongCall = {
  networkStatus: 'HTTP 400',
  source: swagger('HTTP 400 with Bad Request'),
  ...refused,
  owner: 'us',
  fixHint: say('networks-ro-efactura.wrong-call.hint'),
} as const;

/** Every answer of ANAF, and what it means. */
export const ANAF_STATUSES = {
  ...COMMON_STATUSES,
  taken: {
    networkStatus: 'ExecutionStatus 0',
    source: swagger('/upload: ExecutionStatus 0 with index_incarcare'),
    meaning: 'held',
    message: say('networks-ro-efactura.taken.message'),
  },
  messageTaken: {
    networkStatus: 'RASP, ExecutionStatus 0',
    source: swagger('/upload: standard RASP; ExecutionStatus 0 with index_incarcare'),
    meaning: 'accepted',
    message: say('networks-ro-efactura.message-taken.message'),
  },
  inProgress: {
    networkStatus: 'in prelucrare',
    source: swagger('/stareMesaj: stare "in prelucrare"'),
    meaning: 'held',
    message: say('networks-ro-efactura.in-progress.message'),
  },
  accepted: {
    networkStatus: 'ok',
    source: swagger('/stareMesaj: stare "ok"'),
    meaning: 'accepted',
    message: say('networks-ro-efactura.accepted.message'),
  },
  acceptedBefore: {
    networkStatus: 'nok, sent before',
    source: record('the errors of a nok name the first index'),
    meaning: 'accepted',
    message: say('networks-ro-efactura.accepted-before.message'),
  },
  sentBefore: {
    networkStatus: 'nok, sent before, remark',
    source: record('the errors of a nok name the first index'),
    meaning: 'accepted',
    code: 'ANAF-DUPLICATE',
    owner: 'us',
    severity: 'information',
    message: say('networks-ro-efactura.accepted-before.message'),
    fixHint: say('networks-ro-efactura.accepted-before.hint'),
  },
  invalid: {
    ...refused,
    code: 'ANAF-NOK',
    networkStatus: 'nok',
    source: swagger('/stareMesaj: stare "nok"'),
    message: say('networks-ro-efactura.invalid.message'),
    fixHint: say('networks-ro-efactura.invalid.hint'),
    hintIfUnnamed: say('networks-ro-efactura.invalid.hint-if-unnamed'),
  },
  reasonsPending: {
    ...refused,
    code: 'ANAF-NOK',
    networkStatus: 'nok, reasons not read',
    source: swagger('/descarcare: the reasons of a nok stand in its file'),
    message: say('networks-ro-efactura.reasons-pending.message'),
    fixHint: say('networks-ro-efactura.reasons-pending.hint'),
    receiptFollows: true,
    heals: true,
  },
  reasonsAwaited: {
    networkStatus: 'nok, reasons awaited',
    source: swagger('/descarcare: the reasons of a nok stand in its file'),
    meaning: 'later',
    message: say('networks-ro-efactura.reasons-awaited.message'),
  },
  notTaken: {
    networkStatus: 'XML cu erori nepreluat de sistem',
    source: swagger('/stareMesaj: stare "XML cu erori nepreluat de sistem"'),
    meaning: 'refused',
    code: 'ANAF-NOT-TAKEN',
    owner: 'erp',
    message: say('networks-ro-efactura.not-taken.message'),
    fixHint: say('networks-ro-efactura.not-taken.hint'),
  },
  duplicate: {
    networkStatus: 'nok, other content',
    source: record('the errors of a nok name an index of another file'),
    meaning: 'refused',
    code: 'ANAF-DUPLICATE',
    owner: 'us',
    senderCanFix: true,
    message: say('networks-ro-efactura.duplicate.message'),
    fixHint: say('networks-ro-efactura.duplicate.hint'),
  },
  receipt: {
    networkStatus: 'downloaded',
    source: swagger('/descarcare'),
    meaning: 'receipt',
    message: say('networks-ro-efactura.receipt.message'),
  },
  noReceipt: {
    networkStatus: 'no download id',
    source: swagger('/stareMesaj without id_descarcare'),
    meaning: 'cannot-tell',
    message: say('networks-ro-efactura.no-receipt.message'),
  },

  buyerWrote: {
    networkStatus: 'MESAJ CUMPARATOR',
    source: swagger('/listaMesajePaginatieFactura: filtru R; /upload: the example of RASP'),
    meaning: 'held',
    code: 'ANAF-BUYER-MESSAGE',
    owner: 'business',
    message: say('networks-ro-efactura.buyer-wrote.message'),
  },
  buyersMessageUnread: {
    ...notDescribed,
    networkStatus: 'MESAJ CUMPARATOR, unreadable',
    source: 'none: a file that the description does not have',
    message: say('networks-ro-efactura.buyers-message-unread.message'),
    fixHint: say('networks-ro-efactura.buyers-message-unread.hint'),
  },

  noSeller: {
    ...refused,
    networkStatus: 'no-cif',
    source: "CIUS-RO 1.0.9: the seller's CIF",
    message: say('networks-ro-efactura.no-seller.message'),
    fixHint: say('networks-ro-efactura.no-seller.hint'),
  },
  unreadable: {
    ...refused,
    networkStatus: 'invalid file',
    source: UPLOAD,
    message: say('networks-ro-efactura.unreadable.message'),
  },
  tooLarge: {
    ...refused,
    networkStatus: 'too large',
    source: UPLOAD,
    message: say('networks-ro-efactura.too-large.message'),
    fixHint: say('networks-ro-efactura.too-large.hint'),
  },
  wrongParameter: {
    ...wrongCall,
    networkStatus: 'wrong parameter',
    source: UPLOAD,
    message: say('networks-ro-efactura.wrong-parameter.message'),
  },
  badCall: { ...wrongCall, message: say('networks-ro-efactura.bad-call.message') },
  unknownRefusal: {
    ...refused,
    networkStatus: 'refused',
    source: UPLOAD,
    meaning: 'not-taken-once',
    message: say('networks-ro-efactura.unknown-refusal.message'),
  },
  noRight: {
    ...rights,
    networkStatus: 'no right',
    source: UPLOAD,
    meaning: 'refused',
    message: say('networks-ro-efactura.no-right.message'),
    fixHint: say('networks-ro-efactura.no-right.hint'),
  },
  // ANAF may have accepted the invoice: only the answer is out of reach.
  mayNotAsk: {
    ...rights,
    networkStatus: 'no right to ask',
    source: swagger('/stareMesaj: Errors "Nu aveti dreptul"'),
    meaning: 'unclear',
    message: say('networks-ro-efactura.may-not-ask.message'),
    fixHint: say('networks-ro-efactura.may-not-ask.hint'),
    opensCareAtOnce: true,
    heals: true,
  },

  technical: {
    ...passing,
    networkStatus: 'eroare tehnica',
    source: swagger('"A aparut o eroare tehnica"'),
    message: say('networks-ro-efactura.technical.message'),
  },
  wrongPath: {
    ...passing,
    networkStatus: 'HTTP 404',
    source: 'RFC 9110 section 15.5.5: HTTP 404',
    message: say('networks-ro-efactura.wrong-path.message'),
  },
  logInFailed: {
    ...passing,
    networkStatus: 'log-in',
    source: 'florin-szilagyi/efactura-anaf-ts-sdk: token call',
    message: say('networks-ro-efactura.log-in-failed.message'),
  },
  notUnderstood: {
    ...notDescribed,
    networkStatus: 'not understood',
    source: 'none: an answer that the description does not have',
    message: say('networks-ro-efactura.not-understood.message'),
  },
  unknownIndex: {
    networkStatus: 'unknown index',
    source: swagger('/stareMesaj: "Nu exista factura cu id_incarcare"'),
    meaning: 'not-held',
    message: say('networks-ro-efactura.unknown-index.message'),
  },
  notHeld: {
    networkStatus: 'not-held',
    source: swagger('/listaMesajePaginatieFactura'),
    meaning: 'not-held',
    message: say('networks-ro-efactura.not-held.message'),
  },
  notShownYet: {
    networkStatus: 'not shown yet',
    source: OWN,
    meaning: 'later',
    message: say('networks-ro-efactura.not-shown-yet.message'),
  },
  withoutTime: {
    ...notDescribed,
    networkStatus: 'no Date',
    source: 'RFC 9110 section 6.6.1: a server with a clock sends Date',
    message: say('networks-ro-efactura.without-time.message'),
    fixHint: say('networks-ro-efactura.without-time.hint'),
  },
  expired: {
    ...notDescribed,
    networkStatus: 'older than 60 days',
    source: 'robert-malai/anafpy 1af98721: answers of production of 30 July 2026',
    message: say('networks-ro-efactura.expired.message'),
  },
  dayIsOver: {
    networkStatus: 'S-au facut deja',
    source: swagger('"S-au facut deja … in cursul zilei"'),
    meaning: 'later',
    message: say('networks-ro-efactura.day-is-over.message'),
  },
  opening: LOG_IN_UNDER_WAY,

  unreadableAnswer: {
    ...notDescribed,
    networkStatus: 'unreadable answer',
    source: 'none: a file that the description does not have',
    message: say('networks-ro-efactura.unreadable-answer.message'),
  },
  anothersAnswer: {
    ...notDescribed,
    networkStatus: "another's answer",
    source: OWN,
    message: say('networks-ro-efactura.anothers-answer.message'),
    fixHint: say('networks-ro-efactura.anothers-answer.hint'),
    opensCareAtOnce: true,
    heals: true,
  },
} as const satisfies Record<string, StatusMapping>;

interface TextRow {
  readonly text: RegExp;
  readonly mapping: StatusMapping;
}

/**
 * Rejections of an upload by their texts (ANAF's Swagger pages): the first row that matches. A rejection without a row is tried once
 * more.
 */
export const UPLOAD_TEXTS: readonly TextRow[] = [
  { text: /^A aparut o eroare tehnica/i, mapping: ANAF_STATUSES.technical },
  { text: /S-au (?:facut|incarcat) deja|in cursul zile/i, mapping: ANAF_STATUSES.dayIsOver },
  { text: /drept(?:ul)? in SPV|niciun CIF|Registrul/i, mapping: ANAF_STATUSES.noRight },
  { text: /^Marime fisier/i, mapping: ANAF_STATUSES.tooLarge },
  { text: /^Fisierul transmis nu este valid/i, mapping: ANAF_STATUSES.unreadable },
  { text: /valoarea acceptata|Valorile acceptate|nu este un numar/i, mapping: ANAF_STATUSES.wrongParameter },
  { text: /(?:)/, mapping: ANAF_STATUSES.unknownRefusal },
];

/** Texts in place of an answer to a query (sections 4, 5 and 6). */
export const QUESTION_TEXTS: readonly TextRow[] = [
  { text: /^A aparut o eroare tehnica/i, mapping: ANAF_STATUSES.technical },
  { text: /S-au (?:facut|incarcat) deja|in cursul zile/i, mapping: ANAF_STATUSES.dayIsOver },
  { text: /perioada de 60 de zile in care este disponibil/i, mapping: ANAF_STATUSES.expired },
  { text: /Nu exista (?:factura|inregistrata)|nu exista inregistrata/i, mapping: ANAF_STATUSES.unknownIndex },
  { text: /Nu aveti drept|niciun CIF/i, mapping: ANAF_STATUSES.mayNotAsk },
  { text: /(?:)/, mapping: ANAF_STATUSES.notUnderstood },
];

export const mappingOf = (rows: readonly TextRow[], response: string): StatusMapping =>
  rows.find(({ text }) => text.test(response))?.mapping ?? ANAF_STATUSES.notUnderstood;
