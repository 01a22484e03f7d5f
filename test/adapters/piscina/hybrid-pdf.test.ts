import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { PoolValidator } from '../../../src/adapters/piscina/pool-validator.ts';
import { ExamineDocument } from '../../../src/application/checking/examine-document.ts';
import { factForms } from '../../../src/domain/documents/document-facts.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { builtThread } from '../../support/built.ts';
import { DOCUMENTS, SYNTAXES } from '../../support/documents.ts';
import { SEVERAL_SELLERS } from '../../domain/extended-sample.ts';
import { parsed } from '../../domain/parsed.ts';
import { emptyFolder } from '../../support/folder.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';
import { hybridDraft, PARTS } from '../../support/pdf/hybrid.ts';
import { HYBRID_LINES, HYBRID_XML, invoiceXml } from '../../support/pdf/invoice-xml.ts';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const access = { client: 'acme', whenBusy: 'wait' } as const;

/** The real packs and threads, called as intake and worker call them. */
describe('a hybrid PDF that is examined', () => {
  const folder = emptyFolder();
  let pool: PoolValidator;
  let examine: ExamineDocument;
  before(() => {
    copyPreparedPacks(folder.path);
    const settings = {
      environment: 'sandbox',
      ruleEngine: 'compiled',
      xsdEngine: DEFAULT_XSD_ENGINE,
      crossCheck: 0,
      poolThreads: 1,
      poolQueue: 0,
    } as const;
    const rules = new RulesFolder(folder.path);
    const world = { clock: new FakeClock(), log: silent, telemetry: new FakeTelemetry(), rules };
    pool = new PoolValidator(
      settings,
      { ...world, forms: factForms(SYNTAXES) },
      { ...builtThread('src/adapters/piscina/check-entry.cts'), time: NO_LIMITS },
    );
    const catalogue = { find: () => undefined };
    examine = new ExamineDocument({
      ...({} as ConstructorParameters<typeof ExamineDocument>[0]),
      documents: DOCUMENTS,
      validator: pool,
      reader: pool,
      catalogue,
      environment: 'sandbox',
      telemetry: new FakeTelemetry(),
    });
  });
  after(async () => {
    await pool.close();
    folder.remove();
  });

  const examined = (bytes: Uint8Array, route: Route = 'DE-XRECHNUNG') =>
    examine.run({ route, source: { form: 'file', bytes, access } } as never, access);
  /** Codes with their messages, which end with their hints. */
  const warned = async (bytes: Uint8Array, of: string) =>
    (await examined(bytes, 'FR-PA')).layers
      .filter(({ layer }) => layer === of)
      .flatMap(({ findings }) => findings.map(({ code, message }) => `${code} ${english(message)}`));
  const layersOf = ({ layers }: Awaited<ReturnType<typeof examined>>): string =>
    layers.map(({ layer, outcome, advisory }) => `${advisory ? `(${layer})` : layer} ${outcome}`).join(', ');
  const good = (specification?: string, level?: string, relationship?: string) =>
    hybridDraft({
      xml: specification === undefined ? HYBRID_XML : invoiceXml({ specification }),
      lines: HYBRID_LINES,
      ...(level !== undefined && { level }),
      ...(relationship !== undefined && { relationship }),
    });

  it('for Germany passes the layers of its invoice, then the layer of the PDF', async () => {
    const seen = await examined(good().build());
    assert.equal(
      layersOf(seen),
      'xml-safety valid, xsd valid, en16931 valid, (xrechnung) valid, facturx valid, pdf valid',
    );
    const { document } = seen;
    assert.deepEqual(
      [document?.kind, document?.mediaType, document?.number, document?.embedded?.filename],
      ['pdf', 'application/pdf', 'R-2026-17', 'factur-x.xml'],
    );
    assert.equal(document?.embedded?.size, Buffer.byteLength(HYBRID_XML));
  });

  it('for France is checked with the rules of France as well', async () => {
    const seen = await examined(good().build(), 'FR-PA');
    assert.equal(
      layersOf(seen),
      'xml-safety valid, xsd valid, en16931 valid, fr-ctc invalid, facturx valid, pdf invalid',
    );
    const pdf = seen.layers.at(-1)!;
    assert.deepEqual(
      pdf.findings.map(({ code }) => code),
      ['EI-PDF-14'],
    );
  });

  it('has a warning about the element that CII requires, of which nothing is to be done', async () => {
    const without = HYBRID_XML.replace(
      /<ram:ApplicableHeaderTradeDelivery>.*?<\/ram:ApplicableHeaderTradeDelivery>/su,
      '<ram:ApplicableHeaderTradeDelivery/>',
    );
    const pdf = hybridDraft({ xml: without, lines: HYBRID_LINES }).build();
    const [warning, ...others] = await warned(pdf, 'facturx');
    assert.match(
      warning!,
      /^PEPPOL-EN16931-R008 .*Do nothing about ram:ApplicableHeaderTradeDelivery: the schema/,
    );
    assert.deepEqual(others, []);
  });

  it('of several sellers has warnings about the reasons of its breakdowns, of which nothing is to be done', async () => {
    const built = await DOCUMENTS.build(parsed(SEVERAL_SELLERS), 'FR-PA', 'cii');
    assert.ok(built.ok);
    const warnings = await warned(built.document.bytes, 'fr-extended');
    assert.equal(warnings.length, 2);
    for (const warning of warnings)
      assert.match(warning, /^BR-FXEXT-S-08ini .* Nothing, if another breakdown .* has another reason/);
  });

  for (const [what, xml, code] of [
    ['its schema', HYBRID_XML.replace('<ram:ID>R-', '<ram:Name/><ram:Name/><ram:ID>R-'), 'EI-PDF-13'],
    ['a rule', HYBRID_XML.replace('<ram:CountryID>DE', '<ram:CountryID>XX'), 'EI-PDF-14'],
  ] as const)
    it(`whose invoice breaks ${what} has ${code} and nothing else in the layer of the PDF`, async () => {
      const { layers } = await examined(hybridDraft({ xml, lines: HYBRID_LINES }).build());
      assert.deepEqual(
        layers.at(-1)!.findings.map((finding) => finding.code),
        [code],
        JSON.stringify(layers),
      );
    });

  it('of level BASIC, under its German name, is checked with the rules of that level', async () => {
    const basic = 'urn:cen.eu:en16931:2017#compliant#urn:zugferd.de:2p0:basic';
    const seen = await examined(good(basic, 'BASIC').build());
    assert.match(layersOf(seen), /facturx valid, pdf valid$/, JSON.stringify(seen.layers, undefined, 1));
  });

  for (const name of ['factur-x.eu:1p0', 'zugferd.de:2p0'])
    it(`of level EXTENDED (${name}) is checked with the rules of that level`, async () => {
      const seen = await examined(
        good(`urn:cen.eu:en16931:2017#conformant#urn:${name}:extended`, 'EXTENDED').build(),
      );
      assert.match(
        layersOf(seen),
        /xsd valid, .*facturx valid, pdf valid$/,
        JSON.stringify(seen.layers, undefined, 1),
      );
      assert.equal(seen.layers.find(({ layer }) => layer === 'en16931')?.advisory, true);
    });

  for (const [route, level, specification, words] of [
    ['DE-XRECHNUNG', 'MINIMUM', 'urn:factur-x.eu:1p0:minimum', /level MINIMUM/],
    ['DE-XRECHNUNG', 'BASIC WL', 'urn:factur-x.eu:1p0:basicwl', /level BASIC WL/],
    ['FR-PA', 'MINIMUM', 'urn:zugferd.de:2p0:minimum', /level MINIMUM/],
    ['PEPPOL', 'EN 16931', undefined, /PEPPOL accepts UBL or CII/],
  ] as const)
    it(`of level ${level} is not accepted by ${route}`, async () => {
      const { layers } = await examined(good(specification, level, 'Data').build(), route);
      const [{ findings } = assert.fail('no layer')] = layers;
      assert.deepEqual([layers.length, findings[0]?.code], [1, 'EI-XML-TYPE']);
      assert.match(english(findings[0]!.message), words);
    });

  const inside = (xml: string) => hybridDraft({ xml, lines: HYBRID_LINES }).build();
  for (const [it_, bytes, code] of [
    [
      'without an attachment',
      good()
        .edit(PARTS.catalog, / \/Names << .* >> >> \/AF \[.*\]/, '')
        .build(),
      'EI-PDF-9',
    ],
    ['with a text that is not XML', inside('no invoice'), 'EI-XML-SYNTAX'],
    ['with a document type', inside('<!DOCTYPE a><a/>'), 'EI-XML-DTD'],
    ['with another document', inside('<order/>'), 'EI-XML-TYPE'],
    [
      'with UBL in it',
      inside('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>'),
      'EI-XML-TYPE',
    ],
    ['that was cut off', good().build().subarray(0, 400), 'EI-PDF-1'],
  ] as const)
    it(`${it_} is refused while its caller waits`, async () => {
      const { findings } = await examine.atOnce({
        route: 'DE-XRECHNUNG',
        source: { form: 'file', bytes, access },
      } as never);
      assert.deepEqual(
        findings.map((finding) => [finding.code, finding.severity]),
        [[code, 'error']],
        JSON.stringify(findings),
      );
    });
});
