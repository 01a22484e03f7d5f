import { say } from 'en16931-rules/vocabulary/message.ts';
import { EN16931_AND_XRECHNUNG } from '../../checks/early-rules/rule-sets.ts';
import { PEPPOL_LAYER, PEPPOL_SELF_BILLING_LAYER } from 'en16931-rules/layers/added-layers.ts';
import { either, isProfile, not, XRECHNUNG_LAYER } from 'en16931-rules/layers/layer-selection.ts';
import { ON_PEPPOL } from '../../documents/specifications.ts';
import { addressOfParticipant, receivingParticipant } from '../../routing/peppol-document.ts';
import type { RouteProfile } from '../profile.ts';
import { EVENT_KIND, KNOWN_EVENTS } from './access-point-events.ts';
import { completedForPeppol } from './completion.ts';
import { PEPPOL_CODES } from './codes.ts';
import { EN16931_AND_PEPPOL } from './early-rules.ts';
import { PEPPOL_STATUSES } from './statuses.ts';

export const PEPPOL: RouteProfile = {
  name: 'PEPPOL',
  hasRail: true,
  callback: 'hearAccessPoint',

  formats: [{ format: 'ubl', build: { syntax: 'ubl', under: ON_PEPPOL } }],
  severalFormats: false,
  fileKinds: ['ubl', 'cii'],
  alsoDelivers: [],
  otherFiles: {},
  hybrids: null,
  documentKinds: [
    { kind: 'as4-receipt', file: 'xml' },
    { kind: 'mls', file: 'xml' },
    { kind: EVENT_KIND, file: 'json', codes: KNOWN_EVENTS },
    { kind: 'invoice-response', file: 'xml', codes: ['AB', 'IP', 'UQ', 'CA', 'RE', 'AP', 'PD'] },
  ],
  // The lists of an access point are its operator's (phoss-ap: `ops/outbound/history`); the network keeps none of what was sent.
  lookUp: say('routes-peppol.look-up'),

  typeCodes: {
    taken: ['380', '381', '386', '389', '875', '876', '877', '326', '384'],
    rule: null,
    // PEPPOL-EN16931-P0112.
    restricted: {
      codes: ['326', '384'],
      when: ({ seller, buyer }) => seller.address.country === 'DE' && buyer.address.country === 'DE',
      inWords: say('routes-peppol.326-and-384-between-german-parties-only'),
    },
  },
  profiles: [
    { profile: undefined, formats: null, unless: null, rules: EN16931_AND_PEPPOL },
    { profile: 'peppol', formats: null, unless: null, rules: EN16931_AND_PEPPOL },
    // A self-billed invoice goes as BIS Self-Billing 3 only: on Peppol the process of XRechnung is for invoices that the seller writes.
    { profile: 'xrechnung', formats: null, unless: ['389'], rules: EN16931_AND_XRECHNUNG },
  ],
  completion: completedForPeppol,
  clientDefaults: null,
  context: null,
  layers: {
    rows: [
      { ...XRECHNUNG_LAYER, when: isProfile('xrechnung'), byBt24: null },
      { ...PEPPOL_SELF_BILLING_LAYER, when: isProfile('peppol-selfbilling') },
      { ...PEPPOL_LAYER, when: not(either(isProfile('xrechnung'), isProfile('peppol-selfbilling'))) },
    ],
    ciiSchema: null,
    unknownBt24: 'warning',
    exportLayers: 'always',
  },

  caps: null,
  filing: null,
  offline: null,
  // The first send of a document is no duplicate: the receiver's access point may have it already.
  corrections: { newNumber: { after: 'these', codes: [] }, mayHold: ['EI-PEPPOL-DUPLICATE'] },
  credentials: {
    kinds: ['access-point'],
    preferred: null,
    ending: null,
    addresses: ['base_url', 'answers_url', 'smp_url'],
  },

  receiver: (addressing, known) => {
    const participant = receivingParticipant(addressing, known);
    return participant === undefined ? undefined : addressOfParticipant(participant);
  },
  sendingChecks: null,
  doubts: null,
  statuses: PEPPOL_STATUSES,
  reports: null,
  mailing: null,

  codes: PEPPOL_CODES,
  warmUpInvoice: null,
};
