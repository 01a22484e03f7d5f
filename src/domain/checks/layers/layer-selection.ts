import type { Route } from '../../vocabulary/route.ts';
import type { Syntax } from '../../vocabulary/syntax.ts';

/** The official layers, with the `source` their findings carry (decisions, "Checks and reports"). */
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

/** Those that are checked by code; the others run a pack. */
export const CODED_LAYERS: ReadonlySet<PackLayer> = new Set(['ksef-file', 'pdf']);

export interface SubjectOfChecks {
  /** Null judges a file by its BT-24 alone. */
  readonly route: Route | null;
  readonly syntax: Syntax;
  /** BT-24 as the file has it. */
  readonly customization: string | null;
  /** The XML was taken out of a hybrid PDF. */
  readonly hybrid?: boolean;
}

export interface LayerChoice {
  readonly layer: PackLayer;
  readonly source: string;
  /** Remarks only: see `advisory` of a layer. */
  readonly advisory: boolean;
  /** The BT-24 whose pack is asked for; null where a pack serves every document of the syntax. */
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

/** Specification identifiers that rule packs speak about. */
export type KnownBt24 = ReadonlySet<string>;

/** Those of the packs that this project knows, installed or not; installed ones may add to them. */
export const OUR_BT24: KnownBt24 = new Set(Object.values(BT24));

/** False for a specification identifier that no rule pack speaks about. */
export const isKnown = (customization: string | null, known: KnownBt24): boolean =>
  customization !== null && known.has(customization);

/** What a BT-24 says about a document. A file is of the first profile whose `when` holds. */
export const PROFILES = [
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
export type Profile = (typeof PROFILES)[number]['name'];

/** The subject with its profile and what packs speak about: what the conditions of the table read. */
interface Judged extends SubjectOfChecks {
  readonly profile: Profile;
  readonly known: KnownBt24;
}
type Condition = (judged: Judged) => boolean;

const isProfile =
  (...profiles: readonly Profile[]): Condition =>
  ({ profile }) =>
    profiles.includes(profile);
const onRoute =
  (route: Route | null): Condition =>
  (judged) =>
    judged.route === route;
const inSyntax =
  (...syntaxes: readonly Syntax[]): Condition =>
  ({ syntax }) =>
    syntaxes.includes(syntax);
const all =
  (...conditions: readonly Condition[]): Condition =>
  (judged) =>
    conditions.every((holds) => holds(judged));
const either =
  (...conditions: readonly Condition[]): Condition =>
  (judged) =>
    conditions.some((holds) => holds(judged));
const not =
  (condition: Condition): Condition =>
  (judged) =>
    !condition(judged);

const cii = inSyntax('cii');
const ubl = inSyntax('ubl-invoice', 'ubl-creditnote');
const hybrid: Condition = (judged) => judged.hybrid === true;
const isFacturx = isProfile('facturx-minimum', 'facturx-basicwl', 'facturx-basic', 'facturx-extended');
/** Inside a PDF a plain EN 16931 file is Factur-X too. */
const asFacturx = all(cii, either(isFacturx, all(hybrid, isProfile('en16931'))));
const byBt24 = (profile: Profile): Condition => all(onRoute(null), isProfile(profile));
const french = onRoute('FR-PA');
const xrechnungOnPeppol = all(onRoute('PEPPOL'), isProfile('xrechnung'));
const selfBilling = all(either(onRoute('PEPPOL'), onRoute(null)), isProfile('peppol-selfbilling'));

const itsOwn = ({ customization }: Judged): string | null => customization;
const always =
  (customization: string | null) =>
  (_: Judged): string | null =>
    customization;
const ownIf =
  (profile: Profile, otherwise: string) =>
  (judged: Judged): string | null =>
    judged.profile === profile && isKnown(judged.customization, judged.known)
      ? judged.customization
      : otherwise;

interface LayerRow {
  readonly layer: PackLayer;
  readonly when: Condition;
  /** The BT-24 whose pack is asked for. */
  readonly pack: (judged: Judged) => string | null;
  readonly advisory?: Condition;
}

/**
 * Every row whose `when` holds gives one layer, in this order (decisions, "Layers in order" and the table of file kinds
 * by route; the reference verdicts hold it in a test). French CII has its own schema edition, D22B.
 */
export const LAYER_TABLE: readonly LayerRow[] = [
  { layer: 'xsd', when: asFacturx, pack: itsOwn },
  { layer: 'xsd', when: all(french, cii, not(asFacturx)), pack: always(BT24.extendedCtcFr) },
  { layer: 'xsd', when: not(either(asFacturx, all(french, cii))), pack: always(null) },
  {
    layer: 'en16931',
    when: not(inSyntax('fa3')),
    pack: always(null),
    advisory: isProfile('facturx-minimum', 'facturx-basicwl', 'facturx-extended', 'extended-ctc-fr'),
  },
  {
    layer: 'xrechnung',
    when: either(onRoute('DE-XRECHNUNG'), xrechnungOnPeppol, byBt24('xrechnung')),
    pack: ownIf('xrechnung', BT24.xrechnung),
    advisory: all(hybrid, not(isProfile('xrechnung'))),
  },
  { layer: 'peppol', when: selfBilling, pack: always(BT24.peppolSelfBilling) },
  {
    layer: 'peppol',
    when: either(all(onRoute('PEPPOL'), not(either(isProfile('xrechnung'), selfBilling))), byBt24('peppol')),
    pack: always(BT24.peppol),
  },
  {
    layer: 'cius-ro',
    when: all(ubl, either(onRoute('RO-EFACTURA'), byBt24('cius-ro'))),
    pack: always(BT24.ciusRo),
  },
  {
    layer: 'fr-ctc',
    when: either(french, byBt24('extended-ctc-fr')),
    pack: ownIf('extended-ctc-fr', BT24.en16931),
  },
  {
    layer: 'fr-extended',
    when: all(either(french, onRoute(null)), isProfile('extended-ctc-fr')),
    pack: itsOwn,
  },
  { layer: 'facturx', when: asFacturx, pack: itsOwn },
  { layer: 'ksef-file', when: inSyntax('fa3'), pack: always(null) },
  { layer: 'pdf', when: hybrid, pack: always(null) },
];

/** The checks that a document must pass, in order. @param known what installed packs speak about. */
export function selectLayers(subject: SubjectOfChecks, known = OUR_BT24): readonly LayerChoice[] {
  const judged = { ...subject, profile: profileOf(subject.customization), known };
  return LAYER_TABLE.filter((row) => row.when(judged)).map((row) => ({
    layer: row.layer,
    source: LAYER_SOURCES[row.layer],
    advisory: row.advisory?.(judged) ?? false,
    customization: row.pack(judged),
  }));
}

export function profileOf(customization: string | null): Profile {
  return PROFILES.find((profile) => profile.when(customization ?? ''))?.name ?? 'other';
}
