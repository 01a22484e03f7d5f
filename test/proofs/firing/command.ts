import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../../validators/packs/project-folder.ts';
import { argumentsOf } from '../../../scripts/command-line.ts';
import { readReference } from '../conformance/reference.ts';
import { KNOWN_DIFFERENCES, compareBuiltIn, restated } from './built-in.ts';
import { type Firings, firingsOf, possible } from './firings.ts';
import { firingPage } from './page.ts';
import { disagreement } from '../mutation/compare.ts';
import { Engines } from '../mutation/engines.ts';
import { mutatedPacks } from '../mutation/packs.ts';
import type { Schema } from '../../../validators/engine/load/schema.ts';

const root = projectFolder();
const reference = process.env['REFERENCE_DATA'] ?? join(root, '../shared');
const USAGE = `npx tsx test/proofs/firing/command.ts [--pack PART-OF-NAME] [--judge saxon-he|saxon-js] [--write]

Writes documents until every assert of the official packs that can fire has fired; --write renews docs/firing.md.`;
const { values: options } = argumentsOf(
  {
    options: {
      write: { type: 'boolean', default: false },
      judge: { type: 'string' },
      pack: { type: 'string', default: '' },
    },
  },
  USAGE,
);

if (existsSync(join(reference, 'official'))) process.exitCode = await firing();
else console.error(`Skipped: there are no official packs at ${reference}; set REFERENCE_DATA.`);

/** Writes documents for the asserts of the packs, prints which asserts fired, and compares their verdicts with another engine on request. */
async function firing(): Promise<number> {
  const packs = mutatedPacks(join(reference, 'official')).filter(({ name }) => name.includes(options.pack));
  const all: Firings[] = [];
  let differences = 0;
  for (const { name, schema, entry } of packs) {
    const firings = await firingsOf(name, schema);
    all.push(firings);
    console.log(
      `${name}: ${firings.found.fired.size} of ${possible(firings)} that can fire, ${firings.pack.assertions.length} in all, ${firings.found.documents.length} documents`,
    );
    for (const { assertion, reason } of firings.silent)
      if (reason.kind === 'unknown')
        console.log(`  not known: ${assertion.test.id ?? '-'} (${assertion.test.at.line})`);
    const builtIn = restated(entry);
    if (builtIn) differences += await compared(firings, builtIn);
    if (options.judge) differences += await judged(firings, options.judge);
  }
  if (options.write) writeFileSync(join(root, 'docs/firing.md'), firingPage(all, recordedVerdicts()));
  return differences === 0 ? 0 : 1;
}

/** Compares the rules written here with the published ones. @returns the number of differences without a known cause. */
async function compared(firings: Firings, builtIn: Schema): Promise<number> {
  const { asserts, equal, differences } = await compareBuiltIn(firings, builtIn);
  const known = KNOWN_DIFFERENCES[firings.name.slice(firings.name.lastIndexOf('/') + 1)] ?? {};
  console.log(`  built-in: the same fatal ids for ${equal} of ${asserts} asserts`);
  for (const { ids, what } of differences)
    console.log(`  ${ids.join(', ')}: ${what}: ${known[what] ?? 'no known cause'}`);
  return differences.filter(({ what }) => !known[what]).length;
}

function recordedVerdicts() {
  const conformance = join(reference, 'conformance');
  return readReference(join(conformance, 'cases'), join(conformance, 'verdicts.jsonl')).verdicts;
}

/**
 * Differences between the compiled rules, the closures and the reference engine on the documents that fired something, and on one
 * document without a verdict for each assert that an error hides.
 */
async function judged({ name, pack, found, silent }: Firings, judge: string): Promise<number> {
  const hidden = silent.flatMap(({ assertion }) => found.hidden.get(assertion.index)?.example ?? []);
  const documents = [...found.documents, ...hidden];
  const tested = { name, schema: pack.schema };
  const engines = await Engines.start([tested], judge);
  let differences = 0;
  try {
    for (const { index, attempt, xml } of documents) {
      const file = engines.file(xml);
      const compiled = await engines.runCompiled(tested, file);
      const difference =
        disagreement(compiled, await engines.runJudge(tested, xml, file)) ??
        disagreement(compiled, await engines.runClosures(tested, file));
      if (!difference) continue;
      differences++;
      console.log(`  attempt ${attempt} at ${pack.assertions[index]?.test.id}:\n${difference}\n${xml}`);
    }
    console.log(`  ${documents.length} documents judged by ${engines.judge}: ${differences} differences`);
  } finally {
    engines.close();
  }
  return differences;
}
