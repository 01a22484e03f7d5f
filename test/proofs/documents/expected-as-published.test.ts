import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Format } from '../../../src/domain/vocabulary/formats.ts';
import type { XsdSchema } from '../../../validators/xsd.ts';
import { parsed } from '../../domain/parsed.ts';
import { EXPECTED, type Expected } from '../../expected/expected.ts';
import { publishedRules, type RuledSyntax } from '../../support/built-in-rules.ts';
import { type Judge, judgeOf } from '../../support/compiled-pack.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { firedBy, publishedFacturx } from '../../support/facturx-packs.ts';
import { fa3Schema, officialD22b, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { textOf } from '../../support/text-of.ts';

/** Compiling the rules is included. */
const LONG_MS = 15 * 60_000;

/** The BT-24 of EN 16931, and that of the rules of EXTENDED-CTC-FR. */
const PLAIN = 'urn:cen.eu:en16931:2017';
const EXTENDED = `${PLAIN}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`;

/** Warnings that are expected, each with the reason. */
const EXPECTED_WARNINGS: readonly { readonly rule: RegExp; readonly because: string }[] = [
  {
    rule: /^FACTUR-X EN 16931: PEPPOL-EN16931-R008$/,
    because:
      'the schema of CII demands ApplicableHeaderTradeDelivery, and an invoice without a delivery leaves it empty',
  },
  {
    rule: /^EXTENDED-CTC-FR: BR-F(R|X)EXT-E-08rev$/,
    because:
      'it reads the reason of the exemption on the line, which is a term of the next EN 16931; the similar BR-F(R|X)EXT-E-08 passes',
  },
];

const of = (route: Expected['route']): readonly Expected[] => EXPECTED.filter((one) => one.route === route);

async function built({ document, route }: Expected, format: Format): Promise<string> {
  const made = await DOCUMENTS.build(parsed(document), route, format);
  assert.ok(made.ok, JSON.stringify(made));
  return textOf(made.document);
}

/** Findings of every severity, as `rule: test`; a run that ends with an error is one finding. */
type Rules = readonly (readonly [name: string, check: (xml: string) => Promise<readonly string[]>])[];

const extendedRules = (syntax: RuledSyntax): Promise<Judge> =>
  judgeOf(`EXTENDED-CTC-FR ${syntax}`, () => {
    const folder = syntax.toUpperCase();
    const entry = `EXTENDED-CTC-FR-${folder}.sch`;
    const path = join(REFERENCE_DATA, 'official/fr-ctc-1.4.0.03', folder, entry);
    return { entry, files: new Map([[entry, new Uint8Array(readFileSync(path))]]) };
  });

async function frenchRules(syntax: RuledSyntax): Promise<Rules> {
  const published = await publishedRules(syntax, ['en16931', 'fr-ctc']);
  const extended = await extendedRules(syntax);
  const bytes = (xml: string): Uint8Array => new TextEncoder().encode(xml);
  return [
    ['EN 16931', async (xml) => firedBy(await published.run('en16931', bytes(xml)))],
    ['BR-FR', async (xml) => firedBy(await published.run('fr-ctc', bytes(xml)))],
    [
      'EXTENDED-CTC-FR',
      async (xml) => {
        const named = xml.replace(`>${PLAIN}<`, `>${EXTENDED}<`);
        assert.notEqual(named, xml);
        return firedBy(await extended(named));
      },
    ],
  ];
}

const schemaFindings = (schema: XsdSchema, xml: string): readonly unknown[] => {
  const checked = schema.check(new TextEncoder().encode(xml));
  return checked.kind === 'verdict' ? checked.findings : [checked];
};

async function reportedBy(rules: Rules, name: string, xml: string): Promise<readonly string[]> {
  const reported: string[] = [];
  for (const [pack, check] of rules) reported.push(...(await check(xml)).map((rule) => `${pack}: ${rule}`));
  return reported
    .filter((one) => !EXPECTED_WARNINGS.some(({ rule }) => rule.test(one)))
    .map((one) => `${name}, ${one}`);
}

describeByReference('expected documents under the published packs', () => {
  it('sixty of Poland are valid under the schema of FA(3), as stored and as built', async function () {
    this.timeout(LONG_MS);
    const schema = fa3Schema();
    const reported: unknown[] = [];
    for (const one of of('PL-KSEF')) {
      const stored = readFileSync(one.xmlFile, 'utf8');
      const texts = new Set([stored, await built(one, 'fa3')]);
      for (const xml of texts)
        reported.push(...schemaFindings(schema, xml).map((finding) => [basename(one.xmlFile), finding]));
    }
    schema.dispose();
    assert.deepEqual([of('PL-KSEF').length, reported], [60, []]);
  });

  it('twenty of France in UBL have no finding, as stored and as built', async function () {
    this.timeout(LONG_MS);
    const schemas = officialSchemas();
    const rules = await frenchRules('ubl');
    const reported: unknown[] = [];
    for (const one of of('FR-PA'))
      for (const xml of new Set([readFileSync(one.xmlFile, 'utf8'), await built(one, 'ubl')])) {
        const schema = schemas[xml.includes('<CreditNote') ? 'ubl-creditnote' : 'ubl-invoice'];
        reported.push(...schemaFindings(schema, xml), ...(await reportedBy(rules, one.name, xml)));
      }
    Object.values(schemas).forEach((schema) => schema.dispose());
    assert.deepEqual([of('FR-PA').length, reported], [20, []]);
  });

  for (const format of ['cii', 'facturx'] as const)
    it(`twenty of France in CII have no finding as built: ${format}`, async function () {
      this.timeout(LONG_MS);
      const schema = officialD22b();
      const facturx = await publishedFacturx('en16931');
      const rules: Rules = [
        ...(await frenchRules('cii')),
        ...(format === 'facturx'
          ? ([['FACTUR-X EN 16931', async (xml: string) => firedBy(await facturx(xml))]] as const)
          : []),
      ];
      const reported: unknown[] = [];
      for (const one of of('FR-PA')) {
        const xml = await built(one, format);
        reported.push(...schemaFindings(schema, xml), ...(await reportedBy(rules, one.name, xml)));
      }
      schema.dispose();
      assert.deepEqual(reported, []);
    });

  it('a wrong document has findings', async function () {
    this.timeout(LONG_MS);
    const [french] = of('FR-PA');
    const xml = (await built(french!, 'ubl')).replace('<cbc:ProfileID>M1<', '<cbc:ProfileID>Z9<');
    const reported = await reportedBy(await frenchRules('ubl'), 'broken', xml);
    assert.ok(
      reported.some((one) => one.startsWith('broken, BR-FR: BR-FR-08')),
      reported.join('\n'),
    );
    const schema = fa3Schema();
    const [polish] = of('PL-KSEF');
    const broken = readFileSync(polish!.xmlFile, 'utf8').replace('<P_15>', '<P_15>x');
    assert.notDeepEqual(schemaFindings(schema, broken), []);
    schema.dispose();
  });
});
