import { inTurn } from '../../invoice/completions/completion.ts';
import { consumerLeftOut, processLeftOut } from '../../invoice/completions/left-out.ts';
import { EN16931, EN16931_AND_XRECHNUNG } from '../../checks/early-rules/rule-sets.ts';
import { OWN_XRECHNUNG_LAYER } from 'en16931-rules/layers/added-layers.ts';
import { everyDocument } from 'en16931-rules/layers/layer-selection.ts';
import { ALWAYS_XRECHNUNG, AS_ZUGFERD } from '../../documents/specifications.ts';
import type { RouteProfile } from '../profile.ts';
import { GERMAN_MAILING } from './mailing.ts';
import { usualGermanInvoice } from './usual-invoice.ts';

export const DE_XRECHNUNG: RouteProfile = {
  name: 'DE-XRECHNUNG',
  hasRail: false,
  callback: null,

  formats: [
    { format: 'xrechnung-ubl', build: { syntax: 'ubl', under: ALWAYS_XRECHNUNG } },
    { format: 'xrechnung-cii', build: { syntax: 'cii', under: ALWAYS_XRECHNUNG } },
    { format: 'zugferd', build: { syntax: 'cii', under: AS_ZUGFERD, hybrid: true } },
  ],
  severalFormats: true,
  fileKinds: ['ubl', 'cii', 'pdf'],
  alsoDelivers: [],
  otherFiles: {},
  hybrids: { levelsNotTaken: ['MINIMUM', 'BASIC WL'], isLenient: true },
  documentKinds: [],
  lookUp: null,

  typeCodes: {
    taken: ['380', '381', '384', '389', '326', '386', '875', '876', '877'],
    rule: null,
    restricted: null,
  },
  profiles: [
    { profile: undefined, formats: null, unless: null, rules: EN16931_AND_XRECHNUNG },
    { profile: 'xrechnung', formats: null, unless: null, rules: EN16931_AND_XRECHNUNG },
    { profile: 'facturx', formats: ['zugferd'], unless: null, rules: EN16931 },
  ],
  completion: inTurn(consumerLeftOut, processLeftOut),
  clientDefaults: null,
  context: null,
  layers: {
    rows: [{ ...OWN_XRECHNUNG_LAYER, when: everyDocument }],
    ciiSchema: null,
    unknownBt24: 'warning',
    exportLayers: 'with-findings',
  },

  caps: null,
  filing: null,
  offline: null,
  corrections: { newNumber: { after: 'these', codes: [] }, mayHold: [] },
  credentials: { kinds: ['smtp'], preferred: null, ending: null, addresses: null },

  receiver: null,
  sendingChecks: null,
  doubts: null,
  statuses: null,
  reports: null,
  mailing: GERMAN_MAILING,

  codes: [],
  warmUpInvoice: usualGermanInvoice,
};
