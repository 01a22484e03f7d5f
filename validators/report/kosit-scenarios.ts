import type { Document, Node } from '../engine/xml/document.ts';
import { stringValue, textNodes } from '../engine/xml/values.ts';
import { childrenAt } from './tree.ts';
import { element, text } from './markup.ts';
import type { Level, PacksOfReport } from './report-facts.ts';

/**
 * The scenarios of KoSIT's configuration for XRechnung (Apache-2.0): what a document is recognised by, which steps check it, and which levels
 * differ from the rules'. A report repeats its scenario whole, so names and white space are as there (ADR 48).
 */
export interface Scenario {
  readonly name: string;
  /** Of the steps, in order: the schema, EN 16931 and, for XRechnung, its own rules. */
  readonly steps: readonly Resource[];
  readonly levels: readonly (readonly [code: string, level: Level])[];
  /** As the report repeats it. */
  readonly markup: (packs: PacksOfReport) => string;
}

interface Resource {
  readonly name: string;
  readonly location: string;
}

const EN16931 = 'urn:cen.eu:en16931:2017';
const XRECHNUNG = `${EN16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;
const BT24 = {
  cius: XRECHNUNG,
  extension: `${XRECHNUNG}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`,
  cvd: `${XRECHNUNG}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`,
  en16931: EN16931,
} as const;
type Profile = keyof typeof BT24;

const TITLES: Readonly<Record<Profile, string>> = {
  cius: 'EN16931 XRechnung',
  extension: 'EN16931 XRechnung Extension',
  cvd: 'EN16931 XRechnung CVD',
  en16931: 'EN16931',
};

const SPECIFICATION = '3.0.2';
const RAM = 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100';
const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';

interface SyntaxOfScenario {
  readonly title: string;
  readonly root: string;
  readonly namespaces: Readonly<Record<string, string>>;
  /** The element of BT-24, from the root. */
  readonly bt24: readonly string[];
  /** The condition of a scenario, for one BT-24. */
  readonly match: (bt24: string, profile: Profile) => string;
  readonly schema: Resource;
  readonly rules: 'UBL' | 'CII';
  readonly folder: string;
  readonly ownRules: (profile: Profile) => string;
  /** The first two sentences of its description. */
  readonly about: (profile: Profile, gap: string) => readonly [string, string];
}

const UBL_SOURCE = 'https://docs.oasis-open.org/ubl/os-UBL-2.1/UBL-2.1.zip';
const PACKAGES = 'https://projekte.kosit.org/api/v4/projects/356/packages/maven/de/xeinkauf';
const CII_SOURCE = `${PACKAGES}/D16B_SCRDM__Subset__CII/D16B/D16B_SCRDM__Subset__CII-D16B.zip`;

const ublSyntax = (root: 'Invoice' | 'CreditNote', more: Pick<SyntaxOfScenario, 'match' | 'about'>) => ({
  ...more,
  title: `UBL ${root}`,
  root: `{urn:oasis:names:specification:ubl:schema:xsd:${root}-2}${root}`,
  namespaces: {
    cbc: CBC,
    [root.toLowerCase()]: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
  },
  bt24: [`{${CBC}}CustomizationID`],
  schema: {
    name: `XML Schema for UBL 2.1 ${root}`,
    location: `resources/ubl/2.1/xsd/maindoc/UBL-${root}-2.1.xsd`,
  },
  rules: 'UBL' as const,
  folder: 'resources/ubl/2.1',
  ownRules: (profile: Profile) =>
    `Schematron rules for ${root} - ${profile === 'extension' ? '' : 'CIUS '}XRechnung (UBL)`,
});

const andXRechnung = (profile: Profile, gap: string): string =>
  profile === 'cvd'
    ? `XRechnung${gap}${SPECIFICATION}, and XRechnung CVD 0.9`
    : `and XRechnung${gap}${SPECIFICATION} `;

const SYNTAXES = {
  invoice: ublSyntax('Invoice', {
    match: (bt24, profile) =>
      profile === 'en16931'
        ? `/invoice:Invoice[ cbc:CustomizationID/text() = '${bt24}' ]`
        : `/invoice:Invoice/cbc:CustomizationID[ . = '${bt24}']`,
    about: (profile, gap) => [
      `Validates UBL Invoice${profile === 'cvd' ? ' (CVD)' : ''} in version 2.1`,
      `Uses UBL Invoice 2.1 XML Schema,${gap}Schematron rules from EN16931:2017, ${andXRechnung(profile, gap)}`,
    ],
  }),
  creditNote: ublSyntax('CreditNote', {
    match: (bt24, profile) =>
      `/creditnote:CreditNote[${profile === 'en16931' ? '' : ' '}cbc:CustomizationID/text() = '${bt24}']`,
    about: (profile, gap) => [
      'Validates UBL CrediteNote version 2.1',
      `Uses UBL CreditNote 2.1 XML Schema, ${gap}Schematron rules from EN16931:2017, ${andXRechnung(profile, gap)}`,
    ],
  }),
  cii: {
    title: 'CII',
    root: '{urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100}CrossIndustryInvoice',
    namespaces: { rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100', ram: RAM },
    bt24: [
      '{urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100}ExchangedDocumentContext',
      `{${RAM}}GuidelineSpecifiedDocumentContextParameter`,
      `{${RAM}}ID`,
    ],
    match: (bt24, profile) =>
      `/rsm:CrossIndustryInvoice[${profile === 'en16931' ? ' ' : ''}rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID/text() = '${bt24}']`,
    schema: {
      name: 'XML Schema for UN/CEFACT XML (SCRDM - CII uncoupled)',
      location: 'resources/cii/16b/xsd/CrossIndustryInvoice_100pD16B.xsd',
    },
    rules: 'CII',
    folder: 'resources/cii/16b',
    ownRules: () => 'Schematron rules for CIUS XRechnung (CII)',
    about: (profile, gap) => [
      `Validates UN/CEFACT XML (SCRDM - CII uncoupled) version${gap}D16B`,
      `Uses UN/CEFACT (SCRDM - CII uncoupled) version${gap}D16B XML Schema, Schematron rules from EN16931:2017,${gap}${
        profile === 'cvd'
          ? `XRechnung ${SPECIFICATION}, and XRechnung CVD 0.9 `
          : `and XRechnung Schematron rules version ${SPECIFICATION} `
      }`,
    ],
  },
} as const satisfies Record<string, SyntaxOfScenario>;

interface ScenarioRow {
  readonly syntax: keyof typeof SYNTAXES;
  readonly profile: Profile;
  /** Spaces at which a line of its description goes on. */
  readonly indent: 8 | 16;
  readonly levels?: Scenario['levels'];
}

const DIGA_CII = ['BR-CL-11', 'BR-CL-10', 'BR-CL-24', 'BR-CL-25', 'BR-CL-26'] as const;
const TERMS_CII = [
  ['CII-SR-452', 'error'],
  ['CII-SR-453', 'error'],
  ['CII-SR-454', 'error'],
] as const satisfies Scenario['levels'];
const UNITS = [
  ['BR-CL-23', 'warning'],
  ['BR-CL-21', 'warning'],
] as const satisfies Scenario['levels'];
const CVD_CODES = ['BR-CL-13', 'information'] as const;
const SUB_LINES = ['UBL-CR-646', 'error'] as const;
const remark = (code: string): readonly [string, Level] => [code, 'information'];

/** In the order of the configuration. UBL has no credit note of the extension. */
const ROWS: readonly ScenarioRow[] = [
  { syntax: 'invoice', profile: 'cius', indent: 16, levels: [...UNITS, SUB_LINES] },
  {
    syntax: 'invoice',
    profile: 'extension',
    indent: 8,
    levels: [
      remark('BR-CL-21'),
      UNITS[0],
      ...['BR-CL-24', 'BR-CL-10', 'BR-CL-11', 'BR-CL-25', 'BR-CL-26'].map(remark),
      ...['BR-CO-16', 'UBL-CR-470', 'UBL-CR-646'].map(remark),
    ],
  },
  { syntax: 'invoice', profile: 'cvd', indent: 8, levels: [CVD_CODES, ...UNITS, SUB_LINES] },
  { syntax: 'creditNote', profile: 'cius', indent: 16, levels: UNITS },
  { syntax: 'creditNote', profile: 'cvd', indent: 8, levels: [CVD_CODES, ...UNITS, SUB_LINES] },
  { syntax: 'cii', profile: 'cius', indent: 16, levels: [...UNITS, ...TERMS_CII] },
  {
    syntax: 'cii',
    profile: 'extension',
    indent: 8,
    levels: [UNITS[0], remark('BR-CL-21'), ...DIGA_CII.map(remark), ...TERMS_CII],
  },
  { syntax: 'cii', profile: 'cvd', indent: 8, levels: [CVD_CODES, ...UNITS, ...TERMS_CII] },
  { syntax: 'invoice', profile: 'en16931', indent: 16 },
  { syntax: 'creditNote', profile: 'en16931', indent: 16 },
  { syntax: 'cii', profile: 'en16931', indent: 16 },
];

/** The scenario of a document, undefined if the configuration has none for it. */
export function scenarioOf(document: Document): Scenario | undefined {
  const row = ROWS.find(({ syntax, profile }) => {
    const { root, bt24 } = SYNTAXES[syntax];
    const isBt24 = (node: Node): boolean =>
      syntax === 'invoice' && profile !== 'en16931'
        ? stringValue(document, node) === BT24[profile]
        : textNodes(document, node).includes(BT24[profile]);
    return childrenAt(document, [root, ...bt24]).some(isBt24);
  });
  return row && scenario(row);
}

function scenario({ syntax, profile, indent, levels = [] }: ScenarioRow): Scenario {
  const facts: SyntaxOfScenario = SYNTAXES[syntax];
  const { rules, folder } = facts;
  const steps = [
    facts.schema,
    {
      name: `Schematron rules for EN16931 (${rules})`,
      location: `${folder}/xsl/EN16931-${rules}-validation.xsl`,
    },
    ...(profile === 'en16931'
      ? []
      : [
          {
            name: facts.ownRules(profile),
            location: `resources/xrechnung/${SPECIFICATION}/xsl/XRechnung-${rules}-validation.xsl`,
          },
        ]),
  ];
  const name = `${TITLES[profile]} (${facts.title})`;
  const subject = profile === 'en16931' ? name : 'XRechnung';
  const report = { name: `Validation report for ${subject}`, location: 'resources/xrechnung-report.xsl' };
  // A line feed counts as a space.
  const gap = ' '.repeat(indent + 1);
  const markup = (packs: PacksOfReport): string =>
    element(
      's:scenario',
      {},
      element('s:name', {}, text(name)),
      element('s:description', {}, ...described(facts, profile, gap, packs).map(paragraph)),
      ...Object.entries({ ...facts.namespaces, rep: 'http://www.xoev.de/de/validator/varl/1' }).map(
        ([prefix, namespace]) => element('s:namespace', { prefix }, text(namespace)),
      ),
      element('s:match', {}, text(`exists(${facts.match(BT24[profile], profile)})`)),
      ...steps.map((step, at) =>
        element(at === 0 ? 's:validateWithXmlSchema' : 's:validateWithSchematron', {}, resource(step)),
      ),
      element(
        's:createReport',
        {},
        resource(report),
        ...levels.map(([code, level]) => element('s:customLevel', { level }, text(code))),
      ),
      element('s:acceptMatch', {}, '/rep:report/rep:assessment[1]/rep:accept[1]'),
    );
  return { name, steps, levels, markup };
}

export const resource = ({ name, location }: Resource): string =>
  element('s:resource', {}, element('s:name', {}, text(name)), element('s:location', {}, text(location)));

const paragraph = (sentence: string): string => element('s:p', {}, text(sentence));

/** What it does, and from where its files were taken. */
function described(
  { about, rules }: SyntaxOfScenario,
  profile: Profile,
  gap: string,
  { en16931, xrechnung, date }: PacksOfReport,
): readonly string[] {
  const download = (what: string, from: string): string => `Download of ${what} on ${date} from${gap}${from}`;
  const isCii = rules === 'CII';
  const cen = `https://github.com/ConnectingEurope/eInvoicing-EN16931/releases/download/validation-${en16931}/en16931-${rules.toLowerCase()}-${en16931}.zip`;
  const own = `xrechnung-${SPECIFICATION}-schematron`;
  return [
    ...about(profile, gap),
    download(isCii ? 'CII uncoupled XML Schema' : 'UBL XML Schema', isCii ? CII_SOURCE : UBL_SOURCE),
    download(`${rules} Schematron rules`, `${cen}${isCii ? ' ' : ''}`),
    ...(profile === 'en16931'
      ? []
      : [download('XRechnung Schematron rules', `${PACKAGES}/${own}/${xrechnung}/${own}-${xrechnung}.zip`)]),
  ];
}
