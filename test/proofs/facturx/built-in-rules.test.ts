import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { levelOf } from 'en16931-rules/vocabulary/facturx.ts';
import type { XsdSchema } from 'en16931-rules/xsd.ts';
import type { Judge } from '../../support/compiled-pack.ts';
import {
  builtInFacturx,
  FACTURX_LEVEL_PACKS,
  type FacturxPack,
  firedBy,
  publishedFacturx,
  refuses,
} from '../../support/facturx-packs.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import type { Engine, Named } from '../verdicts/compare.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { schemaFindings } from '../verdicts/readings.ts';
import { editedTexts } from '../engines/text-edits.ts';
import { SEED } from '../seed.ts';
import { Draw } from '../../../scripts/bench/random.ts';
import { Draws } from './draws.ts';
import { builtInSchemaOf, publishedSchemaOf } from './level-schema.ts';
import { changed } from './xml-changes.ts';

const LEVEL_NAMES: Readonly<Record<FacturxPack, string>> = {
  minimum: 'MINIMUM',
  basicwl: 'BASIC WL',
  basic: 'BASIC',
  en16931: 'EN 16931',
  extended: 'EXTENDED',
};
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 800);

/** Whether the rules refuse, and the ids of every severity. */
const ruledBy =
  (judge: Judge): Engine<string> =>
  async (xml) => {
    const run = await judge(xml);
    return [...(refuses(run) ? ['refused'] : []), ...firedBy(run)];
  };

/** Recorded invoices with random changes that still conform to their schema. */
function* changedInvoices(invoices: readonly string[], schema: XsdSchema): Generator<Named<string>> {
  const draws = new Draws(Number(process.env['SEED'] ?? 31));
  const texts = editedTexts(invoices, new Draw(SEED));
  for (let n = 0; n < 2 * DOCUMENTS; n += 1) {
    const document = n % 2 === 0 ? changed(draws.of(invoices), draws) : texts.next().value.text;
    if (schemaFindings(schema.check(new TextEncoder().encode(document))).length === 0)
      yield { name: `change ${n}`, document };
  }
}

describeByReference('the built-in rules of Factur-X against the published ones', () => {
  const cases = join(REFERENCE_DATA, 'conformance/cases');
  const invoices = ['facturx', 'mustang']
    .flatMap((suite) => readdirSync(join(cases, suite)).map((name) => join(cases, suite, name)))
    .map((path) => readFileSync(path, 'utf8'))
    .filter((xml) => xml.includes('CrossIndustryInvoice:100'));
  const bt24 = (xml: string): string | null =>
    /GuidelineSpecifiedDocumentContextParameter>\s*<ram:ID>\s*([^<\s]*)\s*</.exec(xml)?.[1] ?? null;

  for (const level of Object.keys(FACTURX_LEVEL_PACKS) as FacturxPack[])
    itAgrees(
      `refuses the same on level ${LEVEL_NAMES[level]}`,
      { compared: 51, findings: 10 },
      async () => {
        const schema = builtInSchemaOf(level);
        const own = invoices.filter((xml) => levelOf(bt24(xml))?.level === LEVEL_NAMES[level]);
        return {
          corpus: changedInvoices(own, schema),
          engines: { 'rules written here': ruledBy(await builtInFacturx(level)) },
          judge: ruledBy(await publishedFacturx(level)),
        };
      },
      (xml) => xml,
    );

  for (const level of ['basic', 'en16931', 'extended'] as const) {
    const doubled = invoices
      .filter((xml) => levelOf(bt24(xml))?.level === LEVEL_NAMES[level])
      .flatMap((xml) => [...withSecondRate(xml)]);
    itAgrees(
      `has a schema on level ${LEVEL_NAMES[level]} that takes no second rate of a line's tax, as the published one`,
      { compared: doubled.length, refused: doubled.length },
      () => ({
        corpus: doubled.map((document, n) => ({ name: `rate ${n}`, document })),
        engines: { 'the schema written here': refusedBy(builtInSchemaOf(level)) },
        judge: refusedBy(publishedSchemaOf(level)),
      }),
    );
  }
});

/** Rules of the levels end with an error on these, and those written here do not: the schema comes first. */
function* withSecondRate(xml: string): Generator<string> {
  for (const { 0: line, index } of xml.matchAll(/<ram:IncludedSupplyChainTradeLineItem>[^]*?<\/ram:Inc\w+>/g))
    for (const rate of ['$&$&', '$&<ram:RateApplicablePercent>7</ram:RateApplicablePercent>']) {
      const changedLine = line.replace(/<ram:RateApplicablePercent>.*?<\/ram:RateApplicablePercent>/, rate);
      if (changedLine !== line) yield xml.slice(0, index) + changedLine + xml.slice(index + line.length);
    }
}

const refusedBy =
  (schema: XsdSchema): Engine<string> =>
  (xml) =>
    schemaFindings(schema.check(new TextEncoder().encode(xml))).length > 0 ? ['refused'] : [];
