import { EN16931 } from '../../../../../src/domain/checks/early-rules/rule-sets.ts';
import { PEPPOL_BILLING } from '../../../../../src/domain/documents/specifications.ts';
import type { RouteProfile } from '../../../../../src/domain/routes/profile.ts';

/** A route that uses UBL under the rules of EN 16931 and lacks everything that a route can lack. */
export const XX_TEST: RouteProfile = {
  name: 'XX-TEST',
  hasRail: true,
  callback: null,

  formats: [{ format: 'ubl', build: { syntax: 'ubl', under: [{ when: () => true, is: PEPPOL_BILLING }] } }],
  severalFormats: false,
  fileKinds: ['ubl'],
  alsoDelivers: [],
  otherFiles: {},
  hybrids: null,
  documentKinds: [{ kind: 'xx-receipt', file: 'xml' }],
  lookUp: null,

  typeCodes: { taken: ['380', '381'], rule: null, restricted: null },
  profiles: [{ profile: undefined, formats: null, unless: null, rules: EN16931 }],
  completion: null,
  clientDefaults: null,
  context: null,
  layers: { rows: [], ciiSchema: null, unknownBt24: 'warning', exportLayers: 'always' },

  caps: null,
  filing: { workingDays: 2, timeZone: 'Europe/Warsaw', isHoliday: () => false },
  offline: null,
  corrections: { newNumber: { after: 'these', codes: [] }, mayHold: [] },
  credentials: { kinds: ['xx-key'], preferred: null, ending: null, addresses: null },

  receiver: null,
  sendingChecks: null,
  doubts: null,
  statuses: null,
  reports: null,
  mailing: null,

  codes: [
    {
      family: 'Test route answer',
      codes: [
        [
          'XX-REFUSED',
          'erp',
          'The test network refuses it',
          'It was asked to.',
          'Ask it for something else.',
        ],
      ],
    },
  ],
  warmUpInvoice: null,
};
