import { counted } from 'en16931-rules/vocabulary/counted.ts';
import { writeFile } from 'node:fs/promises';
import type { Threads } from '../../adapters/piscina/threads.ts';
import { readMappings } from '../../processes/read-mappings.ts';
import { readSettings } from '../../processes/settings/read-settings.ts';
import { readFileOf } from '../frame/files.ts';
import type { Frame } from '../frame/frame.ts';
import { EXIT, type ExitCode } from '../frame/endings.ts';
import { rulesDirOf } from '../frame/rules-dir.ts';
import { type CheckedFile, checkFile } from './check-file.ts';
import type { CheckOptions, ReportForm } from './check-options.ts';
import { writeKositReports } from './kosit-reports.ts';
import { inParallel } from './in-parallel.ts';
import { type OfflineChecks, openChecks } from './offline-checks.ts';
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
  tellOwnRulesOfClients(checks, options, terminal);
  const mappings = () => readMappings(readSettings(env).mappingsDir);
  const isBrief = files.length > 1;
  const isText = !options.json && options.report === 'text' && options.output === undefined;
  try {
    if (options.report === 'kosit') return await writeKositReports(files, options, frame, checks.pool);
    const width = Math.max(...files.map((file) => file.length));
    const print = isText ? (one: CheckedFile) => printChecked(one, terminal, { isBrief, width }) : undefined;
    const fileChecks = { ...checks, mappings };
    const checked = await inParallel(
      files,
      (file) => checkFile(file, readFileOf(file), options, fileChecks),
      frame,
      print,
    );
    if (!isText) await write(checked, { ...options, report: options.report }, frame);
    summarise(checked, frame);
    if (isText) suggest(checked, frame);
    return codeOf(checked);
  } finally {
    await checks.close();
  }
}

/** Own rules of named clients check only documents that are said to be theirs. */
function tellOwnRulesOfClients(
  { installed: { entries } }: OfflineChecks,
  { client }: CheckOptions,
  terminal: Frame['terminal'],
): void {
  const names = new Set(entries.flatMap(({ id, clients }) => (clients && client === undefined ? id : [])));
  if (names.size > 0)
    terminal.note(
      `Own rules of named clients are not run: ${[...names].join(', ')}. --client says whose documents these are.`,
    );
}

async function write(
  checked: readonly CheckedFile[],
  { json = false, report, output }: CheckOptions & { readonly report: Exclude<ReportForm, 'kosit'> },
  { terminal, version }: Frame,
) {
  const form = json ? 'json' : report;
  const text = textIn(form, checked, version);
  if (output === undefined) return terminal.verbatim(text);
  await writeFile(output, `${text}\n`);
}

function textIn(
  form: Exclude<ReportForm, 'kosit'>,
  checked: readonly CheckedFile[],
  version: string,
): string {
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
    `${counted(checked.length, 'file')}: ${count('valid')} valid, ${count('invalid')} invalid, ${count('not run')} not run.`,
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
