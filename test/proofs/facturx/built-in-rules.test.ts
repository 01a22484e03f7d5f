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
import { Draws } from './draws.ts';
import { builtInSchemaOf } from './level-schema.ts';
import { changed } from './xml-changes.ts';

const LEVEL_NAMES: Readonly<Record<FacturxPack, string>> = {
  minimum: 'MINIMUM',
  basicwl: 'BASIC WL',
  basic: 'BASIC',
  en16931: 'EN 16931',
  extended: 'EXTENDED',
};
const DOCUMENTS = 800;

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
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const document = changed(draws.of(invoices), draws);
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
          exceptions: [],
        };
      },
      (xml) => xml,
    );
});
