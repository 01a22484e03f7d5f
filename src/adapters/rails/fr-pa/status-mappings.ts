import { say } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { FRENCH_ALIASES, FRENCH_REASONS } from '../../../domain/routes/fr-pa/codes.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../../domain/sending/status-mapping.ts';
import { LOG_IN_UNDER_WAY } from '../log-in-under-way.ts';

/** The sources of rows. */
const flow = (where: string): string => `XP Z12-013 Annex A 1.3.0 (FNFE-MPE France_RFE), ${where}`;
const cdar = (where: string): string => `XP Z12-012, CDAR (phive-rules France CTC 1.4.0.03): ${where}`;

const passing = { meaning: 'not-taken', code: 'EI-ROUTE-UNAVAILABLE', owner: 'route' } as const;
const notDescribed = { meaning: 'unclear', code: 'EI-ROUTE-ANSWER', owner: 'us' } as const;
const refused = { meaning: 'refused', code: 'AUTRE' } as const;

/** Answers of a platform other than reasons, and what they mean. */
export const PLATFORM_STATUSES = {
  ...COMMON_STATUSES,
  taken: {
    networkStatus: 'HTTP 202',
    source: flow('POST /flows: 202'),
    meaning: 'held',
    message: say('networks-fr-pa.taken.message'),
  },
  pending: {
    networkStatus: 'Pending',
    source: flow('Acknowledgement.status Pending'),
    meaning: 'held',
    message: say('networks-fr-pa.pending.message'),
  },
  acknowledged: {
    networkStatus: 'Ok',
    source: flow('Acknowledgement.status Ok'),
    meaning: 'held',
    message: say('networks-fr-pa.acknowledged.message'),
  },
  statusTaken: {
    networkStatus: 'status Ok',
    source: flow('Acknowledgement.status Ok'),
    meaning: 'accepted',
    message: say('networks-fr-pa.status-taken.message'),
  },
  statusRefused: {
    networkStatus: 'status Error',
    source: flow('Acknowledgement.details.reasonCode InvoiceLC…'),
    meaning: 'refused',
    code: 'EI-FR-STATUS-REFUSED',
    owner: 'business',
    message: say('networks-fr-pa.status-refused.message'),
    fixHint: say('networks-fr-pa.status-refused.hint'),
  },
  deposited: {
    networkStatus: '200',
    source: cdar('status 200'),
    meaning: 'accepted',
    message: say('networks-fr-pa.deposited.message'),
  },
  madeAvailable: {
    networkStatus: '203',
    source: cdar('status 203'),
    meaning: 'delivered',
    message: say('networks-fr-pa.made-available.message'),
  },
  astray: {
    networkStatus: '221',
    source: cdar('status 221'),
    meaning: 'held',
    code: 'ROUTAGE_ERR',
    owner: 'route',
    message: say('networks-fr-pa.astray.message'),
    fixHint: say('routes-fr-pa.nothing-to-change-the-sending-platform-sends-it-on'),
    heals: true,
  },
  cancelled: {
    networkStatus: '220',
    source: cdar('status 220'),
    meaning: 'held',
    code: 'EI-FR-CANCELLED',
    owner: 'business',
    message: say('networks-fr-pa.cancelled.message'),
  },
  accountChanged: {
    networkStatus: '227',
    source: cdar('status 227'),
    meaning: 'held',
    code: 'EI-FR-ACCOUNT-CHANGED',
    owner: 'business',
    message: say('networks-fr-pa.account-changed.message'),
  },
  claimRefused: {
    networkStatus: '228',
    source: cdar('status 228'),
    meaning: 'held',
    code: 'EI-FR-CLAIM-REFUSED',
    owner: 'business',
    message: say('networks-fr-pa.claim-refused.message'),
  },
  noAddress: {
    networkStatus: 'not in the directory',
    source: 'XP Z12-013 Annex B 1.3.0: GET /directory-line/code:{addressingIdentifier}',
    meaning: 'held',
    code: 'EI-FR-NO-ADDRESS',
    owner: 'erp',
    message: say('networks-fr-pa.no-address.message'),
    fixHint: say('networks-fr-pa.no-address.hint'),
  },
  reportTaken: {
    networkStatus: '300',
    source: cdar('status 300'),
    meaning: 'accepted',
    message: say('networks-fr-pa.report-taken.message'),
  },
  derivesReports: {
    networkStatus: 'derives reports',
    source: 'the platform of the credential (docs/routes/fr-pa.md)',
    meaning: 'not-taken',
    code: 'EI-FR-REPORT-PLATFORM',
    owner: 'client',
    message: say('networks-fr-pa.derives-reports.message'),
    fixHint: say('networks-fr-pa.derives-reports.hint'),
    opensCareAtOnce: true,
    heals: true,
  },
  noReportSender: {
    networkStatus: 'no report sender',
    source: 'AIFE, flow 10: TT-8, rule G6.22',
    meaning: 'not-taken',
    code: 'EI-FR-REPORT-PLATFORM',
    owner: 'client',
    message: say('networks-fr-pa.no-report-sender.message'),
    fixHint: say('networks-fr-pa.no-report-sender.hint'),
    opensCareAtOnce: true,
    heals: true,
  },
  notHeld: {
    networkStatus: 'not-held',
    source: flow('POST /flows/search: no result'),
    meaning: 'not-held',
    message: say('networks-fr-pa.not-held.message'),
  },

  badCall: {
    ...refused,
    networkStatus: 'HTTP 400',
    source: flow('HTTP 400'),
    owner: 'us',
    message: say('networks-fr-pa.bad-call.message'),
  },
  notProcessed: {
    ...refused,
    networkStatus: 'HTTP 422',
    source: flow('HTTP 422'),
    owner: 'us',
    message: say('networks-fr-pa.not-processed.message'),
  },
  tooLarge: {
    networkStatus: 'HTTP 413',
    source: flow('HTTP 413'),
    meaning: 'refused',
    code: 'IRR_TAILLE_F',
    owner: 'erp',
    message: say('networks-fr-pa.too-large.message'),
    fixHint: say('routes-fr-pa.make-the-attachments-smaller-or-split-the-invoice'),
  },
  garbled: {
    networkStatus: 'ChecksumMismatch',
    source: flow('Acknowledgement.details.reasonCode ChecksumMismatch'),
    meaning: 'dropped-once',
    code: 'AUTRE',
    owner: 'us',
    message: say('networks-fr-pa.garbled.message'),
  },

  wrongPath: {
    ...passing,
    networkStatus: 'HTTP 404',
    source: 'RFC 9110 section 15.5.5: HTTP 404',
    message: say('networks-fr-pa.wrong-path.message'),
    fixHint: say('networks-fr-pa.wrong-path.hint'),
  },
  logInFailed: {
    ...passing,
    networkStatus: 'log-in',
    source: 'RFC 6749 section 5: token call',
    message: say('networks-fr-pa.log-in-failed.message'),
  },
  notUnderstood: {
    ...notDescribed,
    networkStatus: 'not understood',
    source: 'none: an answer that the standard does not have',
    message: say('networks-fr-pa.not-understood.message'),
  },
  searchRefused: {
    ...notDescribed,
    networkStatus: 'search refused',
    source: flow('POST /flows/search: 400'),
    message: say('networks-fr-pa.search-refused.message'),
    fixHint: say('networks-fr-pa.search-refused.hint'),
    opensCareAtOnce: true,
    heals: true,
  },
  opening: LOG_IN_UNDER_WAY,
} as const satisfies Record<string, StatusMapping>;

const reasonMappings = (of: string, owner?: StatusMapping['owner']): ReadonlyMap<string, StatusMapping> =>
  new Map(
    FRENCH_REASONS.map(([code, whoFixes, title, , fixHint, senderCanFix]) => [
      code,
      {
        networkStatus: `${of} ${code}`,
        source: cdar(`reason ${code}`),
        meaning: 'refused',
        code,
        owner: owner ?? whoFixes,
        ...(senderCanFix && { senderCanFix }),
        message: say('networks.sentence', { text: title }),
        fixHint,
      },
    ]),
  );

/** Reasons of a platform's rejection. An unknown one is `AUTRE`, which the platform has to explain. */
export const REJECTIONS: ReadonlyMap<string, StatusMapping> = new Map([
  ...reasonMappings('rejected'),
  [
    'AUTRE',
    {
      ...reasonMappings('rejected', 'route').get('AUTRE')!,
      senderCanFix: true,
      message: say('networks-fr-pa.platform-refuses-invoice'),
    },
  ],
]);

/** Reasons of the administration's rejection of a report (301). */
export const REPORT_REJECTIONS: ReadonlyMap<string, StatusMapping> = new Map([
  ...reasonMappings('report refused'),
  [
    'AUTRE',
    {
      ...reasonMappings('report refused', 'us').get('AUTRE')!,
      message: say('networks-fr-pa.administration-refuses-report'),
    },
  ],
]);

/** Reasons of a buyer's rejection (210). The business settles them. */
export const BUYERS_REJECTIONS = reasonMappings('refused by the buyer', 'business');

/** Findings that leave the state unchanged. */
export const REMARKS = reasonMappings('remark');

const IN_USE: ReadonlyMap<string, string> = new Map(
  Object.entries(FRENCH_ALIASES).flatMap(([code, older]) => older.map((alias) => [alias, code] as const)),
);

/** The row of a reason, also under its older spelling; the row of `AUTRE` for an unknown one. */
export const mappingFor = (
  rows: ReadonlyMap<string, StatusMapping>,
  reason: string | undefined,
): StatusMapping => rows.get(IN_USE.get(reason ?? '') ?? reason ?? '') ?? rows.get('AUTRE')!;

/** Reasons of an acknowledgement with their French equivalents (XP Z12-013, annex A). The list is open. */
const ACKNOWLEDGED: Readonly<Record<string, string>> = {
  EmptyAttachement: 'IRR_VID_PJ',
  AttachmentTypeError: 'IRR_EXT_DOC',
  EmptyFlow: 'IRR_VIDE_F',
  InvalidSchema: 'IRR_SYNTAX',
  FileSizeExceeded: 'IRR_TAILLE_F',
  FlowTypeError: 'IRR_TYPE_F',
  AlreadyExistingFlow: 'DOUBLON',
  VirusFound: 'IRR_ANTIVIRUS',
};

export const rejectionFor = (reasonCode: string): StatusMapping =>
  mappingFor(REJECTIONS, rowOf(ACKNOWLEDGED, reasonCode) ?? reasonCode);

/** All rows of the rail. */
export const ALL_STATUSES: readonly StatusMapping[] = [
  ...Object.values(PLATFORM_STATUSES),
  ...[REJECTIONS, REPORT_REJECTIONS, BUYERS_REJECTIONS, REMARKS].flatMap((rows) => [...rows.values()]),
];
