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

/** The rules are compiled first. */
const LONG_MS = 15 * 60_000;

/** BT-24 that names EN 16931, and the one under which the rules of EXTENDED-CTC-FR apply. */
const PLAIN = 'urn:cen.eu:en16931:2017';
const EXTENDED = `${PLAIN}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`;

/** Warnings that are told, and why nothing follows from them. */
const TOLD: readonly { readonly rule: RegExp; readonly because: string }[] = [
  {
    rule: /^FACTUR-X EN 16931: PEPPOL-EN16931-R008$/,
    because:
      'the schema of CII demands ApplicableHeaderTradeDelivery, and an invoice without a delivery leaves it empty',
  },
  {
    rule: /^EXTENDED-CTC-FR: BR-F(R|X)EXT-E-08rev$/,
    because:
      'it looks for the reason of the exemption on the line, which is a term of the next EN 16931; its sister BR-F(R|X)EXT-E-08 holds',
  },
];

const of = (route: Expected['route']): readonly Expected[] => EXPECTED.filter((one) => one.route === route);

async function built({ document, route }: Expected, format: Format): Promise<string> {
  const made = await DOCUMENTS.build(parsed(document), route, format);
  assert.ok(made.ok, JSON.stringify(made));
  return textOf(made.document);
}

/** Findings of every weight, as `rule: test`; one that ends with an error is one. */
type Rules = readonly (readonly [name: string, says: (xml: string) => Promise<readonly string[]>])[];

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

const schemaSays = (schema: XsdSchema, xml: string): readonly unknown[] => {
  const checked = schema.check(new TextEncoder().encode(xml));
  return checked.kind === 'verdict' ? checked.findings : [checked];
};

async function saidBy(rules: Rules, name: string, xml: string): Promise<readonly string[]> {
  const said: string[] = [];
  for (const [pack, says] of rules) said.push(...(await says(xml)).map((rule) => `${pack}: ${rule}`));
  return said.filter((one) => !TOLD.some(({ rule }) => rule.test(one))).map((one) => `${name}, ${one}`);
}

describeByReference('the expected documents, judged by the published packs without a finding', () => {
  it('sixty of Poland under the schema of FA(3), as they lie here and as they are built', async function () {
    this.timeout(LONG_MS);
    const schema = fa3Schema();
    const said: unknown[] = [];
    for (const one of of('PL-KSEF')) {
      const lies = readFileSync(one.xmlFile, 'utf8');
      const texts = new Set([lies, await built(one, 'fa3')]);
      for (const xml of texts)
        said.push(...schemaSays(schema, xml).map((finding) => [basename(one.xmlFile), finding]));
    }
    schema.dispose();
    assert.deepEqual([of('PL-KSEF').length, said], [60, []]);
  });

  it('twenty of France in UBL, as they lie here and as they are built', async function () {
    this.timeout(LONG_MS);
    const schemas = officialSchemas();
    const rules = await frenchRules('ubl');
    const said: unknown[] = [];
    for (const one of of('FR-PA'))
      for (const xml of new Set([readFileSync(one.xmlFile, 'utf8'), await built(one, 'ubl')])) {
        const schema = schemas[xml.includes('<CreditNote') ? 'ubl-creditnote' : 'ubl-invoice'];
        said.push(...schemaSays(schema, xml), ...(await saidBy(rules, one.name, xml)));
      }
    Object.values(schemas).forEach((schema) => schema.dispose());
    assert.deepEqual([of('FR-PA').length, said], [20, []]);
  });

  for (const format of ['cii', 'facturx'] as const)
    it(`twenty of France in CII, as they are built: ${format}`, async function () {
      this.timeout(LONG_MS);
      const schema = officialD22b();
      const facturx = await publishedFacturx('en16931');
      const rules: Rules = [
        ...(await frenchRules('cii')),
        ...(format === 'facturx'
          ? ([['FACTUR-X EN 16931', async (xml: string) => firedBy(await facturx(xml))]] as const)
          : []),
      ];
      const said: unknown[] = [];
      for (const one of of('FR-PA')) {
        const xml = await built(one, format);
        said.push(...schemaSays(schema, xml), ...(await saidBy(rules, one.name, xml)));
      }
      schema.dispose();
      assert.deepEqual(said, []);
    });

  it('and they see what is wrong', async function () {
    this.timeout(LONG_MS);
    const [french] = of('FR-PA');
    const xml = (await built(french!, 'ubl')).replace('<cbc:ProfileID>M1<', '<cbc:ProfileID>Z9<');
    const said = await saidBy(await frenchRules('ubl'), 'broken', xml);
    assert.ok(
      said.some((one) => one.startsWith('broken, BR-FR: BR-FR-08')),
      said.join('\n'),
    );
    const schema = fa3Schema();
    const [polish] = of('PL-KSEF');
    const broken = readFileSync(polish!.xmlFile, 'utf8').replace('<P_15>', '<P_15>x');
    assert.notDeepEqual(schemaSays(schema, broken), []);
    schema.dispose();
  });
});
