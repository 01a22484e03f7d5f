import { readdir, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Option } from 'commander';
import { ROUTES } from '../domain/routes/all.ts';
import { FORMATS } from '../domain/vocabulary/formats.ts';
import { readMappings } from '../processes/read-mappings.ts';
import { readSettings } from '../processes/settings/read-settings.ts';
import { type CheckedFile, checkFile, type CheckTools, type CheckWords } from './check/check-file.ts';
import { openChecks } from './check/offline-checks.ts';
import {
  findingsOf,
  htmlReport,
  jsonReport,
  junitReport,
  printChecked,
  sarifReport,
  verdictOf,
} from './check/report-forms.ts';
import { readFileOf } from './frame/files.ts';
import type { Define, Frame } from './frame/frame.ts';
import { EXIT, type ExitCode, NotRun } from './frame/refusals.ts';
import { day } from './frame/day.ts';
import { rulesDirOf } from './frame/rules-dir.ts';

interface CheckOptions extends CheckWords {
  readonly report: ReportForm;
  readonly json?: boolean;
  readonly output?: string;
  readonly rules?: string;
}

const REPORT_FORMS = ['text', 'json', 'junit', 'sarif', 'html'] as const;
type ReportForm = (typeof REPORT_FORMS)[number];

export const check: Define = (command, frame) => {
  command
    .argument('<file...>', 'canonical JSON, exports, UBL, CII, FA(3), PDF; or folders of them')
    .addOption(new Option('--route <route>', 'the route that they are checked for').choices([...ROUTES]))
    .addOption(new Option('--format <format>', 'the document that is built').choices([...FORMATS]))
    .option('--connector <name>', 'the files are exports that this mapping reads')
    .option('--on <day>', 'check by the packs and the calendar of this day, YYYY-MM-DD', day)
    .addOption(
      new Option('--report <form>', 'the form of the result').choices([...REPORT_FORMS]).default('text'),
    )
    .option('--json', 'as --report json')
    .option('--output <file>', 'write the report into a file')
    .option('--rules <folder>', 'the folder of installed packs (RULES_DIR)')
    .addHelpText(
      'after',
      `
Needs no service and no store. What an installed pack changes that comes into force within 120 days is listed, too. Exit code 0: all are valid; 1: one is invalid; 2: one could not be checked.
Nothing is looked up: neither receivers in Peppol nor earlier invoices.`,
    )
    .action(frame.act((paths: readonly string[], options: CheckOptions) => checkAll(paths, options, frame)));
};

async function checkAll(paths: readonly string[], options: CheckOptions, frame: Frame): Promise<ExitCode> {
  const { env, terminal } = frame;
  const files = await filesIn(paths);
  if (files.length === 0) throw new NotRun(`There is no invoice in ${paths.join(', ')}.`);
  const checks = await openChecks(rulesDirOf(options, env), files.length, (line) => terminal.note(line));
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

const KNOWN = /\.(?:json|xml|pdf|csv)$/i;

/** Files as they are named, and those of folders, in their order. */
async function filesIn(paths: readonly string[]): Promise<readonly string[]> {
  const all: string[] = [];
  for (const path of paths) {
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) all.push(path);
    else {
      const names = await readdir(path, { recursive: true });
      all.push(
        ...names
          .filter((name) => KNOWN.test(name))
          .sort()
          .map((name) => join(path, name)),
      );
    }
  }
  return all;
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
