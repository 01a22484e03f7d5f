import { type OfficialSchemas, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import type { Engine, Named } from '../verdicts/compare.ts';
import { recordedCases } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { fatalIds, schemaFindings } from '../verdicts/readings.ts';
import { fileOf, type RulePair, rulePairs } from './rule-pairs.ts';

interface Written {
  readonly xml: string;
  readonly syntax: keyof OfficialSchemas;
}
interface Row {
  readonly of: string;
  /** The text that gives way, up to its first occurrence; `*` stands for the value. */
  readonly at: RegExp;
  readonly values: readonly string[];
  /** Changed first. */
  readonly given?: (xml: string) => string;
}

const DEADLINE_MS = 60_000;

/** Documents with a second currency. */
const CURRENCIES = [
  'xrechnung-testsuite/standard__02.01a-INVOICE_ubl.xml',
  'peppol-snippets/Snippet-full.xml',
  'cen-testfiles/BIS_Billing_30-Valutor_i_faktura.xml',
  'cen-examples-cii/CII_example5.xml',
  'peppol-unit-cii/peppol__PEPPOL-EN16931-R005__02.xml',
  'peppol-unit-ubl/peppol__PEPPOL-EN16931-R005__03.xml',
];

/** Values that a person reads as the same, or as none: each rule decides by their characters, and some published ones end. */
const ROWS: readonly Row[] = [
  {
    of: 'cius-ro/CII_example6.xml', // days of France
    at: /(?<=<ram:DueDateDateTime><udt:DateTimeString format="102">)[^<]*/,
    values: [
      ...['', ' ', 'VA', '2', '20240229', '20240231', '20241301', '20241332', '1999XX01', '202401', '20240101Z', ' 20240101'],
      ...['20２40101', '2024０101', '2024010１', '202401１1', '2024011１', '2024012２', '202413１１', '20２40229', '-1.0-101', '２0240101'],
    ], // prettier-ignore
  },
  {
    of: 'fr-ctc/v1.2__UC5_F202500007_00-INV_20250702_UBL.xml',
    at: /(?<=<cbc:IssueDate>)[^<]*/,
    values: [' ', '  ', '   ', '    ', '\n      ', '\t'].map((blanks) => `${blanks}2025-07-02`),
  },
  ...['v1.2__UC5_F202500007_00-INV_20250702_UBL', 'v1.3__UC5c_F202500012_00-INV_20250705_CII_EN16931'].map(
    (file) => ({
      of: `fr-ctc/${file}.xml`, // SIREN
      at: /(?<=(?:ID|CompanyID) schemeID="0002">)[^<]*/,
      values: ['100000009', '１00000009', '10000000９', '١٠٠٠٠٠٠٠٩', '𝟏00000009', '1 0000009', ' 100000009 ', '10000000'],
    }), // prettier-ignore
  ),
  {
    of: 'peppol-examples/base-example.xml', // Swedish numbers
    given: (xml) => xml.replace('<cbc:IdentificationCode>GB', '<cbc:IdentificationCode>SE'),
    at: /(?<=<cbc:CompanyID>)GB983294/,
    values: ['5561234567', '5561234566', '５561234567', '55612345６7', '556123456７', '5561234567１', '556', '5５', '+561234567'],
  }, // prettier-ignore
  ...['0211', '9906'].map((scheme) => ({
    of: 'peppol-examples/base-example.xml', // Italian numbers
    given: (xml: string) => xml.replace('EndpointID schemeID="0088"', `EndpointID schemeID="${scheme}"`),
    at: /9482348239847239874/,
    values: [
      'IT00743110157',
      'IT+0743110157',
      'IT-0743110157',
      'IT 0743110157',
      'it０0743110157',
      'IT0074311015+',
    ],
  })),
  ...CURRENCIES.map((of) => ({
    of,
    at: /(?<=:TaxCurrencyCode>)[^<]*/, // BT-6, which may not be BT-5
    values: ['EUR', 'SEK', 'NOK', 'GBP', 'DKK', 'eur', ' EUR', 'EUR\n', 'XXX'],
  })),
  ...['Issue', 'Due'].flatMap((name) =>
    [
      'peppol-examples/base-example.xml',
      'xrechnung-testsuite/standard__02.01a-INVOICE_ubl.xml',
      'fr-ctc/v1.2__UC5_F202500007_00-INV_20250702_UBL.xml',
    ].map((of) => ({
      of,
      at: new RegExp(`(?<=<cbc:${name}Date>)[^<]*`), // XML Schema 1.0, 3.2.9: with a time zone, a sign or more digits
      values: [
        '2025-07-02Z',
        '2025-07-02+02:00',
        '2025-07-02-14:00',
        '-2025-07-02',
        '12025-07-02',
        '2024-02-29',
      ],
    })),
  ),
  ...['SpecifiedLineTradeSettlement', 'CategoryTradeTax', 'ApplicableHeaderTradeSettlement'].map((group) => ({
    of: 'cen-examples-cii/CII_business_example_02.xml',
    at: new RegExp(`(?<=<ram:${group}>(?:(?!</ram:${group}>)[^])*?<ram:TypeCode>)VAT`),
    values: ['VAT', ' VAT', 'VAT\n', 'vat', ' vat ', 'V AT', '\u00a0VAT'],
  })),
];

function* written(): Generator<Named<Written>> {
  const schemas = officialSchemas();
  try {
    for (const { name, document } of recordedCases(({ case: file }) => ROWS.some(({ of }) => of === file)))
      for (const { at, values, given = (xml: string) => xml } of ROWS.filter(({ of }) => of === name)) {
        const syntax = document.verdict.syntax as Written['syntax'];
        const source = given(new TextDecoder().decode(document.bytes));
        if (!at.test(source)) throw new RangeError(`${name} has no ${String(at)}`);
        for (const value of values) {
          const xml = source.replace(at, value);
          if (schemaFindings(schemas[syntax].check(new TextEncoder().encode(xml))).length > 0) continue;
          yield { name: `${name} ${String(at)} ${JSON.stringify(value)}`, document: { xml, syntax } };
        }
      }
  } finally {
    Object.values(schemas).forEach((schema) => schema.dispose());
  }
}

const verdictsOf =
  (pairs: readonly RulePair[], side: 'published' | 'builtIn'): Engine<Written> =>
  async ({ xml, syntax }) => {
    const file = fileOf(new TextEncoder().encode(xml));
    const lines = [];
    for (const { name, [side]: rules } of pairs.filter(({ entry }) => entry.syntaxes.includes(syntax)))
      lines.push(...fatalIds(await rules.run(file, DEADLINE_MS)).map((id) => `${name} ${id}`));
    return lines.toSorted();
  };

describeByReference('the rules written here, on values in odd characters', () =>
  itAgrees(
    'end as the published ones do, by the same fatal rules or without a verdict',
    { compared: 140, findings: 40 },
    async () => {
      const pairs = await rulePairs();
      return {
        corpus: written(),
        engines: { 'rules written here': verdictsOf(pairs, 'builtIn') },
        judge: verdictsOf(pairs, 'published'),
      };
    },
  ),
);
