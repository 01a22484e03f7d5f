import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Threads } from '../../adapters/piscina/threads.ts';
import { readMappings } from '../../processes/read-mappings.ts';
import { readSettings } from '../../processes/settings/read-settings.ts';
import { readFileOf } from '../frame/files.ts';
import type { Frame } from '../frame/frame.ts';
import { EXIT, type ExitCode } from '../frame/refusals.ts';
import { rulesDirOf } from '../frame/rules-dir.ts';
import { type CheckedFile, checkFile, type CheckTools, type CheckWords } from './check-file.ts';
import type { CheckOptions, ReportForm } from './check-options.ts';
import { openChecks } from './offline-checks.ts';
import {
  findingsOf,
  htmlReport,
  jsonReport,
  junitReport,
  printChecked,
  sarifReport,
  verdictOf,
} from './report-forms.ts';

/** Checks files and reports on them. */
export async function checkFiles(
  files: readonly string[],
  options: CheckOptions,
  frame: Frame,
  threads: Threads,
): Promise<ExitCode> {
  const { env, terminal } = frame;
  const checks = await openChecks(rulesDirOf(options, env), threads, (line) => terminal.note(line));
  const mappings = () => readMappings(readSettings(env).mappingsDir);
  const isBrief = files.length > 1;
  const isText = !options.json && options.report === 'text' && options.output === undefined;
  try {
    const width = Math.max(...files.map((file) => file.length));
    const print = isText ? (one: CheckedFile) => printChecked(one, terminal, { isBrief, width }) : undefined;
    const checked = await inParallel(files, options, { ...checks, mappings }, frame, print);
    if (!isText) await write(checked, options, frame);
    summarise(checked, frame);
    if (isText) suggest(checked, frame);
    return codeOf(checked);
  } finally {
    await checks.close();
  }
}

/** While one document is checked the next one is read. Results are printed in the order of the files. */
async function inParallel(
  files: readonly string[],
  words: CheckWords,
  tools: CheckTools,
  { terminal }: Frame,
  print: ((one: CheckedFile) => void) | undefined,
): Promise<readonly CheckedFile[]> {
  const checked: CheckedFile[] = [];
  let [next, done, printed] = [0, 0, 0];
  const work = async (): Promise<void> => {
    for (let at = next++; at < files.length; at = next++) {
      const file = files[at]!;
      checked[at] = await checkFile(file, readFileOf(file), words, tools);
      done += 1;
      for (; print && checked[printed]; printed += 1) {
        terminal.progress('');
        print(checked[printed]!);
      }
      if (files.length > 1) terminal.progress(bar(done, files.length));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
  terminal.progress('');
  return checked;
}

const BAR_LENGTH = 30;

function bar(done: number, all: number): string {
  const full = Math.round((done / all) * BAR_LENGTH);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_LENGTH - full)}] ${done} of ${all}`;
}

async function write(checked: readonly CheckedFile[], options: CheckOptions, { terminal, version }: Frame) {
  const form = options.json ? 'json' : options.report;
  const text = textIn(form, checked, version);
  if (options.output === undefined) return terminal.line(text);
  await writeFile(options.output, `${text}\n`);
}

function textIn(form: ReportForm, checked: readonly CheckedFile[], version: string): string {
  switch (form) {
    case 'json':
      return jsonReport(checked);
    case 'junit':
      return junitReport(checked);
    case 'sarif':
      return sarifReport(checked, version);
    case 'html':
      return htmlReport(checked);
    case 'text':
      return checked.map((one) => `${verdictOf(one)} ${one.file}`).join('\n');
  }
}

function summarise(checked: readonly CheckedFile[], { terminal }: Frame): void {
  if (checked.length < 2) return;
  const count = (verdict: ReturnType<typeof verdictOf>): number =>
    checked.filter((one) => verdictOf(one) === verdict).length;
  terminal.note(
    `${checked.length} files: ${count('valid')} valid, ${count('invalid')} invalid, ${count('not run')} not run.`,
  );
}

function suggest(checked: readonly CheckedFile[], { terminal }: Frame): void {
  const code = checked.flatMap(findingsOf).find(({ severity }) => severity === 'error')?.code;
  if (code !== undefined) terminal.hint(`ids explain ${code} says more; --report html makes a page.`);
}

/** An invalid file is an answer; one that could not be checked leaves the whole open. */
function codeOf(checked: readonly CheckedFile[]): ExitCode {
  const verdicts = new Set(checked.map(verdictOf));
  return verdicts.has('not run') ? EXIT.notRun : verdicts.has('invalid') ? EXIT.refused : EXIT.done;
}
