import { printCount } from '../counts.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { argumentsOf } from '../../../scripts/command-line.ts';
import type { RecordedVerdict } from '../verdicts/reference.ts';
import { compare, type Comparison, type Named } from '../verdicts/compare.ts';
import { recordedCases } from '../verdicts/corpora.ts';
import { summaryOf } from '../verdicts/it-agrees.ts';
import { firedTests, firings } from '../verdicts/readings.ts';
import { Engines, type Judged } from './engines.ts';
import { keepMutant } from './kept.ts';
import { type MutatedPack, mutatedPacks } from './packs.ts';
import { mutantOf } from './mutant.ts';
import { Draw } from '../../../scripts/bench/random.ts';
import { shrink } from './shrink.ts';

const USAGE =
  'npm run proofs -- mutation [--seed N] [--documents N] [--judge saxon-he|saxon-js] [--keep DIR]';

const root = projectFolder();
const reference = process.env['REFERENCE_DATA'] ?? join(root, '../shared');
const { values: options } = argumentsOf(
  {
    options: {
      seed: { type: 'string', default: '1' },
      documents: { type: 'string', default: '200' },
      judge: { type: 'string', default: 'saxon-he' },
      keep: { type: 'string', default: join(root, 'test/proofs/mutation/mutants') },
    },
  },
  USAGE,
);

/** Larger documents only slow SaxonJS down. */
const MAX_BYTES = 60_000;
/** Packs for other documents, run on this one as well. */
const STRANGE_PACKS = 2;
/** Differences to shrink; later ones are only counted. */
const MAX_KEPT = 10;

type Proof = Pick<Comparison<Judged>, 'engines' | 'judge'>;

if (existsSync(join(reference, 'conformance/verdicts.jsonl'))) process.exitCode = await mutation();
else
  console.log(
    `skipped: there is no reference data at ${reference} to mutate; set REFERENCE_DATA\n0 passed, 0 failed, 1 skipped`,
  );

async function mutation(): Promise<number> {
  const seed = Number(options.seed);
  const documents = Number(options.documents);
  const packs = mutatedPacks(reference);
  const engines = await Engines.start(packs, options.judge);
  console.log(`seed ${seed}, ${documents} documents, ${packs.length} packs, judged by ${engines.judge}`);
  const { compiled, closures } = engines.underTest(firings);
  const fired = new Set<string>();
  const proof: Proof = {
    engines: {
      closures,
      compiled: async (judged) => {
        const verdict = (await compiled(judged)) ?? [];
        for (const line of verdict.filter((one) => one.includes(' ×')))
          fired.add(`${judged.pack.name} ${line.split(' ', 1)[0]}`);
        return verdict;
      },
    },
    judge: engines.reference(firings),
  };
  const report = await compare({ ...proof, corpus: mutants(new Draw(seed), documents, packs) });
  for (const { name, engine, lines } of report.differences)
    console.log(`\n${name}\n${engine}:\n${lines.join('\n')}`);
  for (const { document } of report.differences.slice(0, MAX_KEPT)) await keep(engines, proof, document);
  engines.close();
  console.log(
    `${summaryOf(report)}; ${report.findings.get('error') ?? 0} errors, ${fired.size} rule ids seen firing`,
  );
  printCount({ of: engines.judge, unit: 'mutated documents compared', count: report.compared });
  return report.differences.length === 0 ? 0 : 1;
}

/** Recorded cases with random changes, each under several packs. */
function* mutants(draw: Draw, count: number, packs: readonly MutatedPack[]): Generator<Named<Judged>> {
  const bases = [...recordedCases()].map(({ document }) => document);
  const small = bases.filter(({ verdict, bytes }) => verdict.layers.length > 0 && bytes.length <= MAX_BYTES);
  for (let n = 0; n < count; n++) {
    const { verdict, bytes } = draw.from(small);
    const { xml, edits } = mutantOf(new TextDecoder().decode(bytes), draw);
    for (const pack of packsFor(verdict, packs, draw))
      yield { name: `${verdict.case} with ${edits.join(', ')}\n${pack.name}`, document: { pack, xml } };
  }
}

/** The document's own packs, and others of its syntax: those meet content that their authors did not expect. */
function packsFor(
  base: RecordedVerdict,
  packs: readonly MutatedPack[],
  draw: Draw,
): ReadonlySet<MutatedPack> {
  const own = base.layers.map(({ pack, schematron }) => `${pack}/${schematron}`);
  const fitting = packs.filter(({ entry }) => entry.syntaxes.includes(base.syntax));
  const strange = Array.from({ length: STRANGE_PACKS }, () => draw.from(fitting));
  return new Set([...packs.filter(({ name }) => own.includes(name)), ...strange]);
}

/** Shrinks the document and stores it with the verdict of the judge, named after its content. */
async function keep(engines: Engines, proof: Proof, { pack, xml }: Judged): Promise<void> {
  const differencesOf = async (document: string) =>
    (await compare({ ...proof, corpus: [{ name: '', document: { pack, xml: document } }] })).differences;
  const fails = (smaller: string): Promise<boolean> =>
    differencesOf(smaller).then(
      ({ length }) => length > 0,
      () => false,
    );
  const small = await shrink(xml, fails);
  const says = (await engines.reference(firedTests)({ pack, xml: small })) ?? [];
  const kept = { xml: small, pack: pack.name, judge: engines.judge, says };
  const [difference] = await differencesOf(small);
  console.log(`kept as ${keepMutant(options.keep, kept)}:\n${small}\n${difference?.lines.join('\n')}`);
}
