import { isoOf } from '../../engine/load/stylesheet/forms.ts';
import { listedPacks } from 'en16931-rules/packs/install/sources.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

interface Rules {
  readonly namespace: string;
  /** Before the root, where publishers name the release. */
  readonly comment?: string;
  readonly title?: string;
  /** True for every document. */
  readonly kept: readonly string[];
  /** True for none. */
  readonly broken: readonly string[];
  readonly include?: string;
  /** A list of codes that its rules read. */
  readonly list?: string;
}

/** A rule file in the form of a publisher; the messages of its rules are their ids. */
const rules = ({ namespace, comment = '', title = '', kept, broken, include, list }: Rules): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!--${comment}-->
<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><title>${title}</title><ns prefix="d" uri="${namespace}"/>
${include === undefined ? '' : `<include href="${include}"/>`}${list === undefined ? '' : `<let name="codes" value="document('${list}')"/>`}<pattern><rule context="/*">
${kept.map((id) => `<assert id="${id}" flag="fatal" test="true()">kept</assert>`).join('')}
${broken.map((id) => `<assert ${id === 'a rule without id' ? '' : `id="${id}" `}flag="fatal" test="false()">[${id}] broken</assert>`).join('')}
</rule></pattern></schema>`;

/** The reports of the listed release on our documents. */
const reportedBefore = (pack: string, path: string): readonly string[] =>
  listedPacks()
    .find((each) => each.pack.id === pack)
    ?.pack.entries.find((entry) => entry.path === path)?.selfTest?.fires ?? [];

/** The same release as stylesheets of the ISO skeleton. */
export function compiled(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      const test = /<assert id="([^"]*)" flag="([^"]*)" test="([^"]*)">([^<]*)</g;
      const tests = [...text.matchAll(test)].map(([, id = '', flag = '', condition = '', says = '']) => ({ kind: 'assert' as const, id, flag, test: condition, text: says })); // prettier-ignore
      const [comment = ''] = /<!--.*-->/.exec(text) ?? [];
      const uri = /uri="([^"]*)"/.exec(text)?.[1] ?? '';
      const written = isoOf({ patterns: [{ id: 'p', rules: [{ context: '/*', tests }] }] });
      return [path.replace(/\.sch$/, '.xslt'), comment + written.replaceAll('urn:a', uri)];
    }),
  );
}

const EN_UBL = 'EN16931-UBL-validation-preprocessed.sch';
const EN_CII = 'EN16931-CII-validation-preprocessed.sch';
const said = (version: string, day = '2026-11-02') => `Schematron version ${version} - Last update: ${day}`;

/** @param ubl the reports of its rules for UBL on every document. */
export const en16931 = (
  version = '1.3.17',
  { ubl = reportedBefore('en16931', EN_UBL), ofCii = version, day = '2026-11-02' } = {},
): Readonly<Record<string, string>> => ({
  'ubl/rules for ubl.sch': rules({
    namespace: UBL,
    comment: said(version, day),
    kept: ['BR-01', 'BR-CO-10', 'UBL-SR-01'].filter((id) => !ubl.includes(id)),
    broken: ubl,
  }),
  'cii/other.sch': rules({
    namespace: CII,
    comment: said(ofCii, day),
    kept: ['BR-01', 'CII-SR-001'],
    broken: reportedBefore('en16931', EN_CII),
  }),
});

export const xrechnung = (standard: string): Readonly<Record<string, string>> => ({
  'common.sch': `<pattern xmlns="http://purl.oclc.org/dsdl/schematron"><let name="XR-MAJOR-MINOR-VERSION" value="'${standard}'"/>
<let name="CVD-MAJOR-MINOR-VERSION" value="'0.9'"/></pattern>`,
  ...Object.fromEntries(
    (
      [
        ['ubl', UBL, 'UBL'],
        ['cii', CII, 'CII'],
      ] as const
    ).map(([folder, namespace, name]) => [
      `${folder}/a.sch`,
      rules({
        namespace,
        title: `Schematron Version 2.9.0 - XRechnung ${standard}.0 compatible - ${name}`,
        kept: ['BR-DE-1'],
        broken: reportedBefore('xrechnung', `${folder}/XRechnung-${name}-validation.sch`),
        include: '../common.sch',
      }),
    ]),
  ),
});

const RAM = 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100';
const schemaOf = (namespace: string, content: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}" elementFormDefault="qualified">${content}</xs:schema>`;

/** How each publisher of Factur-X names the parts of a level. */
export const FACTURX_NAMES = {
  'the publisher of the list': (level: string, part: string) => `FACTUR-X_${level}_urn_un_unece_uncefact_data_standard_${part}`, // prettier-ignore
  'a version in the names': (level: string, part: string) => `Factur-X_1.10_${level.replace('-', '')}_urn_un_unece_uncefact_data_standard_${part}`, // prettier-ignore
  'short names': (level: string, part: string) => `FACTUR-X_${level}_${part}`,
} as const;

/** @param nameOf a part of a level. */
export function facturx(
  nameOf: (level: string, part: string) => string,
  head: string,
): Readonly<Record<string, string>> {
  const levels = ['MINIMUM', 'BASIC-WL', 'BASIC', 'EN16931', 'EXTENDED'];
  return Object.fromEntries(
    levels.flatMap((level) => {
      const [part, list] = [
        nameOf(level, 'ReusableAggregateBusinessInformationEntity_100.xsd'),
        `FACTUR-X_${level}_codedb.xml`,
      ];
      const own = level.replace('-', '').toLowerCase();
      return [
        [`${own}/whole.xsd`, schemaOf(CII, `<xs:import namespace="${RAM}" schemaLocation="${part}"/><xs:element name="CrossIndustryInvoice"><xs:complexType><xs:sequence><xs:any namespace="##targetNamespace" processContents="skip" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`)], // prettier-ignore
        [`${own}/${part}`, schemaOf(RAM, '<xs:element name="ID"/>')],
        [`${own}/${list}`, '<codes/>'],
        [`${own}/rules.sch`, rules({ namespace: CII, comment: head, kept: [], broken: reportedBefore('facturx', `${own}/FACTUR-X_${level}.sch`), list })], // prettier-ignore
      ] as const;
    }),
  );
}

export const frCtc = (head: (name: string) => string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    (['UBL', 'CII'] as const).flatMap((syntax) =>
      ['BR-FR-Flux2-Schematron', 'EXTENDED-CTC-FR'].map((name) => {
        const file = `${name}-${syntax}`;
        const broken = reportedBefore('fr-ctc', `${syntax}/${file}.sch`);
        const mark = name.startsWith('BR') ? 'BR-FR-05_x' : 'BR-FREXT-x';
        const namespace = syntax === 'UBL' ? UBL : CII;
        return [`${file}.sch`, rules({ namespace, comment: head(file), kept: [mark], broken })] as const;
      }),
    ),
  ),
  'd22b.xsd': schemaOf(CII, '<xs:element name="CrossIndustryInvoice"><xs:complexType><xs:sequence><xs:any namespace="##targetNamespace" processContents="skip" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>').replace('<xs:schema', '<xs:schema version="100.D22B"'), // prettier-ignore
});
