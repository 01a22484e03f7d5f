import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { levelOf } from '../../../src/domain/documents/facturx.ts';
import { readDescription } from '../../../validators/packs/description.ts';
import { builtInFiles } from '../../../validators/packs/install/built-in-files.ts';
import { XsdSchema } from '../../../validators/xsd.ts';
import { packFolder } from '../../support/built-in-rules.ts';
import {
  builtInFacturx,
  FACTURX_LEVEL_PACKS,
  type FacturxPack,
  firedBy,
  publishedFacturx,
  refuses,
} from '../../support/facturx-packs.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { Draws } from './draws.ts';
import { changed } from './xml-changes.ts';

/**
 * Different ids for the same refusal: the published rules of Factur-X check VAT groups whose type is not VAT, those of EN
 * 16931 do not, and another rule of the level refuses every other type.
 */
const TOLD_OTHERWISE = [
  'BR-47',
  'BR-48',
  'BR-CO-04',
  'BR-CO-11',
  'BR-CO-12',
  'BR-CO-17',
  'BR-DEC-19',
  'BR-S-05',
];

const LEVEL_NAMES: Readonly<Record<FacturxPack, string>> = {
  minimum: 'MINIMUM',
  basicwl: 'BASIC WL',
  basic: 'BASIC',
  en16931: 'EN 16931',
};
const DOCUMENTS = 800;

/** Recorded invoices with random changes; only those that still conform to their schema are checked by rules. */
describeByReference('the built-in rules of Factur-X against the published ones', () => {
  const cases = join(REFERENCE_DATA, 'conformance/cases');
  const invoices = ['facturx', 'mustang']
    .flatMap((suite) => readdirSync(join(cases, suite)).map((name) => join(cases, suite, name)))
    .map((path) => readFileSync(path, 'utf8'))
    .filter((xml) => xml.includes('CrossIndustryInvoice:100'));
  const folder = packFolder('facturx');
  const pack = readDescription(
    JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')),
    'built-in',
    folder,
  );
  const files = builtInFiles(folder, pack);
  const bt24 = (xml: string): string | null =>
    /GuidelineSpecifiedDocumentContextParameter>\s*<ram:ID>\s*([^<\s]*)\s*</.exec(xml)?.[1] ?? null;

  for (const level of Object.keys(FACTURX_LEVEL_PACKS) as FacturxPack[])
    it(`refuses the same on level ${LEVEL_NAMES[level]}`, async function () {
      this.timeout(600_000);
      const entry = pack.entries.find(({ kind, path }) => kind === 'xsd' && path.startsWith(`${level}/`))!;
      const schema = XsdSchema.compile({ entry: entry.path, files, catalog: pack.catalog });
      const [published, builtIn] = [await publishedFacturx(level), await builtInFacturx(level)];
      const own = invoices.filter((xml) => levelOf(bt24(xml))?.level === LEVEL_NAMES[level]);
      const draws = new Draws(Number(process.env['SEED'] ?? 31));
      const seen = new Set<string>();
      let judged = 0;
      for (let n = 0; n < DOCUMENTS; n += 1) {
        const xml = changed(draws.of(own), draws);
        const run = schema.check(new TextEncoder().encode(xml));
        if (run.kind === 'escape' || run.findings.length > 0) continue;
        const runs = [await published(xml), await builtIn(xml)] as const;
        const [theirs, ours] = [firedBy(runs[0]), firedBy(runs[1])];
        assert.equal(refuses(runs[1]), refuses(runs[0]), `${theirs.join(' ')} / ${ours.join(' ')}\n${xml}`);
        const same = (ids: readonly string[]) => ids.filter((id) => !TOLD_OTHERWISE.includes(id));
        assert.deepEqual(same(ours), same(theirs), xml);
        theirs.forEach((id) => seen.add(id));
        judged += 1;
      }
      assert.ok(judged > 50 && seen.size > 8, `${judged} documents, ${seen.size} rules`);
    });
});
