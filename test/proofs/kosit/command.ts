import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import work from '../../../src/adapters/piscina/check-thread.ts';
import { planFor } from '../../../src/adapters/piscina/plan.ts';
import { argumentsOf } from '../../../scripts/command-line.ts';
import { bringPack } from '../../../validators/packs/install/bring.ts';
import { officialPacksIn } from '../../../validators/packs/install/sources.ts';
import { readInstalled } from '../../../validators/packs/installed.ts';
import { projectFolder } from '../../../validators/packs/project-folder.ts';
import { OFFICIAL_FOLDERS, REFERENCE_DATA } from '../../support/reference-data.ts';
import { printCount } from '../counts.ts';
import { readAllReference } from '../verdicts/reference.ts';
import { differenceOf } from './compare.ts';

const USAGE = `npx tsx test/proofs/kosit/command.ts --reports FOLDER [--on DAY]
FOLDER: a folder per suite with the reports that KoSIT's validator wrote, NAME-report.xml (test/judges/kosit)`;
const { values: options } = argumentsOf(
  { options: { reports: { type: 'string' }, on: { type: 'string', default: '2026-11-26' } } },
  USAGE,
);

const PACKS = ['ubl', 'cii', 'en16931', 'xrechnung'];
const rulesDir = join(projectFolder(), 'node_modules/.cache/kosit-reports');
process.exitCode = options.reports === undefined ? usage() : await compareAll(options.reports, options.on);

function usage(): number {
  console.error(USAGE);
  return 2;
}

async function compareAll(reports: string, on: string): Promise<number> {
  const sources = OFFICIAL_FOLDERS.flatMap((folder) => officialPacksIn(join(REFERENCE_DATA, folder)));
  for (const source of sources)
    if (PACKS.includes(source.pack.id))
      await bringPack(rulesDir, source, { engines: ['compiled'], report: (line) => console.error(line) });
  const { entries } = await readInstalled(rulesDir);
  const { verdicts, bytesOf } = readAllReference(join(REFERENCE_DATA, 'conformance'));
  const byName = new Map(verdicts.map((verdict) => [verdict.case, verdict]));
  const counts = { equal: 0, differs: 0 };
  for (const suite of readdirSync(reports, { withFileTypes: true }).filter((one) => one.isDirectory()))
    for (const file of readdirSync(join(reports, suite.name))) {
      const name = file.replace(/-report\.xml$/, '.xml');
      const verdict = byName.get(`${suite.name}/${name}`);
      if (!verdict) continue;
      const bytes = bytesOf(verdict);
      const { syntax, customization } = verdict;
      const document = { bytes, syntax, customization, route: 'DE-XRECHNUNG', issueDate: on, on } as const;
      const engines = { environment: 'sandbox', ruleEngine: 'compiled', xsdEngine: 'own' } as const;
      const { layers, severities } = planFor(document, entries, engines, new Date());
      const theirs = readFileSync(join(reports, suite.name, file), 'utf8');
      const reference = /<rep:documentReference>(.*?)</.exec(theirs)?.[1] ?? basename(name);
      const { report } = await work({
        ...{ rulesDir, bytes, layers, severities, crossCheck: false, layerMs: 60_000 },
        report: { engine: 'compared', name: reference, time: new Date() },
      });
      const difference = report ? differenceOf(report.xml, theirs) : 'no report is made';
      if (difference === undefined) counts.equal += 1;
      else {
        counts.differs += 1;
        console.log(`${verdict.case}: ${difference}`);
      }
    }
  printCount({ of: '', unit: 'reports equal to those of KoSIT', count: counts.equal });
  console.log(`${counts.equal} reports are equal, ${counts.differs} differ`);
  return counts.differs === 0 ? 0 : 1;
}
