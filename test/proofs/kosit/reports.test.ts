import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import work from '../../../src/adapters/piscina/check-thread.ts';
import { planFor } from '../../../src/adapters/piscina/plan.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { officialPacksIn } from 'en16931-rules/packs/install/sources.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import type { InstalledEntry } from 'en16931-rules/packs/manifest.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { KOSIT_REPORTS, KOSIT_SUITES, whyNoKositReports } from '../../support/kosit-reports.ts';
import { describeByReference, OFFICIAL_FOLDERS, REFERENCE_DATA } from '../../support/reference-data.ts';
import { printCount } from '../counts.ts';
import { readAllReference, type RecordedVerdict } from '../verdicts/reference.ts';
import { differenceOf } from './compare.ts';

const PACKS = ['ubl', 'cii', 'en16931', 'xrechnung'];
/** XRechnung's Schematron 2.6.0 is in force. */
const DAY = '2026-11-26';
/** Reports, of the suites together. */
const MIN_COMPARED = 1_200;
const MAX_SHOWN = 20;
const MAX_MS = 30 * 60_000;

const rulesDir = join(projectFolder(), 'node_modules/.cache/kosit-reports');

async function officialEntries(): Promise<readonly InstalledEntry[]> {
  for (const source of OFFICIAL_FOLDERS.flatMap((folder) => officialPacksIn(join(REFERENCE_DATA, folder))))
    if (PACKS.includes(source.pack.id))
      await bringPack(rulesDir, source, { engines: ['compiled'], report: () => undefined });
  return (await readInstalled(rulesDir)).entries;
}

const ENGINES = { environment: 'sandbox', ruleEngine: 'compiled', xsdEngine: 'own' } as const;

/** Our report on a case, under the name by which KoSIT's has it. */
async function reportOn(
  { syntax, customization }: RecordedVerdict,
  bytes: Uint8Array,
  name: string,
  entries: readonly InstalledEntry[],
): Promise<string | undefined> {
  const document = { bytes, syntax, customization, route: 'DE-XRECHNUNG', issueDate: DAY, on: DAY } as const;
  const { layers, severities } = planFor(document, entries, ENGINES, new Date());
  const { report } = await work({
    ...{ rulesDir, bytes, layers, severities, crossCheck: false, layerMs: 60_000 },
    report: { engine: 'ours', name, time: new Date() },
  });
  return report?.xml;
}

describeByReference('reports in the form of KoSIT’s validator', function () {
  const missing = whyNoKositReports();
  const title = 'are equal to its own, byte for byte but for program, time and texts of parsers';
  if (missing !== undefined) return void it.skip(`${title} (${missing})`);
  it(title, async () => {
    const entries = await officialEntries();
    const { verdicts, bytesOf } = readAllReference(join(REFERENCE_DATA, 'conformance'));
    const byCase = new Map(verdicts.map((verdict) => [verdict.case, verdict]));
    const differences: string[] = [];
    let compared = 0;
    for (const suite of KOSIT_SUITES) {
      let equal = 0;
      for (const file of readdirSync(join(KOSIT_REPORTS, suite))) {
        const name = `${suite}/${file.replace(/-report\.xml$/, '.xml')}`;
        const verdict = byCase.get(name);
        assert.ok(verdict, name);
        const theirs = readFileSync(join(KOSIT_REPORTS, suite, file), 'utf8');
        const reference = /<rep:documentReference>(.*?)</.exec(theirs)?.[1] ?? '';
        const ours = await reportOn(verdict, bytesOf(verdict), reference, entries);
        const difference = ours === undefined ? 'no report is made' : differenceOf(ours, theirs);
        if (difference === undefined) equal += 1;
        else differences.push(`${name}: ${difference}`);
      }
      printCount({ of: suite, unit: 'reports equal to those of KoSIT', count: equal });
      compared += equal;
    }
    assert.deepEqual(differences.slice(0, MAX_SHOWN), []);
    assert.ok(compared >= MIN_COMPARED, `only ${compared} reports`);
  }).timeout(MAX_MS);
});
