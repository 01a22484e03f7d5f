import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { argumentsOf } from '../../../scripts/command-line.ts';
import { readAllReference } from '../verdicts/reference.ts';
import { compare, type Report } from '../verdicts/compare.ts';
import { summaryOf } from '../verdicts/it-agrees.ts';
import { firings as everyFiring } from '../verdicts/readings.ts';
import { againstBuiltIn, restated } from './built-in.ts';
import { type Firings, firingsOf, possible } from './firings.ts';
import { firingPage } from './page.ts';
import type { Written } from './search.ts';
import { Engines } from '../mutation/engines.ts';
import { mutatedPacks } from '../mutation/packs.ts';
import type { Schema } from 'en16931-rules/engine/load/schema.ts';

const root = projectFolder();
const reference = process.env['REFERENCE_DATA'] ?? join(root, '../shared');
const USAGE = `npx tsx test/proofs/firing/command.ts [--pack PART-OF-NAME] [--judge saxon-he|saxon-js] [--write]

Writes documents until every assert of the official packs that can fire has fired; --write writes runs/firing.md.`;
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
  const packs = mutatedPacks(reference).filter(({ name }) => name.includes(options.pack));
  const all: Firings[] = [];
  let differences = 0;
  for (const { name, schema, pack, entry } of packs) {
    const firings = await firingsOf(name, schema);
    all.push(firings);
    console.log(
      `${name}: ${firings.found.fired.size} of ${possible(firings)} that can fire, ${firings.pack.assertions.length} in all, ${firings.found.documents.length} documents`,
    );
    for (const { assertion, reason } of firings.silent)
      if (reason.kind === 'unknown')
        console.log(`  not known: ${assertion.test.id ?? '-'} (${assertion.test.at.line})`);
    const builtIn = restated(pack, entry);
    if (builtIn) differences += await compared(firings, builtIn);
    if (options.judge) differences += await judged(firings, options.judge);
  }
  if (options.write) {
    mkdirSync(join(root, 'runs'), { recursive: true });
    writeFileSync(join(root, 'runs/firing.md'), firingPage(all, recordedVerdicts()));
  }
  return differences === 0 ? 0 : 1;
}

/** Compares the rules written here with the published ones. @returns the number of differences without a known cause. */
async function compared(firings: Firings, builtIn: Schema): Promise<number> {
  return printed('built-in', await compare(await againstBuiltIn(firings, builtIn)));
}

function printed(what: string, report: Report<Written>): number {
  console.log(`  ${what}: ${summaryOf(report)}`);
  for (const { name, engine, lines, document } of report.differences)
    console.log(`  ${name}, attempt ${document.attempt}: ${engine}:\n${lines.join('\n')}\n${document.xml}`);
  return report.differences.length;
}

function recordedVerdicts() {
  return readAllReference(join(reference, 'conformance')).verdicts;
}

/**
 * Compares both back ends with the reference engine on the documents that fired something, and on one document without a verdict
 * for each assert that an error hides. @returns the number of differences.
 */
async function judged({ name, pack, found, silent }: Firings, judge: string): Promise<number> {
  const hidden = silent.flatMap(({ assertion }) => found.hidden.get(assertion.index)?.example ?? []);
  const tested = { name, schema: pack.schema };
  const engines = await Engines.start([tested], judge);
  try {
    const report = await compare({
      corpus: [...found.documents, ...hidden].map((written) => ({
        name: `for ${pack.assertions[written.index]?.test.id}`,
        document: { ...written, pack: tested },
      })),
      engines: engines.underTest(everyFiring),
      judge: engines.reference(everyFiring),
    });
    return printed(engines.judge, report);
  } finally {
    engines.close();
  }
}
