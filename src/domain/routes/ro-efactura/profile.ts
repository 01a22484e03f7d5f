import { say } from 'en16931-rules/vocabulary/message.ts';
import { compileRules } from '../../checks/early-rules/compile-rule.ts';
import { routeRules, STANDARD } from '../../checks/early-rules/rule-sets.ts';
import { CIUS_RO_LAYER } from 'en16931-rules/layers/added-layers.ts';
import { ubl } from 'en16931-rules/layers/layer-selection.ts';
import { ALWAYS_CIUS_RO } from '../../documents/specifications.ts';
import type { RouteProfile } from '../profile.ts';
import { inAny, STATUS_INQUIRY } from '../route-caps.ts';
import { ROMANIAN_CODES } from './codes.ts';
import { checkFile } from './issuer.ts';
import { completedForRomania } from './completion.ts';
import { ROMANIAN_RULES } from './early-rules.ts';
import { ROMANIAN_STATUSES } from './statuses.ts';
import { CIUS_RO_RULES } from './written-rules.ts';

const RULES = routeRules([STANDARD, compileRules(CIUS_RO_RULES)], ROMANIAN_RULES);
import { isRomanianHoliday } from './public-holidays.ts';

export const RO_EFACTURA: RouteProfile = {
  name: 'RO-EFACTURA',
  hasRail: true,
  callback: null,

  formats: [{ format: 'ubl', build: { syntax: 'ubl', under: ALWAYS_CIUS_RO } }],
  severalFormats: false,
  fileKinds: ['ubl', 'cii'],
  alsoDelivers: [],
  otherFiles: {},
  hybrids: null,
  documentKinds: [
    { kind: 'anaf-response', file: 'zip' },
    { kind: 'buyer-message', file: 'zip', codes: 'numbers' },
    { kind: 'message-to-seller', file: 'xml' },
  ],
  // ANAF keeps the messages about uploads in SPV, by upload index (swagger of `listaMesajeFactura`).
  lookUp: say('routes-ro-efactura.look-up'),

  typeCodes: {
    taken: ['380', '381', '384', '389'],
    rule: { code: 'BR-RO-020', source: 'CIUS-RO' },
    restricted: null,
  },
  profiles: [
    { profile: undefined, formats: null, unless: null, rules: RULES },
    { profile: 'ro-cius', formats: null, unless: null, rules: RULES },
  ],
  completion: completedForRomania,
  clientDefaults: null,
  context: null,
  layers: {
    rows: [{ ...CIUS_RO_LAYER, when: ubl }],
    ciiSchema: null,
    unknownBt24: 'warning',
    exportLayers: 'always',
  },

  caps: [{ works: ['send', STATUS_INQUIRY, 'poll', 'receipt'], windows: [inAny(60, 1000)] }],
  filing: { workingDays: 5, timeZone: 'Europe/Bucharest', isHoliday: isRomanianHoliday },
  offline: null,
  // Another content was taken under the number.
  corrections: { newNumber: { after: 'these', codes: ['ANAF-DUPLICATE'] }, mayHold: [] },
  credentials: { kinds: ['anaf-oauth'], preferred: null, ending: null, addresses: null },

  receiver: null,
  sendingChecks: checkFile,
  doubts: null,
  statuses: ROMANIAN_STATUSES,
  reports: null,
  mailing: null,

  codes: ROMANIAN_CODES,
  warmUpInvoice: null,
};
