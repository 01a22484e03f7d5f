import assert from 'node:assert/strict';
import { join } from 'node:path';
import { officialPacksIn } from 'en16931-rules/packs/install/sources.ts';
import { compiledModule } from '../../support/compiled-module.ts';
import { linkPack, runPack } from 'en16931-rules/engine/engine.ts';
import type { Pack, PackResult } from 'en16931-rules/engine/engine.ts';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';
import { ADVERSARIES } from './adversarial.ts';
import { PLENTY } from '../../validators/engine/compile/trial.ts';

const DEADLINE_MS = 400;
/** The allowed processor time after a run's deadline: one function of the runtime on 5 MB. */
const GRACE_MS = 2_000;
/** A busy machine prolongs single runs, so the shortest of several counts. */
const MAX_RUNS = 4;

/** How a run ended, and its processor time. */
function timed(run: () => PackResult): { readonly kind: PackResult['kind']; readonly ms: number } {
  const before = process.cpuUsage();
  const { kind } = run();
  const { user, system } = process.cpuUsage(before);
  return { kind, ms: (user + system) / 1000 };
}

describeByReference('a document made to cost the rules as much as possible', () => {
  const vocabulary = new Vocabulary();
  const packs: Pack[] = [];
  before(async () => {
    const ubl = officialPacksIn(join(REFERENCE_DATA, 'official')).filter(({ pack }) =>
      ['en16931', 'xrechnung', 'peppol-bis', 'cius-ro'].includes(pack.id),
    );
    for (const { pack, files } of ubl) {
      const entry = pack.entries.find(
        ({ path, syntaxes }) => path.endsWith('.sch') && syntaxes.includes('ubl-invoice'),
      )!;
      const schema = loadSchema(files(), entry.path, entry.visits);
      packs.push(linkPack(await compiledModule(schema), vocabulary));
    }
  });

  for (const [name, { make }] of Object.entries(ADVERSARIES).filter(([, { parser }]) => parser === 'reads')) {
    it(`ends in time, with or without a verdict: ${name}`, () => {
      const { document } = parseXml(make(), vocabulary.extend());
      for (const pack of packs) {
        const taken: number[] = [];
        do {
          const { kind, ms } = timed(() =>
            runPack(pack, document!, {
              ...PLENTY,
              budget: Infinity,
              deadline: performance.now() + DEADLINE_MS,
            }),
          );
          assert.ok(kind === 'verdict' || kind === 'escape', kind);
          taken.push(ms);
        } while (Math.min(...taken) >= DEADLINE_MS + GRACE_MS && taken.length < MAX_RUNS);
        assert.ok(Math.min(...taken) < DEADLINE_MS + GRACE_MS, `${taken.join(', ')} ms`);
      }
    });
  }
});
