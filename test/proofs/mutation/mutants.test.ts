import { fileURLToPath } from 'node:url';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { firedTests } from '../verdicts/readings.ts';
import { Engines } from './engines.ts';
import { keptMutants } from './kept.ts';
import { mutatedPacks } from './packs.ts';

const mutants = keptMutants(fileURLToPath(new URL('mutants', import.meta.url)));

/** The documents that `npm run proofs -- mutation` found and shrank, each with the verdict of a reference engine. */
describeByReference('documents on which the engines once disagreed', () =>
  itAgrees('get the recorded verdict from both back ends', { compared: mutants.length }, async () => {
    const packs = mutatedPacks(REFERENCE_DATA);
    const packOf = (name: string) => packs.find((pack) => pack.name === name)!;
    const used = [...new Set(mutants.map(({ pack }) => packOf(pack)))];
    return {
      corpus: mutants.map(({ name, judge, pack, says, xml }) => ({
        name: `${name} on ${pack}, judged by ${judge}`,
        document: { pack: packOf(pack), xml, says },
      })),
      engines: (await Engines.start(used, 'none')).underTest(firedTests),
      judge: ({ says }) => says,
    };
  }),
);
