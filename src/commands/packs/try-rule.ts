import { catalogueOf } from 'en16931-rules/packs/catalogue.ts';
import { readMappings } from '../../processes/read-mappings.ts';
import { readSettings } from '../../processes/settings/read-settings.ts';
import { type CheckWords, checkFile } from '../check/check-file.ts';
import { type OfflineChecks, openChecks } from '../check/offline-checks.ts';
import { startThreads } from '../check/start-threads.ts';
import { readFileOf } from '../frame/files.ts';
import { printFinding } from '../frame/findings.ts';
import { EXIT, type ExitCode, NotRun } from '../frame/endings.ts';
import type { Terminal } from '../frame/terminal.ts';
import type { PackWork } from './pack-work.ts';

export interface TryWords extends CheckWords {
  readonly rule: string;
}

/**
 * Whether a file breaks a rule: 0 if it does not, 1 if it does.
 * @throws NotRun if no layer of the file has the rule: a rule that was not run was not kept.
 */
export async function tryRule(file: string, { rule, ...words }: TryWords, work: PackWork): Promise<ExitCode> {
  const { rulesDir, terminal, env, report, asJson, home } = work;
  const checks = await openChecks(rulesDir, startThreads(1, work), report, home);
  try {
    const mappings = () => readMappings(readSettings(env).mappingsDir);
    const checked = await checkFile(file, readFileOf(file), words, { ...checks, mappings });
    if ('notRun' in checked) throw new NotRun(checked.notRun);
    const { layers } = checked.report;
    const broken = layers
      .flatMap(({ findings }) => findings)
      .filter(({ code, related = [] }) => code === rule || related.some((other) => other.code === rule));
    const having = await packsWith(rule, checks, rulesDir);
    const ran = layers.filter(
      ({ pack, outcome }) => pack && outcome !== 'not_run' && having.has(nameOf(pack)),
    );
    if (broken.length === 0 && ran.length === 0)
      throw new NotRun(
        having.size === 0
          ? `No installed pack has a rule ${rule}.`
          : `${rule} was not run on ${file}: it is in ${[...having].map(([name, from]) => (from === null ? name : `${name} from ${from}`)).join(', ')}. --on DAY runs the packs of another day, --client CLIENT its own rules.`,
      );
    const packs = ran.flatMap(({ pack }) => (pack ? [nameOf(pack)] : []));
    if (asJson) terminal.json({ file, rule, breaks: broken.length > 0, packs, findings: broken });
    else printVerdict({ file, rule, packs, broken }, terminal);
    return broken.length === 0 ? EXIT.done : EXIT.refused;
  } finally {
    await checks.close();
  }
}

interface Tried {
  readonly file: string;
  readonly rule: string;
  /** Those that have the rule. */
  readonly packs: readonly string[];
  readonly broken: readonly Parameters<typeof printFinding>[1][];
}

function printVerdict({ file, rule, packs, broken }: Tried, terminal: Terminal): void {
  const verdict = broken.length === 0 ? terminal.paint('green', 'keeps') : terminal.paint('red', 'breaks');
  terminal.line(`${file} ${verdict} ${rule}${packs.length > 0 ? ` (${packs.join(', ')})` : ''}.`);
  for (const finding of broken) printFinding(terminal, finding);
}

const nameOf = ({
  id,
  version,
  origin,
}: {
  readonly id: string;
  readonly version: string;
  readonly origin: string;
}) => `${id} ${version} ${origin}`;

/** Those that have the rule, with their first days. */
async function packsWith(
  rule: string,
  { installed }: OfflineChecks,
  rulesDir: string,
): Promise<ReadonlyMap<string, string | null>> {
  const days = new Map<string, string | null>();
  for (const pack of installed.packs) {
    const rows = await catalogueOf(rulesDir, pack);
    if (rows.some(({ code, aliases }) => code === rule || aliases.includes(rule)))
      days.set(nameOf(pack.manifest), pack.manifest.valid_from);
  }
  return days;
}
