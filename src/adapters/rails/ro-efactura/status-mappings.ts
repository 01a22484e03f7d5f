import { COMMON_STATUSES, type StatusMapping } from '../../../domain/sending/status-mapping.ts';

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
} as const;

/** Every answer of ANAF, and what it means. */
export const ANAF_STATUSES = {
  ...COMMON_STATUSES,
  taken: {
    networkStatus: 'ExecutionStatus 0',
    source: swagger('/upload: ExecutionStatus 0 with index_incarcare'),
    meaning: 'held',
    message: 'ANAF holds the invoice and is checking it.',
  },
  messageTaken: {
    networkStatus: 'RASP, ExecutionStatus 0',
    source: swagger('/upload: standard RASP; ExecutionStatus 0 with index_incarcare'),
    meaning: 'accepted',
    message: 'ANAF has taken the message to the seller.',
  },
  inProgress: {
    networkStatus: 'in prelucrare',
    source: swagger('/stareMesaj: stare "in prelucrare"'),
    meaning: 'held',
    message: 'ANAF is checking the invoice.',
  },
  accepted: {
    networkStatus: 'ok',
    source: swagger('/stareMesaj: stare "ok"'),
    meaning: 'accepted',
    message: 'ANAF has accepted the invoice.',
  },
  acceptedBefore: {
    networkStatus: 'nok, sent before',
    source: record('the errors of a nok name the first index'),
    meaning: 'accepted',
    message: 'ANAF had accepted the invoice from an earlier try.',
  },
  invalid: {
    ...refused,
    code: 'ANAF-NOK',
    networkStatus: 'nok',
    source: swagger('/stareMesaj: stare "nok"'),
    message: 'ANAF finds the invoice invalid.',
    fixHint: 'Correct the error that the message names and send the invoice again.',
  },
  reasonsPending: {
    ...refused,
    code: 'ANAF-NOK',
    networkStatus: 'nok, reasons not read',
    source: swagger('/descarcare: the reasons of a nok stand in its file'),
    message: 'ANAF refuses the invoice; its reasons could not be read yet.',
    fixHint: 'The reasons follow in a separate event.',
    receiptFollows: true,
    heals: true,
  },
  reasonsAwaited: {
    networkStatus: 'nok, reasons awaited',
    source: swagger('/descarcare: the reasons of a nok stand in its file'),
    meaning: 'later',
    message:
      'ANAF refuses an upload that was sent again; its reasons, which may name the first upload, are not read yet.',
  },
  notTaken: {
    networkStatus: 'XML cu erori nepreluat de sistem',
    source: swagger('/stareMesaj: stare "XML cu erori nepreluat de sistem"'),
    meaning: 'refused',
    code: 'ANAF-NOT-TAKEN',
    owner: 'erp',
    message: 'ANAF could not read the file.',
  },
  duplicate: {
    networkStatus: 'nok, other content',
    source: record('the errors of a nok name an index of another file'),
    meaning: 'refused',
    code: 'ANAF-DUPLICATE',
    owner: 'us',
    senderCanFix: true,
    message: 'ANAF holds another invoice under this number.',
  },
  receipt: {
    networkStatus: 'downloaded',
    source: swagger('/descarcare'),
    meaning: 'receipt',
    message: "ANAF's signed answer.",
  },
  noReceipt: {
    networkStatus: 'no download id',
    source: swagger('/stareMesaj without id_descarcare'),
    meaning: 'cannot-tell',
    message: 'ANAF has named no answer to fetch.',
  },

  buyerWrote: {
    networkStatus: 'MESAJ CUMPARATOR',
    source: swagger('/listaMesajePaginatieFactura: filtru R; /upload: the example of RASP'),
    meaning: 'held',
    code: 'ANAF-BUYER-MESSAGE',
    owner: 'business',
    message: 'The buyer writes about the invoice:',
  },
  buyersMessageUnread: {
    ...notDescribed,
    networkStatus: 'MESAJ CUMPARATOR, unreadable',
    source: 'none: a file that the description does not have',
    message: 'ANAF holds a message of the buyer that is not in the described form. It is kept as it came.',
    fixHint: "Read the message in SPV, or in the invoice's document buyer-message-….",
  },

  noSeller: {
    ...refused,
    networkStatus: 'no-cif',
    source: "CIUS-RO 1.0.9: the seller's CIF",
    message: 'The document names no Romanian tax number (CIF) of its issuer.',
    fixHint: "Enter the seller's VAT number (RO…) or tax number.",
  },
  unreadable: {
    ...refused,
    networkStatus: 'invalid file',
    source: UPLOAD,
    message: 'ANAF cannot read the file.',
  },
  tooLarge: {
    ...refused,
    networkStatus: 'too large',
    source: UPLOAD,
    message: 'The file is larger than ANAF accepts (10 MB).',
  },
  wrongParameter: {
    ...refused,
    networkStatus: 'wrong parameter',
    source: UPLOAD,
    owner: 'us',
    message: 'ANAF refuses a parameter.',
  },
  badCall: { ...wrongCall, message: 'ANAF cannot read the call.' },
  unknownRefusal: {
    ...refused,
    networkStatus: 'refused',
    source: UPLOAD,
    meaning: 'not-taken-once',
    message: 'ANAF refuses the upload.',
  },
  noRight: {
    ...rights,
    networkStatus: 'no right',
    source: UPLOAD,
    meaning: 'refused',
    message: 'The log-in has no right to send for this company (CIF).',
    fixHint: "Register the authorisation in ANAF's SPV. Then send the invoice again.",
  },
  // ANAF may have accepted the invoice: only the answer is out of reach.
  mayNotAsk: {
    ...rights,
    networkStatus: 'no right to ask',
    source: swagger('/stareMesaj: Errors "Nu aveti dreptul"'),
    meaning: 'unclear',
    message: 'The log-in has no right to ask for this invoice.',
    fixHint: "Register the authorisation in ANAF's SPV; the service then continues by itself.",
    opensCareAtOnce: true,
    heals: true,
  },

  technical: {
    ...passing,
    networkStatus: 'eroare tehnica',
    source: swagger('"A aparut o eroare tehnica"'),
    message: 'ANAF has failed for a technical reason.',
  },
  wrongPath: {
    ...passing,
    networkStatus: 'HTTP 404',
    source: 'RFC 9110 section 15.5.5: HTTP 404',
    message: 'ANAF does not know the address that is called.',
  },
  logInFailed: {
    ...passing,
    networkStatus: 'log-in',
    source: 'florin-szilagyi/efactura-anaf-ts-sdk: token call',
    message: "ANAF's log-in does not answer as it should.",
  },
  notUnderstood: {
    ...notDescribed,
    networkStatus: 'not understood',
    source: 'none: an answer that the description does not have',
    message: 'ANAF gives an answer that its description does not contain.',
  },
  unknownIndex: {
    networkStatus: 'unknown index',
    source: swagger('/stareMesaj: "Nu exista factura cu id_incarcare"'),
    meaning: 'not-held',
    message: 'ANAF does not know the index yet.',
  },
  notHeld: {
    networkStatus: 'not-held',
    source: swagger('/listaMesajePaginatieFactura'),
    meaning: 'not-held',
    message: 'ANAF lists no such invoice.',
  },
  notShownYet: {
    networkStatus: 'not shown yet',
    source: OWN,
    meaning: 'later',
    message: "ANAF's list does not show yet what was sent before the first look.",
  },
  withoutTime: {
    ...notDescribed,
    networkStatus: 'no Date',
    source: 'RFC 9110 section 6.6.1: a server with a clock sends Date',
    message: "ANAF's answer has no time, so its list cannot show that ANAF holds no such invoice.",
    fixHint: 'If a proxy to ANAF removes the Date header or adds Age, change it.',
  },
  expired: {
    ...notDescribed,
    networkStatus: 'older than 60 days',
    source: 'robert-malai/anafpy 1af98721: answers of production of 30 July 2026',
    message: 'ANAF gives out no file that is older than 60 days.',
  },
  dayIsOver: {
    networkStatus: 'S-au facut deja',
    source: swagger('"S-au facut deja … in cursul zilei"'),
    meaning: 'later',
    message: 'ANAF accepts no more of these calls today.',
  },
  opening: {
    networkStatus: 'log-in under way',
    source: OWN,
    meaning: 'later',
    message: 'Another process is logging in.',
  },

  unreadableAnswer: {
    ...notDescribed,
    networkStatus: 'unreadable answer',
    source: 'none: a file that the description does not have',
    message: "ANAF's signed answer cannot be read.",
  },
  anothersAnswer: {
    ...notDescribed,
    networkStatus: "another's answer",
    source: OWN,
    message: "ANAF's signed answer is about another invoice.",
    fixHint: 'Compare the upload indexes in SPV. The service continues to ask.',
    opensCareAtOnce: true,
    heals: true,
  },
} as const satisfies Record<string, StatusMapping>;

interface TextRow {
  readonly text: RegExp;
  readonly mapping: StatusMapping;
}

/**
 * Refusals of an upload by their texts (the note, section 3): the first row that matches. A refusal without a row is tried once
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
