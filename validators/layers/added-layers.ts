import {
  all,
  always,
  BT24,
  isProfile,
  itsOwn,
  type LayerRow,
  ownIf,
  type RouteLayerRow,
  type RouteLayers,
  ubl,
  XRECHNUNG_LAYER,
} from './layer-selection.ts';

/** A layer beside those of every document; a route says for which of its documents. */
type AddedLayer = Omit<RouteLayerRow, 'when'>;

export const PEPPOL_SELF_BILLING_LAYER = {
  layer: 'peppol',
  byBt24: isProfile('peppol-selfbilling'),
  pack: always(BT24.peppolSelfBilling),
} as const satisfies AddedLayer;

export const PEPPOL_LAYER = {
  layer: 'peppol',
  byBt24: isProfile('peppol'),
  pack: always(BT24.peppol),
} as const satisfies AddedLayer;

export const CIUS_RO_LAYER = {
  layer: 'cius-ro',
  byBt24: all(ubl, isProfile('cius-ro')),
  pack: always(BT24.ciusRo),
} as const satisfies AddedLayer;

export const FR_CTC_LAYER = {
  layer: 'fr-ctc',
  byBt24: isProfile('extended-ctc-fr'),
  pack: ownIf('extended-ctc-fr', BT24.en16931),
} as const satisfies AddedLayer;

export const FR_EXTENDED_LAYER = {
  layer: 'fr-extended',
  byBt24: isProfile('extended-ctc-fr'),
  pack: itsOwn,
} as const satisfies AddedLayer;

export const OWN_XRECHNUNG_LAYER = {
  ...XRECHNUNG_LAYER,
  byBt24: isProfile('xrechnung'),
} as const satisfies AddedLayer;

const byItself = ({ byBt24, ...row }: AddedLayer & Pick<RouteLayerRow, 'byBt24'>): readonly LayerRow[] =>
  byBt24 ? [{ ...row, when: byBt24 }] : [];

/** If no route is named, the BT-24 of a document chooses among the layers of all of them. */
export const BY_BT24: RouteLayers = {
  rows: [
    PEPPOL_SELF_BILLING_LAYER,
    PEPPOL_LAYER,
    CIUS_RO_LAYER,
    FR_CTC_LAYER,
    FR_EXTENDED_LAYER,
    OWN_XRECHNUNG_LAYER,
  ].flatMap(byItself),
  ciiSchema: null,
};
