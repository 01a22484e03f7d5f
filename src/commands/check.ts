import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'commander';
import { ROUTES } from '../domain/routes/all.ts';
import { FORMATS } from 'en16931-rules/vocabulary/formats.ts';
import { type CheckOptions, REPORT_FORMS } from './check/check-options.ts';
import { startThreads } from './check/start-threads.ts';
import type { Define, Frame } from './frame/frame.ts';
import { type ExitCode, NotRun } from './frame/endings.ts';
import { day } from './frame/day.ts';

export const check: Define = (command, frame) => {
  command
    .argument('<file...>', 'canonical JSON, exports, UBL, CII, FA(3), PDF; or folders of them')
    .addOption(new Option('--route <route>', 'the route that they are checked for').choices([...ROUTES]))
    .addOption(new Option('--format <format>', 'the document that is built').choices([...FORMATS]))
    .option('--connector <name>', 'the files are exports that this mapping reads')
    .option('--on <day>', 'check by the packs and the calendar of this day, YYYY-MM-DD', day)
    .option('--client <client>', 'whose own rules check them, too')
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
kosit is the report that German public buyers read, as KoSIT's validator writes it; of several files --output names the folder for NAME-report.xml.
Nothing is looked up: neither receivers in Peppol nor earlier invoices.`,
    )
    .action(frame.act((paths: readonly string[], options: CheckOptions) => checkAll(paths, options, frame)));
};

async function checkAll(paths: readonly string[], options: CheckOptions, frame: Frame): Promise<ExitCode> {
  const files = await filesIn(paths);
  if (files.length === 0) throw new NotRun(`There is no invoice in ${paths.join(', ')}.`);
  // They load their modules on other processors while the rest is loaded here.
  const threads = startThreads(files.length, frame);
  const { checkFiles } = await import('./check/check-files.ts');
  return checkFiles(files, options, frame, threads);
}

const KNOWN = /\.(?:json|xml|pdf|csv)$/i;

/** Files as they are named, and those of folders, in their order. */
async function filesIn(paths: readonly string[]): Promise<readonly string[]> {
  const all: string[] = [];
  for (const path of paths) {
    const isFolder = await stat(path).then(
      (stats) => stats.isDirectory(),
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
