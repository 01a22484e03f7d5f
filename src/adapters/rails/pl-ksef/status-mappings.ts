import { say } from 'en16931-rules/vocabulary/message.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../../domain/sending/status-mapping.ts';
import { LOG_IN_UNDER_WAY } from '../log-in-under-way.ts';

/** The sources of rows: the official documentation and the build of the API description, of 19 May 2026. */
const docs = (where: string): string => `CIRFMF/ksef-docs, ${where}`;
const oas = (where: string): string => `KSeF OpenAPI 2.6.0, ${where}`;
const STATUS = oas('InvoiceStatusInfo: codes of an invoice in a session');
const OWN = 'this service';

const passing = { meaning: 'not-taken', code: 'EI-ROUTE-UNAVAILABLE', owner: 'route' } as const;
const notDescribed = { meaning: 'unclear', code: 'EI-ROUTE-ANSWER', owner: 'us' } as const;
const refused = { meaning: 'refused', owner: 'erp' } as const;
/** An outage that the ministry announces: no try counts (CIRFMF/ksef-latarnia), and a care row opens after an hour. */
const away = {
  source: 'CIRFMF/ksef-latarnia: status',
  meaning: 'later',
  hasOwnLimit: true,
  code: 'EI-ROUTE-UNAVAILABLE',
  owner: 'route',
  fixHint: say('networks-pl-ksef.EI-ROUTE-UNAVAILABLE.hint'),
  heals: true,
} as const;
const CORRECT = say('networks-pl-ksef.correct-what-message-names-and-send-invoice-again');

/** Every answer of KSeF, and what it means. */
export const KSEF_STATUS_MAPPINGS = {
  ...COMMON_STATUSES,
  taken: {
    networkStatus: 'HTTP 202',
    source: oas('POST /sessions/online/{referenceNumber}/invoices: 202'),
    meaning: 'held',
    message: say('networks-pl-ksef.taken.message'),
  },
  batchTaken: {
    networkStatus: 'batch closed',
    source: oas('POST /sessions/batch/{referenceNumber}/close: 204'),
    meaning: 'held',
    message: say('networks-pl-ksef.batch-taken.message'),
  },
  queued: {
    networkStatus: 'KSEF 100',
    source: STATUS,
    meaning: 'held',
    message: say('networks-pl-ksef.taken.message'),
  },
  inProgress: {
    networkStatus: 'KSEF 150',
    source: STATUS,
    meaning: 'held',
    message: say('networks-pl-ksef.in-progress.message'),
  },
  accepted: {
    networkStatus: 'KSEF 200',
    source: STATUS,
    meaning: 'accepted',
    message: say('networks-pl-ksef.accepted.message'),
  },
  logInWarned: {
    networkStatus: 'X-System-Warning sig',
    source: docs(
      'api-changelog.md 2.6.0: X-System-Warning tells what may be refused in future; ksef-docs #844: sig-001 at log-ins',
    ),
    meaning: 'accepted',
    code: 'EI-LOG-IN-WARNING',
    owner: 'us',
    message: say('networks-pl-ksef.log-in-warned.message'),
    fixHint: say('networks-pl-ksef.log-in-warned.hint'),
    opensCareAtOnce: true,
  },
  tokenEnds: {
    networkStatus: 'log-in by token',
    source: 'Dz.U. 2025 item 1815, § 13 (1) (1): a token serves for log-ins until 31 December 2026',
    meaning: 'accepted',
    code: 'EI-TOKEN-ENDS',
    owner: 'client',
    message: say('networks-pl-ksef.token-ends.message'),
    fixHint: say('networks-pl-ksef.token-ends.hint'),
    opensCareAtOnce: true,
  },
  acceptedBefore: {
    networkStatus: 'KSEF 440 ours',
    source: docs('faktury/weryfikacja-faktury.md: 440 names the KSeF number of the first one'),
    meaning: 'accepted',
    message: say('networks-pl-ksef.accepted-before.message'),
  },
  sentBefore: {
    networkStatus: 'KSEF 440 sent before',
    source: docs('faktury/weryfikacja-faktury.md: 440 names the KSeF number of the first one'),
    meaning: 'accepted',
    code: 'KSEF-440',
    owner: 'us',
    severity: 'information',
    message: say('networks-pl-ksef.accepted-before.message'),
    fixHint: say('networks-pl-ksef.accepted-before.hint'),
  },
  sessionFailed: {
    networkStatus: 'KSEF 405',
    source: STATUS,
    meaning: 'dropped',
    code: 'KSEF-405',
    owner: 'route',
    message: say('networks-pl-ksef.session-failed.message'),
  },
  noRights: {
    ...refused,
    networkStatus: 'KSEF 410',
    source: STATUS,
    code: 'KSEF-410',
    owner: 'client',
    message: say('networks-pl-ksef.no-rights.message'),
    fixHint: say('networks-pl-ksef.no-rights.hint'),
  },
  noAttachments: {
    ...refused,
    networkStatus: 'KSEF 415',
    source: STATUS,
    code: 'KSEF-415',
    message: say('networks-pl-ksef.no-attachments.message'),
    fixHint: say('networks-pl-ksef.no-attachments.hint'),
  },
  badFile: {
    ...refused,
    networkStatus: 'KSEF 430',
    source: STATUS,
    code: 'KSEF-430',
    message: say('networks-pl-ksef.bad-file.message'),
    fixHint: CORRECT,
    hintIfUnnamed: say('networks-pl-ksef.bad-file.hint-if-unnamed'),
  },
  notDecrypted: {
    networkStatus: 'KSEF 435',
    source: STATUS,
    meaning: 'dropped-once',
    code: 'KSEF-435',
    owner: 'us',
    message: say('networks-pl-ksef.not-decrypted.message'),
  },
  duplicate: {
    ...refused,
    networkStatus: 'KSEF 440',
    source: STATUS,
    code: 'KSEF-440',
    owner: 'us',
    senderCanFix: true,
    message: say('networks-pl-ksef.duplicate.message'),
    fixHint: say('networks-pl-ksef.duplicate.hint'),
  },
  correctedBefore: {
    ...refused,
    networkStatus: 'KSEF 21166',
    source: oas('POST /sessions/online/{referenceNumber}/invoices: 21166'),
    code: 'KSEF-21166',
    message: say('networks-pl-ksef.corrected-before.message'),
    fixHint: say('routes-pl-ksef.KSEF-21166.hint'),
  },
  correctedUnseen: {
    networkStatus: 'KSEF 21166 unseen',
    source: docs('offline/korekta-techniczna.md: 21166; what was taken is shown later'),
    meaning: 'not-taken',
    code: 'KSEF-21166',
    owner: 'route',
    message: say('networks-pl-ksef.corrected-unseen.message'),
  },
  nothingToCorrect: {
    ...refused,
    networkStatus: 'KSEF 21167',
    source: oas('POST /sessions/online/{referenceNumber}/invoices: 21167'),
    code: 'KSEF-21167',
    message: say('networks-pl-ksef.nothing-to-correct.message'),
    fixHint: say('routes-pl-ksef.KSEF-21167.hint'),
  },
  duplicateUnseen: {
    networkStatus: 'KSEF 440 unseen',
    source: docs('faktury/weryfikacja-faktury.md: 440; what was taken is shown later'),
    meaning: 'held',
    message: say('networks-pl-ksef.duplicate-unseen.message'),
  },
  // KSeF may hold this very invoice: only the query is refused.
  mayNotCompare: {
    networkStatus: 'KSEF 440 not shown',
    source: oas('GET /invoices/ksef/{ksefNumber}: 403 without InvoiceRead'),
    meaning: 'unclear',
    code: 'KSEF-440',
    owner: 'client',
    message: say('networks-pl-ksef.may-not-compare.message'),
    fixHint: say('networks-pl-ksef.may-not-compare.hint'),
    opensCareAtOnce: true,
    heals: true,
  },
  invalid: {
    ...refused,
    networkStatus: 'KSEF 450',
    source: STATUS,
    code: 'KSEF-450',
    message: say('networks-pl-ksef.invalid.message'),
    fixHint: CORRECT,
    hintIfUnnamed: say('networks-pl-ksef.invalid.hint-if-unnamed'),
  },
  unknownError: {
    networkStatus: 'KSEF 500',
    source: STATUS,
    meaning: 'dropped',
    code: 'KSEF-500',
    owner: 'route',
    message: say('networks-pl-ksef.unknown-error.message'),
  },
  cancelled: {
    networkStatus: 'KSEF 550',
    source: STATUS,
    meaning: 'dropped',
    code: 'KSEF-550',
    owner: 'route',
    message: say('networks-pl-ksef.cancelled.message'),
  },

  noSeller: {
    ...refused,
    networkStatus: 'no-nip',
    source: 'FA(3) 1-0E: Podmiot1/NIP',
    code: 'KSEF-410',
    message: say('networks-pl-ksef.no-seller.message'),
    fixHint: say('networks-pl-ksef.no-seller.hint'),
  },
  badCall: {
    networkStatus: 'HTTP 400',
    source: oas('HTTP 400 with ExceptionResponse'),
    meaning: 'not-taken-once',
    code: 'KSEF-400',
    owner: 'us',
    message: say('networks-pl-ksef.bad-call.message'),
  },
  sessionOver: {
    ...passing,
    networkStatus: 'session over',
    source: oas('POST /sessions/online/{referenceNumber}/invoices: 21155, 21173, 21180, 21184'),
    message: say('networks-pl-ksef.session-over.message'),
  },
  wrongPath: {
    ...passing,
    networkStatus: 'HTTP 404',
    source: 'RFC 9110 section 15.5.5: HTTP 404',
    message: say('networks-pl-ksef.wrong-path.message'),
  },
  logInFailed: {
    ...passing,
    networkStatus: 'log-in',
    source: oas('/auth: an answer that is none of its description'),
    message: say('networks-pl-ksef.log-in-failed.message'),
  },
  noKey: {
    ...passing,
    networkStatus: 'no public key',
    source: oas('GET /security/public-key-certificates'),
    message: say('networks-pl-ksef.no-key.message'),
  },
  notOpened: {
    ...passing,
    networkStatus: 'no session',
    source: oas('POST /sessions/online'),
    message: say('networks-pl-ksef.not-opened.message'),
  },
  notUnderstood: {
    ...notDescribed,
    networkStatus: 'not understood',
    source: 'none: an answer that the description does not have',
    message: say('networks-pl-ksef.not-understood.message'),
  },

  maintenance: {
    ...away,
    networkStatus: 'Latarnia MAINTENANCE',
    message: say('networks-pl-ksef.maintenance.message'),
  },
  failure: {
    ...away,
    networkStatus: 'Latarnia FAILURE',
    message: say('networks-pl-ksef.failure.message'),
  },
  totalFailure: {
    ...away,
    networkStatus: 'Latarnia TOTAL_FAILURE',
    message: say('networks-pl-ksef.total-failure.message'),
    fixHint: say('networks-pl-ksef.total-failure.hint'),
    opensCareAtOnce: true,
  },
  opening: LOG_IN_UNDER_WAY,
  sessionMoved: {
    networkStatus: 'session moved',
    source: OWN,
    meaning: 'later',
    message: say('networks-pl-ksef.session-moved.message'),
  },
  batchNotTaken: {
    networkStatus: 'batch not taken',
    source: oas('POST /sessions/batch/{referenceNumber}/close: 21157, 21208'),
    ...passing,
    message: say('networks-pl-ksef.batch-not-taken.message'),
  },
  partNotTaken: {
    networkStatus: 'part not taken',
    source: oas('POST /sessions/batch: partUploadRequests'),
    ...passing,
    message: say('networks-pl-ksef.part-not-taken.message'),
  },
  batchOpen: {
    networkStatus: 'batch open',
    source: oas('GET /sessions/{referenceNumber}: 100, 150'),
    meaning: 'later',
    // A day after the time of its parts the answer is unclear.
    hasOwnLimit: true,
    message: say('networks-pl-ksef.batch-open.message'),
  },
  notHeld: {
    networkStatus: 'not-held',
    source: oas('GET /sessions/{referenceNumber}/invoices'),
    meaning: 'not-held',
    message: say('networks-pl-ksef.not-held.message'),
  },
  unknownReference: {
    networkStatus: 'unknown reference',
    source: oas('GET /sessions/{referenceNumber}/invoices/{invoiceReferenceNumber}: 21173 and 21178'),
    meaning: 'not-held',
    message: say('networks-pl-ksef.unknown-reference.message'),
  },

  receipt: {
    networkStatus: 'UPO',
    source: docs('faktury/sesja-sprawdzenie-stanu-i-pobranie-upo.md'),
    meaning: 'receipt',
    message: say('networks-pl-ksef.receipt.message'),
  },
  noReceiptYet: {
    networkStatus: 'no UPO yet',
    source: oas('GET /sessions/{referenceNumber}/invoices/{invoiceReferenceNumber}/upo: 21178'),
    meaning: 'not-held',
    message: say('networks-pl-ksef.no-receipt-yet.message'),
  },
  noReceipt: {
    networkStatus: 'no session named',
    source: OWN,
    meaning: 'cannot-tell',
    message: say('networks-pl-ksef.no-receipt.message'),
  },
  unreadableReceipt: {
    ...notDescribed,
    networkStatus: 'unreadable UPO',
    source: 'none: a receipt that its schema does not have',
    message: say('networks-pl-ksef.unreadable-receipt.message'),
  },
  anothersReceipt: {
    ...notDescribed,
    networkStatus: "another's UPO",
    source: OWN,
    message: say('networks-pl-ksef.anothers-receipt.message'),
    fixHint: say('networks-pl-ksef.anothers-receipt.hint'),
    opensCareAtOnce: true,
    heals: true,
  },
} as const satisfies Record<string, StatusMapping>;

/** KSeF's status of an invoice (CIRFMF/ksef-docs). Status 440 needs a further query. */
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

/** Rejections of a technical correction: another one, or the corrected document itself, is accepted. */
export const CORRECTED_BEFORE = '21166';
export const NOTHING_TO_CORRECT = '21167';
/** Rejections of a send (section 3) after which a new session is opened: used up, unknown, closed, unavailable. */
export const SESSION_IS_OVER: ReadonlySet<string> = new Set(['21155', '21173', '21180', '21184']);
/** Rejections to close a batch that leave it as it was: another size, a missing part, out of time. */
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
