import assert from 'node:assert/strict';
import { join } from 'node:path';
import { officialPacks } from 'en16931-rules/packs/install/sources.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import checkInThread from '../../src/adapters/piscina/check-thread.ts';
import { type CaseJudge, judgeCase, taskOf } from '../proofs/conformance/judge-case.ts';
import { isUnexplained } from '../proofs/conformance/known-differences.ts';
import { entryFinder } from '../proofs/conformance/packs.ts';
import { type RecordedVerdict, readReference, suiteOf } from '../proofs/verdicts/reference.ts';
import { type Compared, differenceLines } from '../proofs/conformance/score.ts';
import { REFERENCE_DATA, describeByReference } from '../support/reference-data.ts';
import { PREPARED_PACKS } from '../support/prepared-packs.ts';

/** Cases of each suite; all of them, and the official packs: `npm run proofs -- conformance`. */
const MAX_CASES_OF_A_SUITE = 12;
const LAYER_MS = 60_000;

/** Cases of each suite at equal distances, the same each time. */
function sampleOf(verdicts: readonly RecordedVerdict[]): readonly RecordedVerdict[] {
  return [...new Set(verdicts.map(suiteOf))].flatMap((suite) => {
    const cases = verdicts.filter((verdict) => suiteOf(verdict) === suite);
    const step = Math.max(1, cases.length / MAX_CASES_OF_A_SUITE);
    return Array.from(
      { length: Math.min(cases.length, MAX_CASES_OF_A_SUITE) },
      (_, n) => cases[Math.floor(n * step)]!,
    );
  });
}

describeByReference('the recorded verdicts of official validators, a sample of each suite', () => {
  const folder = join(REFERENCE_DATA, 'conformance');
  const compared: Compared[] = [];
  let sample: readonly RecordedVerdict[];
  before(async () => {
    const { verdicts, bytesOf } = readReference(join(folder, 'cases'), join(folder, 'verdicts.jsonl'));
    sample = sampleOf(verdicts);
    const { entries } = await readInstalled(PREPARED_PACKS);
    const judge: CaseJudge = {
      origin: 'built-in',
      find: entryFinder('built-in', entries, officialPacks()),
      taskOf: (entry) => taskOf(entry, 'compiled', 'libxml2'),
      run: (bytes, layers) =>
        checkInThread({
          rulesDir: PREPARED_PACKS,
          bytes,
          layers,
          severities: new Map(),
          crossCheck: false,
          layerMs: LAYER_MS,
          tallies: true,
        }),
    };
    for (const verdict of sample) compared.push(...(await judgeCase(judge, verdict, bytesOf(verdict))));
  });

  it('are those of the built-in packs, except for known causes', () =>
    assert.deepEqual(differenceLines(compared.filter(isUnexplained), true), []));

  it('have a pack for every layer that the sample names', () => {
    const judged = compared.filter(({ comparison }) => comparison !== undefined);
    assert.ok(judged.length > 350, `${judged.length} layers`);
    // Packs without rules would agree, too, if no rule fired.
    const fatal = sample
      .flatMap(({ layers }) => layers)
      .filter(({ fired = {} }) => Object.values(fired).some(({ flag }) => flag === 'fatal'));
    assert.ok(fatal.length > 50, `${fatal.length} layers with fatal rules`);
  });
});
