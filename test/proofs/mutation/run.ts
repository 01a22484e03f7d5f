import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../../validators/packs/project-folder.ts';
import { argumentsOf } from '../../../scripts/command-line.ts';
import { type RecordedVerdict, readReference } from '../conformance/reference.ts';
import { disagreement } from './compare.ts';
import { Engines, type TestedPack } from './engines.ts';
import { keepMutant, sayingOf } from './kept.ts';
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

if (existsSync(join(reference, 'conformance/verdicts.jsonl'))) process.exitCode = await mutation();
else
  console.log(
    `skipped: there is no reference data at ${reference} to mutate; set REFERENCE_DATA\n0 passed, 0 failed, 1 skipped`,
  );

async function mutation(): Promise<number> {
  const seed = Number(options.seed);
  const documents = Number(options.documents);
  const packs = mutatedPacks(join(reference, 'official'));
  const engines = await Engines.start(packs, options.judge);
  console.log(`seed ${seed}, ${documents} documents, ${packs.length} packs, judged by ${engines.judge}`);
  const draw = new Draw(seed);
  const cases = readReference(
    join(reference, 'conformance/cases'),
    join(reference, 'conformance/verdicts.jsonl'),
  );
  const bases = cases.verdicts.filter(
    (verdict) => verdict.layers.length > 0 && cases.bytesOf(verdict).length <= MAX_BYTES,
  );
  const score = { pairs: 0, errors: 0, fired: new Set<string>(), differences: 0 };
  for (let n = 0; n < documents; n++) {
    const base = draw.from(bases);
    const { xml, edits } = mutantOf(new TextDecoder().decode(cases.bytesOf(base)), draw);
    for (const pack of packsFor(base, packs, draw)) {
      const found = await compare(engines, pack, xml);
      score.pairs++;
      if (found.error) score.errors++;
      for (const id of found.ids) score.fired.add(`${pack.name} ${id}`);
      if (!found.difference) continue;
      score.differences++;
      console.log(`\n${base.case} with ${edits.join(', ')}\n${pack.name}\n${found.difference}`);
      if (score.differences <= MAX_KEPT) await keep(engines, pack, xml);
    }
  }
  engines.close();
  console.log(
    `${score.pairs} pairs, ${score.errors} errors on both sides, ${score.fired.size} rule ids seen firing, ${score.differences} differences`,
  );
  return score.differences === 0 ? 0 : 1;
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

async function compare(engines: Engines, pack: TestedPack, xml: string) {
  const file = engines.file(xml);
  const compiled = await engines.runCompiled(pack, file);
  const closures = await engines.runClosures(pack, file);
  const judged = await engines.runJudge(pack, xml, file);
  const between = disagreement(compiled, closures);
  return {
    error: compiled.kind === 'error',
    ids: compiled.kind === 'verdict' ? compiled.fired.map(({ id }) => id ?? '-') : [],
    difference: disagreement(compiled, judged) ?? (between && `compiled against closures: ${between}`),
  };
}

/** Shrinks the document and stores it with both verdicts, named after its content. */
async function keep(engines: Engines, pack: TestedPack, xml: string): Promise<void> {
  const fails = async (smaller: string): Promise<boolean> => {
    try {
      return (await compare(engines, pack, smaller)).difference !== undefined;
    } catch {
      return false;
    }
  };
  const small = await shrink(xml, fails);
  const judged = await engines.runJudge(pack, small, engines.file(small));
  const kept = { xml: small, pack: pack.name, judge: engines.judge, says: sayingOf(judged) };
  console.log(
    `kept as ${keepMutant(options.keep, kept)}:\n${small}\n${(await compare(engines, pack, small)).difference}`,
  );
}
