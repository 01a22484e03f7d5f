import { say } from 'en16931-rules/vocabulary/message.ts';
import { routeRules, someRules, STANDARD } from '../../checks/early-rules/rule-sets.ts';
import { FA3 } from '../../documents/document-builder.ts';
import { NO_SPECIFICATION } from '../../documents/specifications.ts';
import type { RouteProfile } from '../profile.ts';
import { inAny, STATUS_INQUIRY } from '../route-caps.ts';
import { KSEF_CODES } from './codes.ts';
import { completedForPoland } from './completion.ts';
import { POLISH_CONTEXT } from './context.ts';
import { isPolishHoliday } from './public-holidays.ts';
import { changedContent } from './technical-correction.ts';
import { POLISH_RULES, SHARED_WITH_POLAND } from './early-rules.ts';

export const PL_KSEF: RouteProfile = {
  name: 'PL-KSEF',
  hasRail: true,
  callback: null,

  formats: [{ format: 'fa3', build: { syntax: FA3, under: NO_SPECIFICATION } }],
  severalFormats: false,
  fileKinds: ['fa3', 'fa-rr'],
  // PEF(3), which KSeF takes from Peppol service providers only.
  alsoDelivers: ['ubl'],
  otherFiles: { ubl: say('routes-pl-ksef.pef-is-ubl') },
  hybrids: null,
  documentKinds: [{ kind: 'upo', file: 'xml' }],
  // The taxpayer's application of the ministry, as `SystemInfo` of its own examples of FA(3) names it.
  lookUp: say('routes-pl-ksef.look-up'),

  typeCodes: {
    taken: ['380', '381', '384', '386', '389', '326', '875', '876', '877'],
    rule: null,
    restricted: null,
  },
  profiles: [
    {
      profile: undefined,
      formats: null,
      unless: null,
      rules: routeRules([someRules(STANDARD, SHARED_WITH_POLAND)], POLISH_RULES),
    },
  ],
  completion: completedForPoland,
  clientDefaults: null,
  context: POLISH_CONTEXT,
  // The layer `ksef-file` checks every file of KSeF, whatever route is named.
  layers: { rows: [], ciiSchema: null, unknownBt24: 'warning', exportLayers: 'always' },

  caps: [
    { works: ['send'], windows: [inAny(1, 10), inAny(60, 30), inAny(3600, 180)] },
    { works: [STATUS_INQUIRY, 'poll'], windows: [inAny(1, 30), inAny(60, 120), inAny(3600, 1200)] },
  ],
  filing: { workingDays: 1, timeZone: 'Europe/Warsaw', isHoliday: isPolishHoliday },
  offline: {
    credentialKind: 'ksef-offline-certificate',
    // Neither `tryby-offline.md` nor `kody-qr.md` of CIRFMF/ksef-docs says how an invoice VAT RR is issued offline.
    fileKinds: ['fa3'],
    // CIRFMF/ksef-docs, `tryby-offline.md`.
    daysAfter: { unavailability: 1, failure: 7, total_failure: null },
    // CIRFMF/ksef-docs, `offline/korekta-techniczna.md`. A lack of rights (410) is no technical reason.
    technicalRejections: ['KSEF-430', 'KSEF-440', 'KSEF-450'],
    changedContent,
  },
  // 440: another document has the number. 21166: a technical correction was taken before, and may be this one.
  corrections: { newNumber: { after: 'these', codes: ['KSEF-440'] }, mayHold: ['KSEF-21166'] },
  credentials: {
    kinds: ['ksef-token', 'ksef-certificate', 'ksef-offline-certificate'],
    preferred: 'ksef-certificate',
    // Dz.U. 2025 item 1815, § 13 (1) (1).
    ending: {
      kind: 'ksef-token',
      lastDay: '2026-12-31',
      successor: 'ksef-certificate',
      code: 'EI-TOKEN-ENDS',
    },
    addresses: null,
  },

  receiver: null,
  sendingChecks: null,
  doubts: null,
  statuses: null,
  reports: null,
  mailing: null,

  codes: KSEF_CODES,
  warmUpInvoice: null,
};
