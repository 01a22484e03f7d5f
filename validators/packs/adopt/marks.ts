import { type SourceElement, attributeOf, childElements } from '../../engine/load/source.ts';

/**
 * Marks that tell the files of a release apart, whatever their names: rule ids, namespaces and a few texts of their publishers. A mark is a
 * fact about the releases that `schematron/official-packs.json` lists.
 */
interface EntryMark {
  /** The listed file whose next edition it is. */
  readonly path: string;
  readonly is: (file: SeenFile) => boolean;
}

/** A file of a release that includes others. */
export interface SeenFile {
  readonly root: SourceElement;
  readonly text: string;
  /** Ids of asserts and reports; empty for a schema. */
  readonly ids: ReadonlySet<string>;
}

export interface ReleaseMark {
  /** Of the listed pack. */
  readonly pack: string;
  /** The address at which the publisher offers releases. */
  readonly publisher: string;
  readonly entries: readonly EntryMark[];
  /**
   * @param texts of each entry, with its includes.
   * @returns the versions that they state; an entry may state none.
   */
  readonly version: (texts: readonly string[]) => readonly string[];
  /** The days from which the texts say that it applies. */
  readonly day?: (texts: readonly string[]) => readonly string[];
  /** The days on which its files were made, of a publisher whose releases apply at once. */
  readonly madeOn?: (texts: readonly string[]) => readonly string[];
  /** A file that no version of this pack can be, with an explanation for the reader. */
  readonly another?: { readonly is: (file: SeenFile) => boolean; readonly says: string };
  /** Variables that hold a part of the BT-24 values, each with the text before that part. */
  readonly bt24?: readonly { readonly variable: string; readonly after: string }[];
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
const FA3 = 'http://crd.gov.pl/wzor/2025/06/25/13775/';
const FA_RR = 'http://crd.gov.pl/wzor/2026/03/06/14189/';

type Is = EntryMark['is'];
const all =
  (...conditions: readonly Is[]): Is =>
  (file) =>
    conditions.every((holds) => holds(file));
const has =
  (...ids: readonly string[]): Is =>
  ({ ids: there }) =>
    ids.every((id) => there.has(id));
const hasNone =
  (pattern: RegExp): Is =>
  ({ ids }) =>
    ![...ids].some((id) => pattern.test(id));
const hasSome =
  (pattern: RegExp): Is =>
  ({ ids }) =>
    [...ids].some((id) => pattern.test(id));
const says =
  (text: string): Is =>
  (file) =>
    file.text.includes(text);
const saysNot =
  (text: string): Is =>
  (file) =>
    !file.text.includes(text);
const matches =
  (pattern: RegExp): Is =>
  (file) =>
    pattern.test(file.text);
const binds =
  (namespace: string): Is =>
  ({ root }) =>
    childElements(root).some((child) => child.localName === 'ns' && attributeOf(child, 'uri') === namespace);
const isSchemaOf =
  (namespace: string, version?: string): Is =>
  ({ root }) =>
    root.namespace === 'http://www.w3.org/2001/XMLSchema' &&
    attributeOf(root, 'targetNamespace') === namespace &&
    (version === undefined || attributeOf(root, 'version') === version) &&
    childElements(root).some(({ localName }) => localName === 'element');

/** Rules of other packs that repeat those of EN 16931. */
const REPEATS_EN16931 = /^(BR-RO-|BR-DEC-RO-|BR-FR|BR-FX|FX-|BR-DE-|PEPPOL-)/;
const BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const SELF_BILLING = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0';
/** French rules that only warn, from before September 2026. */
const onlyWarns = 'Mode "WARNING"';

const first =
  (pattern: RegExp, write: (match: RegExpExecArray) => string = ([, version = '']) => version) =>
  (texts: readonly string[]): readonly string[] =>
    texts.flatMap((text) => {
      const match = pattern.exec(text);
      return match ? [write(match)] : [];
    });

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const monthOf = (name: string): number => MONTHS.indexOf(name) + 1;

/** `FACTUR-X_BASIC-WL_…`, `Factur-X_1.09_BASICWL_…` */
const facturxPart = (profile: string, part: string): RegExp =>
  new RegExp(`factur-x_(?:\\d[\\d.]*_)?${profile.replace('-', '-?')}_${part}`, 'i');

export const RELEASE_MARKS: readonly ReleaseMark[] = [
  {
    pack: 'en16931',
    publisher: 'https://github.com/ConnectingEurope/eInvoicing-EN16931/releases',
    entries: [
      {
        path: 'EN16931-UBL-validation-preprocessed.sch',
        is: all(binds(UBL), has('BR-01', 'BR-CO-10', 'UBL-SR-01'), hasNone(REPEATS_EN16931)),
      },
      {
        path: 'EN16931-CII-validation-preprocessed.sch',
        is: all(binds(CII), has('BR-01', 'BR-CO-10', 'CII-SR-001'), hasNone(REPEATS_EN16931)),
      },
    ],
    version: first(/Schematron version (\d[\d.]*\d) - Last update/),
    day: first(/Schematron version [\d.]+ - Last update: (\d{4}-\d{2}-\d{2})/),
  },
  {
    pack: 'xrechnung',
    publisher: 'https://github.com/itplr-kosit/xrechnung-schematron/releases',
    entries: [
      { path: 'ubl/XRechnung-UBL-validation.sch', is: all(binds(UBL), has('BR-DE-1', 'BR-DE-15')) },
      { path: 'cii/XRechnung-CII-validation.sch', is: all(binds(CII), has('BR-DE-1', 'BR-DE-15')) },
    ],
    version: first(
      /Schematron Version (\d[\d.]*) - XRechnung (\d[\d.]*) compatible/,
      ([, rules = '', standard = '']) => `${standard}-sch-${rules}`,
    ),
    // SchXslt notes it; the Schematron of KoSIT states no day.
    madeOn: first(/<dct:created\b[^>]*>(\d{4}-\d{2}-\d{2})T/),
    bt24: [
      { variable: 'XR-MAJOR-MINOR-VERSION', after: 'xrechnung_' },
      { variable: 'CVD-MAJOR-MINOR-VERSION', after: 'cvd_' },
    ],
  },
  {
    pack: 'peppol-bis',
    publisher: 'https://docs.peppol.eu/poacc/billing/3.0/',
    entries: [
      {
        path: 'PEPPOL-EN16931-UBL.sch',
        is: all(binds(UBL), has('PEPPOL-EN16931-R001', 'PEPPOL-EN16931-R120'), says(BILLING)),
      },
      {
        path: 'PEPPOL-EN16931-UBL-SB.sch',
        is: all(
          binds(UBL),
          has('PEPPOL-EN16931-R001', 'PEPPOL-EN16931-R120'),
          says(SELF_BILLING),
          saysNot(BILLING),
        ),
      },
    ],
    version: first(/Last update: (\d{4}) ([A-Z][a-z]+) release/, ([, year = '', month = '']) => `${year}.${monthOf(month)}`), // prettier-ignore
  },
  {
    pack: 'peppol-bis-cii',
    publisher: 'https://github.com/OpenPEPPOL/peppol-bis-invoice-3/releases',
    entries: [
      {
        path: 'PEPPOL-EN16931-CII.sch',
        is: all(binds(CII), has('PEPPOL-EN16931-R001', 'PEPPOL-EN16931-R120'), says(BILLING)),
      },
    ],
    version: first(/Last update: \d{4} [A-Z][a-z]+ release (\d[\d.]*\d)/),
  },
  {
    pack: 'cius-ro',
    publisher: 'https://mfinante.gov.ro/web/efactura/informatii-tehnice',
    entries: [
      {
        path: 'EN16931-CIUS_RO-UBL-validation.sch',
        is: all(binds(UBL), has('BR-RO-010', 'BR-01')),
      },
    ],
    version: first(/Schematron version (\d[\d.]*\d)/),
    madeOn: first(/Schematron version [\d.]+ - Last update: (\d{4}-\d{2}-\d{2})/),
    bt24: [{ variable: 'RO-MAJOR-MINOR-PATCH-VERSION', after: 'CIUS-RO:' }],
  },
  {
    pack: 'fr-ctc',
    publisher: 'https://github.com/fnfempe/France_RFE/releases',
    entries: [
      {
        path: 'UBL/BR-FR-Flux2-Schematron-UBL.sch',
        is: all(binds(UBL), hasSome(/^BR-FR-05/), saysNot(onlyWarns)),
      },
      { path: 'UBL/EXTENDED-CTC-FR-UBL.sch', is: all(binds(UBL), hasSome(/^BR-FREXT-/)) },
      {
        path: 'CII/BR-FR-Flux2-Schematron-CII.sch',
        is: all(binds(CII), hasSome(/^BR-FR-05/), saysNot(onlyWarns)),
      },
      { path: 'CII/EXTENDED-CTC-FR-CII.sch', is: all(binds(CII), hasSome(/^BR-FREXT-/)) },
      { path: 'xsd-cii-d22b/CrossIndustryInvoice_100pD22B.xsd', is: isSchemaOf(CII, '100.D22B') },
    ],
    // A file that a correction did not change keeps the version before.
    version: (texts) => newestOf(first(/[_-]V(\d+(?:\.\d+)+)/)(texts)),
    madeOn: first(
      /[_-]V\d[\d.]* - .*?last (?:fix\w*|update):? (\d{4})[ -](\d{2})[ -](\d{2}) *(?:-->|\n|$)/i,
      ([, year = '', month = '', day = '']) => [year, month, day].join('-'),
    ),
  },
  {
    pack: 'facturx',
    publisher: 'https://www.ferd-net.de/download-zugferd',
    entries: [
      ['minimum', 'MINIMUM'],
      ['basicwl', 'BASIC-WL'],
      ['basic', 'BASIC'],
      ['en16931', 'EN16931'],
      ['extended', 'EXTENDED'],
    ].flatMap(([folder, profile = '']) => [
      // The names of the schemas and lists that they read are a part of their content; each of the publishers has its own.
      {
        path: `${folder}/xsd/FACTUR-X_${profile}.xsd`,
        is: all(isSchemaOf(CII), matches(facturxPart(profile, '(?:urn_un_unece_\\w+_)?ReusableAggregate'))),
      },
      {
        path: `${folder}/FACTUR-X_${profile}.sch`,
        is: all(binds(CII), matches(facturxPart(profile, 'codedb\\.xml'))),
      },
    ]),
    version: (texts) => newestOf(first(/(?:^[ \t]*Version:|Factur-X;) (\d+(?:\.\d+)+)[ \t]*(?:$|;)/m)(texts)),
    day: first(/^[ \t]*Effective date: (\d{4}-\d{2}-\d{2})[ \t]*$/m),
  },
  {
    pack: 'fa-rr',
    publisher: 'https://github.com/CIRFMF/ksef-docs/tree/main/faktury/schemy/RR',
    entries: [{ path: 'schemat_FA_RR(1)_v1-1E.xsd', is: isSchemaOf(FA_RR) }],
    version: first(/name="wersjaSchemy"[^>]*\bfixed="([^"]+)"/),
  },
  {
    pack: 'fa3',
    publisher: 'https://github.com/CIRFMF/ksef-docs/tree/main/faktury/schemy/FA',
    entries: [{ path: 'schemat_FA(3)_v1-0E.xsd', is: isSchemaOf(FA3) }],
    version: first(/name="wersjaSchemy"[^>]*\bfixed="([^"]+)"/),
    another: {
      is: ({ root }) => {
        const namespace = attributeOf(root, 'targetNamespace') ?? '';
        return /^http:\/\/crd\.gov\.pl\/wzor\//.test(namespace) && namespace !== FA_RR;
      },
      says: `The schema is of another form than FA(3) of ${FA3} and FA_RR(1) of ${FA_RR}. This version of the service neither writes nor reads it; a later version brings its own schema.`,
    },
  },
];

const newestOf = (versions: readonly string[]): readonly string[] =>
  versions.toSorted((a, b) => compareVersions(b, a)).slice(0, 1);

/** Below 0 if the first is the earlier one. */
export const compareVersions = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true });
