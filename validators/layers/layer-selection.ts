import { facturxName } from '../vocabulary/facturx.ts';
import { isOfEn16931, type Syntax } from '../vocabulary/syntax.ts';

/** The official layers, each with the `source` of its findings (decisions, "Checks and reports"). */
export const LAYER_SOURCES = {
  xsd: 'XSD',
  en16931: 'EN16931',
  xrechnung: 'XRechnung',
  peppol: 'Peppol',
  'cius-ro': 'CIUS-RO',
  'fr-ctc': 'BR-FR',
  'fr-extended': 'EXTENDED-CTC-FR',
  facturx: 'Factur-X',
  'ksef-file': 'KSeF-file',
  pdf: 'PDF',
} as const;
export type PackLayer = keyof typeof LAYER_SOURCES;

/** A company's own rules, by the name of their pack: a layer of their own, beside an official one. */
type OwnLayer = `own:${string}`;
/** A layer that runs packs. */
export type JudgingLayer = PackLayer | OwnLayer;
export const ownLayer = (name: string): OwnLayer => `own:${name}`;
export const isOwnLayer = (layer: JudgingLayer): layer is OwnLayer => layer.startsWith('own:');

/** The `source` of the findings of a layer; of own rules, the name of their pack. */
export const sourceOf = (layer: JudgingLayer): string =>
  isOwnLayer(layer) ? layer.slice('own:'.length) : LAYER_SOURCES[layer];

/** Layers that are code; the others run a pack. */
export const CODED_LAYERS: ReadonlySet<PackLayer> = new Set(['ksef-file', 'pdf']);

export interface SubjectOfChecks {
  /** If null, the BT-24 of a file alone chooses its layers. */
  readonly route: string | null;
  readonly syntax: Syntax;
  /** BT-24 as the file states it. */
  readonly customization: string | null;
  /** The XML comes from a hybrid PDF. */
  readonly hybrid?: boolean;
  /** The sale is reported: the document goes to no network, and is for the buyer alone. */
  readonly isReported?: boolean;
}

export interface LayerChoice {
  readonly layer: PackLayer;
  readonly source: string;
  /** Remarks only: see `advisory` of a layer. */
  readonly advisory: boolean;
  /** The BT-24 whose pack is wanted; null if a pack serves every document of the syntax. */
  readonly customization: string | null;
}

const EN16931 = 'urn:cen.eu:en16931:2017';
export const BT24 = {
  en16931: EN16931,
  xrechnung: `${EN16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
  xrechnungExtension: `${EN16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`,
  xrechnungCvd: `${EN16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`,
  peppol: `${EN16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
  peppolSelfBilling: `${EN16931}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`,
  ciusRo: `${EN16931}#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1`,
  extendedCtcFr: `${EN16931}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`,
  facturxMinimum: 'urn:factur-x.eu:1p0:minimum',
  facturxBasicWl: 'urn:factur-x.eu:1p0:basicwl',
  facturxBasic: `${EN16931}#compliant#urn:factur-x.eu:1p0:basic`,
  facturxExtended: `${EN16931}#conformant#urn:factur-x.eu:1p0:extended`,
} as const;

/** Specification identifiers that rule packs are for. */
export type KnownBt24 = ReadonlySet<string>;

/** Those of the packs of this project, installed or not; installed ones may add to them. */
export const OUR_BT24: KnownBt24 = new Set(Object.values(BT24));

/** False for a specification identifier that no rule pack is for. */
export const isKnown = (customization: string | null, known: KnownBt24): boolean =>
  customization !== null && known.has(customization);

/** The kinds of document by BT-24. A file has the first profile whose `when` holds. */
const PROFILES = [
  { name: 'xrechnung', when: (id: string) => id.includes('xrechnung') },
  { name: 'peppol', when: (id: string) => id === BT24.peppol },
  { name: 'peppol-selfbilling', when: (id: string) => id === BT24.peppolSelfBilling },
  { name: 'cius-ro', when: (id: string) => id.includes('CIUS-RO') },
  { name: 'extended-ctc-fr', when: (id: string) => id === BT24.extendedCtcFr },
  { name: 'facturx-minimum', when: (id: string) => id === BT24.facturxMinimum },
  { name: 'facturx-basicwl', when: (id: string) => id === BT24.facturxBasicWl },
  { name: 'facturx-basic', when: (id: string) => id === BT24.facturxBasic },
  { name: 'facturx-extended', when: (id: string) => id === BT24.facturxExtended },
  { name: 'en16931', when: (id: string) => id === BT24.en16931 },
  { name: 'other', when: () => true },
] as const;
type Profile = (typeof PROFILES)[number]['name'];

/** The subject with its profile and the identifiers of the packs: what the conditions of the table read. */
export interface LayerSubject extends Omit<SubjectOfChecks, 'route'> {
  readonly profile: Profile;
  readonly known: KnownBt24;
}
type Condition = (checked: LayerSubject) => boolean;

export const isProfile =
  (...profiles: readonly Profile[]): Condition =>
  ({ profile }) =>
    profiles.includes(profile);
const inSyntax =
  (...syntaxes: readonly Syntax[]): Condition =>
  ({ syntax }) =>
    syntaxes.includes(syntax);
export const all =
  (...conditions: readonly Condition[]): Condition =>
  (checked) =>
    conditions.every((holds) => holds(checked));
export const either =
  (...conditions: readonly Condition[]): Condition =>
  (checked) =>
    conditions.some((holds) => holds(checked));
export const not =
  (condition: Condition): Condition =>
  (checked) =>
    !condition(checked);
export const everyDocument: Condition = () => true;
/** Documents of sales that are reported are no invoices of the route. */
export const notReported: Condition = ({ isReported }) => isReported !== true;

const cii = inSyntax('cii');
export const ubl = inSyntax('ubl-invoice', 'ubl-creditnote');
const hybrid: Condition = (checked) => checked.hybrid === true;
const isFacturx = isProfile('facturx-minimum', 'facturx-basicwl', 'facturx-basic', 'facturx-extended');
/** Their invoices may break EN 16931. */
const mayBreakEn16931 = isProfile(
  'facturx-minimum',
  'facturx-basicwl',
  'facturx-extended',
  'extended-ctc-fr',
);
/** Layers with the rules of those profiles. */
const OF_THOSE_PROFILES: ReadonlySet<PackLayer> = new Set(['facturx', 'fr-extended']);
/** Inside a PDF a plain EN 16931 file is Factur-X too. */
const asFacturx = all(cii, either(isFacturx, all(hybrid, isProfile('en16931'))));

/** The BT-24 whose pack is wanted. */
type Pack = (checked: LayerSubject) => string | null;
export const itsOwn: Pack = ({ customization }) => customization;
export const always =
  (customization: string | null): Pack =>
  () =>
    customization;
export const ownIf =
  (profile: Profile, otherwise: string): Pack =>
  (checked) =>
    checked.profile === profile && isKnown(checked.customization, checked.known)
      ? checked.customization
      : otherwise;

/** Every row whose `when` holds gives one layer. */
export interface LayerRow {
  readonly layer: PackLayer;
  readonly when: Condition;
  readonly pack: Pack;
  readonly advisory?: Condition;
}

/** A layer that a route adds. */
export interface RouteLayerRow extends LayerRow {
  /** If no route is named, BT-24 alone chooses the layer; null if the row of another route gives it. */
  readonly byBt24: Condition | null;
}

/** The layers that a route adds to those of every document. */
export interface RouteLayers {
  readonly rows: readonly LayerRow[];
  /** The BT-24 whose schema edition checks plain CII files; null: the common edition. */
  readonly ciiSchema: string | null;
}

/** The pack of XRechnung, for two routes. */
export const XRECHNUNG_LAYER: Omit<LayerRow, 'when'> = {
  layer: 'xrechnung',
  pack: ownIf('xrechnung', BT24.xrechnung),
  advisory: all(hybrid, not(isProfile('xrechnung'))),
};

/**
 * The table of layers, in order (decisions, "Layers in order" and the table of file kinds by route; a test compares it with the reference
 * verdicts): the layers of every document and, between them, those of the route.
 */
const tableWith = ({ rows, ciiSchema }: RouteLayers): readonly LayerRow[] => [
  { layer: 'xsd', when: asFacturx, pack: itsOwn },
  { layer: 'xsd', when: all(cii, not(asFacturx)), pack: always(ciiSchema) },
  { layer: 'xsd', when: not(cii), pack: always(null) },
  {
    layer: 'en16931',
    when: ({ syntax }) => isOfEn16931(syntax),
    pack: always(null),
    advisory: mayBreakEn16931,
  },
  ...rows,
  { layer: 'facturx', when: asFacturx, pack: itsOwn },
  { layer: 'ksef-file', when: inSyntax('fa3', 'fa-rr'), pack: always(null) },
  { layer: 'pdf', when: hybrid, pack: always(null) },
];

/**
 * The layers of a document, in order. On a route EN 16931 is binding unless rules of the wider profile run: Factur-X has none for UBL, and no
 * route but its own runs those of a country, so nothing else would refuse such a document.
 * @param known identifiers of the installed packs.
 */
export function layersOf(
  { route, ...subject }: SubjectOfChecks,
  layers: RouteLayers,
  known: KnownBt24,
): readonly LayerChoice[] {
  const customization = specificationOf(subject);
  const checked = { ...subject, customization, profile: profileOf(customization), known };
  const rows = tableWith(layers).filter((row) => row.when(checked));
  const isJudgedAlone = route !== null && !rows.some(({ layer }) => OF_THOSE_PROFILES.has(layer));
  return rows.map((row) => ({
    layer: row.layer,
    source: LAYER_SOURCES[row.layer],
    advisory: (row.advisory?.(checked) ?? false) && !(row.layer === 'en16931' && isJudgedAlone),
    customization: row.pack(checked),
  }));
}

/** In a PDF the level names of ZUGFeRD stand for those of Factur-X. */
export const specificationOf = ({
  customization,
  hybrid,
}: Pick<SubjectOfChecks, 'customization' | 'hybrid'>): string | null =>
  hybrid === true ? facturxName(customization) : customization;

function profileOf(customization: string | null): Profile {
  return PROFILES.find((profile) => profile.when(customization ?? ''))?.name ?? 'other';
}
