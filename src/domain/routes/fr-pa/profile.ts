import { say } from 'en16931-rules/vocabulary/message.ts';
import { compileRules } from '../../checks/early-rules/compile-rule.ts';
import {
  type ChangedIds,
  routeRules,
  rulesOfExtension,
  STANDARD,
} from '../../checks/early-rules/rule-sets.ts';
import { FR_CTC_LAYER, FR_EXTENDED_LAYER } from 'en16931-rules/layers/added-layers.ts';
import { all, BT24, isProfile, LAYER_SOURCES, notReported } from 'en16931-rules/layers/layer-selection.ts';
import { ALWAYS_FRENCH, FRENCH_BY_CONTENT } from '../../documents/specifications.ts';
import type { RouteProfile } from '../profile.ts';
import { FRENCH_DEFAULTS } from './client-defaults.ts';
import { FRENCH_CODES, NOT_ADMITTED } from './codes.ts';
import { completedForFrance, SCHEME } from './completion.ts';
import { FRENCH_DOCUMENT_KINDS } from './document-kinds.ts';
import { FRENCH_DOUBTS } from './doubts.ts';
import { FRENCH_RULES } from './early-rules.ts';
import { EXTENDED_FRENCH_RULES } from './extended-rules.ts';
import { FRENCH_REPORTS } from './reports/reports.ts';
import { FRENCH_STATUSES } from './statuses.ts';
import { FR_CTC_RULES } from './written-rules.ts';

const CTC = compileRules(FR_CTC_RULES);
const RULES = routeRules([STANDARD, CTC], FRENCH_RULES);
const dropped = (...ids: readonly string[]): Readonly<Record<string, null>> =>
  Object.fromEntries(ids.map((id) => [id, null]));

/** EXTENDED-CTC-FR 1.4.0.04 takes negative prices, and the category O beside others. */
const DROPPED = {
  ...dropped('BR-27', 'BR-28', 'BR-O-02', 'BR-O-03', 'BR-O-04'),
  ...dropped('BR-O-11', 'BR-O-12', 'BR-O-13', 'BR-O-14'),
};
const CHANGED: ChangedIds = {
  ubl: DROPPED,
  cii: {
    ...DROPPED,
    // One id for the two that EN 16931 has for a charge without a reason.
    'BR-38': 'BR-FREXT-BR-38',
    'BR-44': 'BR-FREXT-BR-44',
    // A credit transfer may have no account: BR-61 judges an account that is there. BR-CO-03 is among the rules
    // for breakdowns of a category without rules of its own, of which there is none.
    ...dropped('BR-CO-03', 'BR-CO-22', 'BR-CO-24', 'CII-SR-470'),
  },
};
const EXTENDED = rulesOfExtension(STANDARD, LAYER_SOURCES['fr-extended'], CHANGED);
const EXTENDED_RULES = routeRules([EXTENDED, CTC], [...FRENCH_RULES, ...EXTENDED_FRENCH_RULES]);

export const FR_PA: RouteProfile = {
  name: 'FR-PA',
  hasRail: true,
  callback: 'hearFrenchPlatform',

  formats: [
    { format: 'ubl', build: { syntax: 'ubl', under: FRENCH_BY_CONTENT } },
    { format: 'cii', build: { syntax: 'cii-d22b', under: FRENCH_BY_CONTENT } },
    { format: 'facturx', build: { syntax: 'cii-d22b', under: ALWAYS_FRENCH, hybrid: true } },
  ],
  severalFormats: false,
  fileKinds: ['ubl', 'cii', 'pdf'],
  alsoDelivers: [],
  otherFiles: {},
  hybrids: { levelsNotTaken: ['MINIMUM'], isLenient: false },
  documentKinds: FRENCH_DOCUMENT_KINDS,
  // AFNOR XP Z12-013 describes a search by `trackingId` for programs. What a platform shows people is the platform's own.
  lookUp: say('routes-fr-pa.look-up'),

  typeCodes: {
    taken: ['380', '381', '384', '386', '389'],
    rule: { code: 'BR-FR-04', source: 'BR-FR' },
    restricted: null,
  },
  profiles: [
    { profile: undefined, formats: null, unless: null, rules: RULES, extendedRules: EXTENDED_RULES },
    { profile: 'fr-ctc', formats: null, unless: null, rules: RULES, extendedRules: EXTENDED_RULES },
    { profile: 'facturx', formats: ['facturx'], unless: null, rules: RULES },
  ],
  completion: completedForFrance,
  clientDefaults: FRENCH_DEFAULTS,
  context: null,
  layers: {
    rows: [
      { ...FR_CTC_LAYER, when: notReported },
      { ...FR_EXTENDED_LAYER, when: all(isProfile('extended-ctc-fr'), notReported) },
    ],
    // French CII has a schema edition of its own, D22B.
    ciiSchema: BT24.extendedCtcFr,
    unknownBt24: 'error',
    exportLayers: 'always',
  },

  caps: null,
  filing: null,
  offline: null,
  corrections: {
    // `routes`, section 4: after a rejection (213) a corrected invoice takes a new number. A file that was not admitted is no
    // invoice yet.
    newNumber: { after: 'others', codes: NOT_ADMITTED },
    mayHold: [],
  },
  credentials: {
    kinds: ['pa-oauth'],
    preferred: null,
    ending: null,
    addresses: ['base_url', 'flow_url', 'directory_url', 'token_url'],
  },

  // The platform reads it in the document (BR-FR-21, BR-FR-22).
  receiver: ({ typeCode, seller, buyer }) => {
    const { endpoint } = FRENCH_STATUSES.selfBilledTypes.includes(typeCode ?? '') ? seller : buyer;
    return endpoint?.scheme === SCHEME.address ? endpoint : undefined;
  },
  sendingChecks: null,
  doubts: FRENCH_DOUBTS,
  statuses: FRENCH_STATUSES,
  reports: FRENCH_REPORTS,
  mailing: null,

  codes: FRENCH_CODES,
  warmUpInvoice: null,
};
