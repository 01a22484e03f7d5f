import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { XsdSchema } from 'en16931-rules/xsd.ts';
import { parsed } from '../../domain/parsed.ts';
import { EXPECTED, type Expected } from '../../expected/expected.ts';
import { publishedRules, type RuledSyntax } from '../../support/built-in-rules.ts';
import { type Judge, judgeOf } from '../../support/compiled-pack.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { firedBy, publishedFacturx } from '../../support/facturx-packs.ts';
import { fa3Schema, officialD22b, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { textOf } from '../../support/text-of.ts';
import type { Engine, Exception, Named } from '../verdicts/compare.ts';
import { accepts } from '../verdicts/engines.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { schemaFindings } from '../verdicts/readings.ts';

/** The BT-24 of EN 16931, and that of the rules of EXTENDED-CTC-FR. */
const PLAIN = 'urn:cen.eu:en16931:2017';
const EXTENDED = `${PLAIN}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`;

/** Warnings that are expected. */
const EXPECTED_WARNINGS: readonly Exception[] = [
  {
    difference: /^-FACTUR-X EN 16931: PEPPOL-EN16931-R008$/,
    cause:
      'the schema of CII demands ApplicableHeaderTradeDelivery, and an invoice without a delivery leaves it empty',
  },
  {
    difference: /^-EXTENDED-CTC-FR: BR-F(R|X)EXT-E-08rev$/,
    cause:
      'it reads the reason of the exemption on the line, which is a term of the next EN 16931; the similar BR-F(R|X)EXT-E-08 passes',
  },
];

const of = (route: Expected['route']): readonly Expected[] => EXPECTED.filter((one) => one.route === route);

/** Documents as built, and as stored if those differ. */
async function* documents(
  route: Expected['route'],
  format: Format,
  stored: 'and stored' | 'only built',
): AsyncGenerator<Named<string>> {
  for (const one of of(route)) {
    const made = await DOCUMENTS.build(parsed(one.document), route, format);
    assert.ok(made.ok, JSON.stringify(made));
    const texts = [
      textOf(made.document),
      ...(stored === 'and stored' ? [readFileSync(one.xmlFile, 'utf8')] : []),
    ];
    for (const xml of new Set(texts)) yield { name: basename(one.xmlFile), document: xml };
  }
}

/** Findings of every severity, each after the name of its pack; a run that ends with an error is one finding. */
type Rules = readonly (readonly [name: string, check: (xml: string) => Promise<readonly string[]>])[];

const bytesOf = (xml: string): Uint8Array => new TextEncoder().encode(xml);

const extendedRules = (syntax: RuledSyntax): Promise<Judge> =>
  judgeOf(`EXTENDED-CTC-FR ${syntax}`, () => {
    const folder = syntax.toUpperCase();
    const entry = `EXTENDED-CTC-FR-${folder}.sch`;
    const path = join(REFERENCE_DATA, 'official-2026-11/fr-ctc-1.4.0.04', folder, entry);
    return { entry, files: new Map([[entry, new Uint8Array(readFileSync(path))]]) };
  });

async function frenchRules(syntax: RuledSyntax): Promise<Rules> {
  const published = await publishedRules(syntax, ['en16931', 'fr-ctc']);
  const extended = await extendedRules(syntax);
  return [
    ['EN 16931', async (xml) => firedBy(await published.run('en16931', bytesOf(xml)))],
    ['BR-FR', async (xml) => firedBy(await published.run('fr-ctc', bytesOf(xml)))],
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

/** The schema, then the rules. */
const published =
  (schemaOf: (xml: string) => XsdSchema, rules: Rules = []): Engine<string> =>
  async (xml) => {
    const found = [...schemaFindings(schemaOf(xml).check(bytesOf(xml)))];
    for (const [pack, check] of rules) found.push(...(await check(xml)).map((rule) => `${pack}: ${rule}`));
    return found;
  };

const engines = { 'the builder': accepts };

/** UBL of France. */
async function frenchUbl(): Promise<Engine<string>> {
  const schemas = officialSchemas();
  const schemaOf = (xml: string) => schemas[xml.includes('<CreditNote') ? 'ubl-creditnote' : 'ubl-invoice'];
  return published(schemaOf, await frenchRules('ubl'));
}

function polish(): Engine<string> {
  const schema = fa3Schema();
  return published(() => schema);
}

describeByReference('expected documents under the published packs', () => {
  itAgrees(
    'sixty of Poland are valid under the schema of FA(3), as stored and as built',
    { compared: 60 },
    () => ({
      corpus: documents('PL-KSEF', 'fa3', 'and stored'),
      engines,
      judge: polish(),
    }),
  );

  itAgrees('twenty of France in UBL have no finding, as stored and as built', { compared: 20 }, async () => ({
    corpus: documents('FR-PA', 'ubl', 'and stored'),
    engines,
    judge: await frenchUbl(),
    exceptions: EXPECTED_WARNINGS,
  }));

  for (const format of ['cii', 'facturx'] as const)
    itAgrees(`twenty of France in CII have no finding as built: ${format}`, { compared: 20 }, async () => {
      const [schema, facturx] = [officialD22b(), await publishedFacturx('en16931')];
      const more: Rules = [['FACTUR-X EN 16931', async (xml) => firedBy(await facturx(xml))]];
      const rules = [...(await frenchRules('cii')), ...(format === 'facturx' ? more : [])];
      return {
        corpus: documents('FR-PA', format, 'only built'),
        engines,
        judge: published(() => schema, rules),
        exceptions: EXPECTED_WARNINGS,
      };
    });

  it('a wrong document has findings', async function () {
    for await (const { document } of documents('FR-PA', 'ubl', 'only built')) {
      const found = await (await frenchUbl())(document.replace('<cbc:ProfileID>M1<', '<cbc:ProfileID>Z9<'));
      assert.ok(
        found?.some((one) => one.startsWith('BR-FR: BR-FR-08')),
        found?.join('\n'),
      );
      break;
    }
    const [first] = of('PL-KSEF');
    const broken = readFileSync(first!.xmlFile, 'utf8').replace('<P_15>', '<P_15>x');
    assert.notDeepEqual(await polish()(broken), []);
  });
});
