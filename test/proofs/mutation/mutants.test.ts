import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Engines } from './engines.ts';
import { keptMutants, sayingOf } from './kept.ts';
import { mutatedPacks } from './packs.ts';

const official = join(
  process.env['REFERENCE_DATA'] ?? fileURLToPath(new URL('../../../../shared', import.meta.url)),
  'official',
);
const mutants = keptMutants(fileURLToPath(new URL('mutants', import.meta.url)));

/** The documents that `npm run proofs -- mutation` found and shrank, each with the reference verdict. */
describe('a document on which the engines once disagreed', function () {
  this.timeout(60_000);
  let engines: Engines | undefined;
  let packs: ReturnType<typeof mutatedPacks> = [];

  before(async function () {
    if (!existsSync(official)) {
      console.log(`      skipped: no official packs at ${official}; set REFERENCE_DATA`);
      return this.skip();
    }
    packs = mutatedPacks(official).filter(({ name }) => mutants.some(({ pack }) => pack === name));
    engines = await Engines.start(packs, 'none');
  });

  for (const { name, pack, judge, says, xml } of mutants)
    it(`gets the verdict of ${judge} from both back ends: ${name} on ${pack}`, async () => {
      const tested = packs.find((each) => each.name === pack);
      assert.ok(engines && tested, `there is no pack ${pack}`);
      assert.deepEqual(sayingOf(await engines.runCompiled(tested, engines.file(xml))), says);
      assert.deepEqual(sayingOf(await engines.runClosures(tested, engines.file(xml))), says);
    });
});
