import { counted } from 'en16931-rules/vocabulary/counted.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readMappings } from '../../processes/read-mappings.ts';
import { readSettings } from '../../processes/settings/read-settings.ts';
import { checkFile, type CheckWords } from '../check/check-file.ts';
import { openChecks } from '../check/offline-checks.ts';
import { startThreads } from '../check/start-threads.ts';
import { readFileOf } from '../frame/files.ts';
import { CommandRefused, EXIT, type ExitCode } from '../frame/endings.ts';
import type { PackWork } from './pack-work.ts';

export interface TestWords extends CheckWords {
  /** Only the ids that this pack reports; those of every pack if left out. */
  readonly pack?: string;
  /** Writes what is reported as what is expected. */
  readonly write?: boolean;
}

/** A file as `--json` prints it. */
interface TestedFile {
  readonly file: string;
  readonly as_expected: boolean;
  /** Null: nothing says what is expected. */
  readonly expected: readonly string[] | null;
  readonly reported: readonly string[];
  /** Layers that gave no verdict: the ids are not all. */
  readonly not_run: readonly string[];
}

/** Beside each file: an id a line, none if it is empty; the rest of a line behind `#` is a remark. */
const IDS = '.ids';

/** Whether each file of a folder breaks the rules that the file beside it names, and no others. */
export async function testFiles(
  folder: string,
  words: TestWords,
  work: PackWork,
): Promise<readonly TestedFile[]> {
  const files = await filesIn(folder);
  const checks = await openChecks(work.rulesDir, startThreads(1, work), work.report, work.home);
  try {
    const mappings = () => readMappings(readSettings(work.env).mappingsDir);
    const tested: TestedFile[] = [];
    for (const file of files) {
      const checked = await checkFile(file, readFileOf(file), words, { ...checks, mappings });
      const layers = 'notRun' in checked ? [] : checked.report.layers.filter(({ pack }) => words.pack === undefined || pack?.id === words.pack); // prettier-ignore
      const idle = layers.filter(({ outcome }) => outcome === 'not_run').map(({ layer }) => layer);
      const ids = layers.flatMap(({ findings }) => findings.map(({ code }) => code));
      const notRun =
        'notRun' in checked ? [checked.notRun] : layers.length === 0 ? ['no layer of the pack'] : idle;
      const reported = [...new Set(ids)].sort();
      if (words.write && notRun.length === 0)
        writeFileSync(file + IDS, reported.map((id) => `${id}\n`).join(''));
      const expected = expectedOf(file);
      tested.push({
        file: relative(folder, file),
        as_expected: notRun.length === 0 && expected?.join() === reported.join(),
        expected: expected ?? null,
        reported,
        not_run: notRun,
      });
    }
    return tested;
  } finally {
    await checks.close();
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new CommandRefused(`${folder} is no folder.`);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith(IDS))
    .map((entry) => join(entry.parentPath, entry.name));
  if (files.length === 0) throw new CommandRefused(`${folder} has no file to test.`);
  return files.sort();
}

function expectedOf(file: string): readonly string[] | undefined {
  if (!existsSync(file + IDS)) return undefined;
  const lines = readFileSync(file + IDS, 'utf8').split('\n');
  return [...new Set(lines.map((line) => line.replace(/#.*/, '').trim()).filter(Boolean))].sort();
}

/** @returns 0 if all are as expected, 1 if one is not. */
export function printTested(tested: readonly TestedFile[], { terminal, asJson }: PackWork): ExitCode {
  const passed = tested.filter((row) => row.as_expected).length;
  if (asJson) terminal.json(tested);
  else {
    for (const row of tested) {
      const verdict = row.as_expected ? terminal.paint('green', 'ok     ') : terminal.paint('red', 'differs');
      terminal.line(`${verdict}  ${row.file}${differenceIn(row)}`);
    }
    terminal.line(`As expected: ${passed} of ${counted(tested.length, 'file')}.`);
  }
  return passed === tested.length ? EXIT.done : EXIT.refused;
}

function differenceIn({ file, expected, reported, not_run: notRun }: TestedFile): string {
  if (notRun.length > 0) return `: not run: ${notRun.join(', ')}`;
  if (expected === null)
    return `: ${file}${IDS} is not there; reported is ${reported.join(', ') || 'nothing'} (--write writes it)`;
  const missing = expected.filter((id) => !reported.includes(id));
  const more = reported.filter((id) => !expected.includes(id));
  const differences = [
    ...(missing.length > 0 ? [`not reported: ${missing.join(', ')}`] : []),
    ...(more.length > 0 ? [`not expected: ${more.join(', ')}`] : []),
  ];
  return `: ${differences.join('; ') || `breaks ${reported.join(', ') || 'nothing'}`}`;
}
