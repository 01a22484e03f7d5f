import { COMMON_STATUSES, type StatusMapping } from '../../../domain/sending/status-mapping.ts';

/** The sources of rows: the official documentation and the build of the API description, of 19 May 2026. */
const docs = (where: string): string => `CIRFMF/ksef-docs, ${where}`;
const oas = (where: string): string => `KSeF OpenAPI 2.6.0, ${where}`;
const STATUS = oas('InvoiceStatusInfo: codes of an invoice in a session');
const OWN = 'this service';

const passing = { meaning: 'not-taken', code: 'EI-ROUTE-UNAVAILABLE', owner: 'route' } as const;
const notDescribed = { meaning: 'unclear', code: 'EI-ROUTE-ANSWER', owner: 'us' } as const;
const refused = { meaning: 'refused', owner: 'erp' } as const;
/** An outage that the ministry announces: no try counts (the note, 9.1), and a care row opens after an hour. */
const away = {
  source: 'CIRFMF/ksef-latarnia: status',
  meaning: 'later',
  hasOwnLimit: true,
  code: 'EI-ROUTE-UNAVAILABLE',
  owner: 'route',
  fixHint: 'Nothing to change: the service continues by itself once KSeF works again.',
  heals: true,
} as const;
const CORRECT = 'Correct what the message names and send the invoice again; its number is free.';

/** Every answer of KSeF, and what it means. */
export const KSEF_STATUS_MAPPINGS = {
  ...COMMON_STATUSES,
  taken: {
    networkStatus: 'HTTP 202',
    source: oas('POST /sessions/online/{referenceNumber}/invoices: 202'),
    meaning: 'held',
    message: 'KSeF has the invoice in its queue.',
  },
  batchTaken: {
    networkStatus: 'batch closed',
    source: oas('POST /sessions/batch/{referenceNumber}/close: 204'),
    meaning: 'held',
    message: 'KSeF has the invoice in a batch.',
  },
  queued: {
    networkStatus: 'KSEF 100',
    source: STATUS,
    meaning: 'held',
    message: 'KSeF has the invoice in its queue.',
  },
  inProgress: {
    networkStatus: 'KSEF 150',
    source: STATUS,
    meaning: 'held',
    message: 'KSeF is checking the invoice.',
  },
  accepted: {
    networkStatus: 'KSEF 200',
    source: STATUS,
    meaning: 'accepted',
    message: 'KSeF has accepted the invoice.',
  },
  logInWarned: {
    networkStatus: 'X-System-Warning sig',
    source: docs(
      'api-changelog.md 2.6.0: X-System-Warning tells what may be refused in future; ksef-docs #844: sig-001 at log-ins',
    ),
    meaning: 'accepted',
    code: 'EI-LOG-IN-WARNING',
    owner: 'us',
    message: 'KSeF accepts the log-in, and warns that it may refuse log-ins of this form in future.',
    fixHint:
      'Nothing to change in the invoice. The operator installs a newer version of the service, or reports the warning to its makers.',
    opensCareAtOnce: true,
  },
  tokenEnds: {
    networkStatus: 'log-in by token',
    source: 'Dz.U. 2025 item 1815, § 13 (1) (1): a token serves for log-ins until 31 December 2026',
    meaning: 'accepted',
    code: 'EI-TOKEN-ENDS',
    owner: 'client',
    message: 'The invoice was sent under a KSeF token. KSeF accepts tokens until',
    fixHint:
      'Nothing to change in the invoice. Request a certificate (ids ksef-certificate; docs/routes/pl-ksef.md) and store it as a ksef-certificate.',
    opensCareAtOnce: true,
  },
  acceptedBefore: {
    networkStatus: 'KSEF 440 ours',
    source: docs('faktury/weryfikacja-faktury.md: 440 names the KSeF number of the first one'),
    meaning: 'accepted',
    message: 'KSeF had accepted the invoice from an earlier try.',
  },
  sessionFailed: {
    networkStatus: 'KSEF 405',
    source: STATUS,
    meaning: 'dropped',
    code: 'KSEF-405',
    owner: 'route',
    message: 'KSeF has dropped the invoice because its session has failed.',
  },
  noRights: {
    ...refused,
    networkStatus: 'KSEF 410',
    source: STATUS,
    code: 'KSEF-410',
    owner: 'client',
    message: "The log-in's rights do not cover this invoice.",
    fixHint: 'Obtain the right to issue invoices for this seller in KSeF. Then send the invoice again.',
  },
  noAttachments: {
    ...refused,
    networkStatus: 'KSEF 415',
    source: STATUS,
    code: 'KSEF-415',
    message: 'KSeF refuses the attachment: the seller is not registered for attachments.',
    fixHint:
      'Register the seller for attachments in e-Urząd Skarbowy, or leave the attachment out; then send the invoice again, its number is free.',
  },
  badFile: {
    ...refused,
    networkStatus: 'KSEF 430',
    source: STATUS,
    code: 'KSEF-430',
    message: 'KSeF refuses the file of the invoice.',
    fixHint: CORRECT,
  },
  notDecrypted: {
    networkStatus: 'KSEF 435',
    source: STATUS,
    meaning: 'dropped-once',
    code: 'KSEF-435',
    owner: 'us',
    message: 'KSeF could not decrypt the invoice.',
  },
  duplicate: {
    ...refused,
    networkStatus: 'KSEF 440',
    source: STATUS,
    code: 'KSEF-440',
    owner: 'us',
    senderCanFix: true,
    message: 'KSeF holds another invoice under this number (P_2), with other content.',
    fixHint: 'Issue the invoice under another number (P_2).',
  },
  correctedBefore: {
    ...refused,
    networkStatus: 'KSEF 21166',
    source: oas('POST /sessions/online/{referenceNumber}/invoices: 21166'),
    code: 'KSEF-21166',
    message: 'KSeF has accepted another technical correction of the refused document.',
    fixHint: 'Do not send it again. The code on the page of the buyer leads to the accepted invoice.',
  },
  correctedUnseen: {
    networkStatus: 'KSEF 21166 unseen',
    source: docs('offline/korekta-techniczna.md: 21166; what was taken is shown later'),
    meaning: 'not-taken',
    code: 'KSEF-21166',
    owner: 'route',
    message: 'KSeF has accepted a technical correction of the refused document and does not show it yet.',
  },
  nothingToCorrect: {
    ...refused,
    networkStatus: 'KSEF 21167',
    source: oas('POST /sessions/online/{referenceNumber}/invoices: 21167'),
    code: 'KSEF-21167',
    message: 'KSeF takes no technical correction of this document: it has accepted the document itself.',
    fixHint: 'Do not send it again. If its content is wrong, send a correction (type 381 or 384).',
  },
  duplicateUnseen: {
    networkStatus: 'KSEF 440 unseen',
    source: docs('faktury/weryfikacja-faktury.md: 440; what was taken is shown later'),
    meaning: 'held',
    message: 'KSeF holds an invoice under this number and does not show it yet.',
  },
  // KSeF may hold this very invoice: only the query is refused.
  mayNotCompare: {
    networkStatus: 'KSEF 440 not shown',
    source: oas('GET /invoices/ksef/{ksefNumber}: 403 without InvoiceRead'),
    meaning: 'unclear',
    code: 'KSEF-440',
    owner: 'client',
    message:
      'KSeF holds an invoice under this number, and the log-in may not read it to compare (InvoiceRead).',
    fixHint: 'Give the log-in the right InvoiceRead; the service then continues by itself.',
    opensCareAtOnce: true,
    heals: true,
  },
  invalid: {
    ...refused,
    networkStatus: 'KSEF 450',
    source: STATUS,
    code: 'KSEF-450',
    message: 'KSeF finds the invoice invalid.',
    fixHint: CORRECT,
  },
  unknownError: {
    networkStatus: 'KSEF 500',
    source: STATUS,
    meaning: 'dropped',
    code: 'KSEF-500',
    owner: 'route',
    message: 'KSeF failed to process the invoice and names no reason.',
  },
  cancelled: {
    networkStatus: 'KSEF 550',
    source: STATUS,
    meaning: 'dropped',
    code: 'KSEF-550',
    owner: 'route',
    message: 'KSeF has cancelled the processing of the invoice.',
  },

  noSeller: {
    ...refused,
    networkStatus: 'no-nip',
    source: 'FA(3) 1-0E: Podmiot1/NIP',
    code: 'KSEF-410',
    message: 'The document names no Polish tax number (NIP) of its issuer.',
    fixHint: "Enter the seller's VAT number (PL…).",
  },
  badCall: {
    networkStatus: 'HTTP 400',
    source: oas('HTTP 400 with ExceptionResponse'),
    meaning: 'not-taken-once',
    code: 'KSEF-400',
    owner: 'us',
    message: 'KSeF refuses the call.',
  },
  sessionOver: {
    ...passing,
    networkStatus: 'session over',
    source: oas('POST /sessions/online/{referenceNumber}/invoices: 21155, 21173, 21180, 21184'),
    message: 'KSeF accepts no more invoices in the session.',
  },
  wrongPath: {
    ...passing,
    networkStatus: 'HTTP 404',
    source: 'RFC 9110 section 15.5.5: HTTP 404',
    message: 'KSeF does not know the address that is called.',
  },
  logInFailed: {
    ...passing,
    networkStatus: 'log-in',
    source: oas('/auth: an answer that is none of its description'),
    message: "KSeF's log-in gives a wrong answer.",
  },
  noKey: {
    ...passing,
    networkStatus: 'no public key',
    source: oas('GET /security/public-key-certificates'),
    message: 'KSeF publishes no key to encrypt with.',
  },
  notOpened: {
    ...passing,
    networkStatus: 'no session',
    source: oas('POST /sessions/online'),
    message: 'KSeF opens no session.',
  },
  notUnderstood: {
    ...notDescribed,
    networkStatus: 'not understood',
    source: 'none: an answer that the description does not have',
    message: 'KSeF gives an answer that its description does not contain.',
  },

  maintenance: {
    ...away,
    networkStatus: 'Latarnia MAINTENANCE',
    message: 'KSeF is announced to be unavailable; the invoice waits.',
  },
  failure: {
    ...away,
    networkStatus: 'Latarnia FAILURE',
    message: 'A failure of KSeF is announced; the invoice waits.',
  },
  totalFailure: {
    ...away,
    networkStatus: 'Latarnia TOTAL_FAILURE',
    message: 'A total failure of KSeF is announced; the invoice waits.',
    fixHint:
      'During a total failure, invoices need not be sent through KSeF. If you give this invoice to the buyer in another way, cancel it here.',
    opensCareAtOnce: true,
  },
  opening: {
    networkStatus: 'log-in under way',
    source: OWN,
    meaning: 'later',
    message: 'Another process is logging in.',
  },
  sessionMoved: {
    networkStatus: 'session moved',
    source: OWN,
    meaning: 'later',
    message: 'Another process has opened a new session meanwhile.',
  },
  batchNotTaken: {
    networkStatus: 'batch not taken',
    source: oas('POST /sessions/batch/{referenceNumber}/close: 21157, 21208'),
    ...passing,
    message: 'KSeF has not accepted the batch.',
  },
  partNotTaken: {
    networkStatus: 'part not taken',
    source: oas('POST /sessions/batch: partUploadRequests'),
    ...passing,
    message: 'A part of the batch could not be uploaded to KSeF.',
  },
  batchOpen: {
    networkStatus: 'batch open',
    source: oas('GET /sessions/{referenceNumber}: 100, 150'),
    meaning: 'later',
    // A day after the time of its parts the answer is unclear.
    hasOwnLimit: true,
    message: 'KSeF still waits for the batch.',
  },
  notHeld: {
    networkStatus: 'not-held',
    source: oas('GET /sessions/{referenceNumber}/invoices'),
    meaning: 'not-held',
    message: 'The session lists no such invoice.',
  },
  unknownReference: {
    networkStatus: 'unknown reference',
    source: oas('GET /sessions/{referenceNumber}/invoices/{invoiceReferenceNumber}: 21173 and 21178'),
    meaning: 'not-held',
    message: 'KSeF does not know the reference of the invoice.',
  },

  receipt: {
    networkStatus: 'UPO',
    source: docs('faktury/sesja-sprawdzenie-stanu-i-pobranie-upo.md'),
    meaning: 'receipt',
    message: "KSeF's official receipt (UPO).",
  },
  noReceiptYet: {
    networkStatus: 'no UPO yet',
    source: oas('GET /sessions/{referenceNumber}/invoices/{invoiceReferenceNumber}/upo: 21178'),
    meaning: 'not-held',
    message: 'KSeF has not made the receipt yet.',
  },
  noReceipt: {
    networkStatus: 'no session named',
    source: OWN,
    meaning: 'cannot-tell',
    message: 'KSeF has not named the session of the invoice, so its receipt cannot be fetched.',
  },
  unreadableReceipt: {
    ...notDescribed,
    networkStatus: 'unreadable UPO',
    source: 'none: a receipt that its schema does not have',
    message: "KSeF's receipt cannot be read.",
  },
  anothersReceipt: {
    ...notDescribed,
    networkStatus: "another's UPO",
    source: OWN,
    message: "KSeF's receipt is about another invoice.",
    fixHint: 'Compare the KSeF numbers. The service continues to ask.',
    opensCareAtOnce: true,
    heals: true,
  },
} as const satisfies Record<string, StatusMapping>;

/** KSeF's status of an invoice (the note, section 4). Status 440 needs a further query. */
export const INVOICE_STATUSES: ReadonlyMap<number, StatusMapping> = new Map<number, StatusMapping>([
  [100, KSEF_STATUS_MAPPINGS.queued],
  [150, KSEF_STATUS_MAPPINGS.inProgress],
  [200, KSEF_STATUS_MAPPINGS.accepted],
  [405, KSEF_STATUS_MAPPINGS.sessionFailed],
  [410, KSEF_STATUS_MAPPINGS.noRights],
  [415, KSEF_STATUS_MAPPINGS.noAttachments],
  [430, KSEF_STATUS_MAPPINGS.badFile],
  [435, KSEF_STATUS_MAPPINGS.notDecrypted],
  [440, KSEF_STATUS_MAPPINGS.duplicate],
  [450, KSEF_STATUS_MAPPINGS.invalid],
  [500, KSEF_STATUS_MAPPINGS.unknownError],
  [550, KSEF_STATUS_MAPPINGS.cancelled],
]);

/** The number is in use. */
export const DUPLICATE = 440;

/** Refusals of a technical correction: another one, or the corrected document itself, is accepted. */
export const CORRECTED_BEFORE = '21166';
export const NOTHING_TO_CORRECT = '21167';
/** Refusals of a send (section 3) after which a new session is opened: used up, unknown, closed, unavailable. */
export const SESSION_IS_OVER: ReadonlySet<string> = new Set(['21155', '21173', '21180', '21184']);
/** Refusals to close a batch that leave it as it was: another size, a missing part, out of time. */
export const BATCH_NOT_CLOSED: ReadonlySet<string> = new Set(['21157', '21208']);
/** The time of the batch is over, and KSeF has cancelled its session: the one sure end of a session that stays at 100. */
export const BATCH_CANCELLED = '21208';
/** A part is missing: said also of parts that were taken (CIRFMF/ksef-api, issues 77 and 264), so the close is repeated. */
export const PART_MISSING = '21205';
/** The encryption key is withdrawn. */
export const KEY_IS_GONE = '21470';
/** The challenge was not accepted. */
export const CHALLENGE_IS_OVER = '21111';
/** There is no receipt, or not yet. */
export const NO_RECEIPT = '21178';
export const UNKNOWN_SESSION = '21173';
