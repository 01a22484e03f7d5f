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
}

/** A rule file in the form of a publisher; the messages of its rules are their ids. */
const rules = ({ namespace, comment = '', title = '', kept, broken, include }: Rules): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!--${comment}-->
<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><title>${title}</title><ns prefix="d" uri="${namespace}"/>
${include === undefined ? '' : `<include href="${include}"/>`}<pattern><rule context="/*">
${kept.map((id) => `<assert id="${id}" flag="fatal" test="true()">kept</assert>`).join('')}
${broken.map((id) => `<assert id="${id}" flag="fatal" test="false()">[${id}] broken</assert>`).join('')}
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
