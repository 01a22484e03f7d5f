import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Option } from 'commander';
import { verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import { conversionEntry } from '../adapters/http/call/conversions.ts';
import { findingEntry } from '../adapters/http/call/reports.ts';
import { converting } from '../adapters/pdf/print.ts';
import { checkConverted, type Judged } from '../application/checking/check-converted.ts';
import { openBody } from '../application/reading/opened-body.ts';
import type { Difference, Loss } from '../domain/documents/loss.ts';
import {
  CONVERSION_TARGETS,
  type ConversionOrder,
  type Converted,
  type ConversionTarget,
} from '../ports/converter.ts';
import { wordedBy } from '../domain/words/texts.ts';
import { readSyntaxes } from '../processes/read-syntaxes.ts';
import { startThreads } from './check/start-threads.ts';
import { ENGLISH } from './frame/english.ts';
import { readFileOf } from './frame/files.ts';
import { printFindings } from './frame/findings.ts';
import type { Define, Frame } from './frame/frame.ts';
import { rulesDirOf } from './frame/rules-dir.ts';
import { EXIT, type ExitCode, NotRun } from './frame/endings.ts';

interface ConvertOptions {
  readonly to: ConversionTarget;
  readonly out?: string;
  readonly attachments: ConversionOrder['attachments'];
  readonly json?: boolean;
  readonly rules?: string;
}

export const convert: Define = (command, frame) => {
  command
    .argument('<file>', 'canonical JSON, UBL, CII, FA(3) or a hybrid PDF')
    .addOption(
      new Option('--to <form>', 'the form to write').choices(CONVERSION_TARGETS).makeOptionMandatory(),
    )
    .option('--out <file>', 'write it there instead of standard output')
    .addOption(
      new Option('--attachments <how>', 'leave contents of attachments out of canonical JSON, or in')
        .choices(['reference', 'inline'])
        .default('reference'),
    )
    .option('--json', 'print the answer of POST /convert: also losses and totals')
    .option('--rules <folder>', 'the folder of installed packs (RULES_DIR)')
    .addHelpText(
      'after',
      `
What the new form does not say is told on standard error, and what rules it breaks: it is written all the same.
Exit code 0: converted; 1: it breaks rules of its form, the file is no invoice, or the form cannot state it; 2: it could not be checked.`,
    )
    .action(frame.act((file: string, options: ConvertOptions) => convertFile(file, options, frame)));
};

async function convertFile(file: string, options: ConvertOptions, frame: Frame): Promise<ExitCode> {
  const { terminal } = frame;
  const { to, out, attachments, json } = options;
  if (isPdf(to) && out === undefined && !json) throw new NotRun(`${to} is a PDF: name its file with --out.`);
  const order = { ...sourceOf(file), to, attachments };
  const conversion = await converting(readSyntaxes())(order);
  if (!conversion.converted) {
    terminal.note(`${file} is not converted to ${to}.`);
    printFindings(terminal, wordedBy(conversion.findings.map(findingEntry), ENGLISH.text));
    return EXIT.refused;
  }
  const judged = await judge(conversion, order, options, frame);
  const bytes = json
    ? jsonOf(wordedBy(conversionEntry(judged), ENGLISH.text))
    : (judged.file?.bytes ?? jsonOf(judged.document));
  if (out === undefined) terminal.bytes(bytes);
  else writeTo(out, bytes);
  if (!json) tell(judged, terminal);
  return codeOf(judged, to, terminal);
}

/** Without rule packs it is converted all the same. */
async function judge(
  converted: Converted,
  order: ConversionOrder,
  options: ConvertOptions,
  frame: Frame,
): Promise<Judged> {
  if (!hasRules(order.to)) return converted;
  const { env, terminal } = frame;
  try {
    const { openChecks } = await import('./check/offline-checks.ts');
    const checks = await openChecks(rulesDirOf(options, env), startThreads(1, frame), (line) =>
      terminal.note(line),
    );
    try {
      return await checkConverted(checks.examine, converted, order, { client: '', whenBusy: 'wait' });
    } finally {
      await checks.close();
    }
  } catch (error) {
    if (!(error instanceof NotRun)) throw error;
    terminal.note(error.message);
    return converted;
  }
}

/** As of `ids check`. */
function codeOf({ layers = [] }: Judged, to: ConversionTarget, terminal: Frame['terminal']): ExitCode {
  if (!hasRules(to)) return EXIT.done;
  const verdict = verdictOf(layers);
  switch (verdict.verdict) {
    case 'valid':
      return EXIT.done;
    case 'invalid':
      terminal.note(`It breaks rules of ${to}: it would be refused.`);
      return EXIT.refused;
    case 'not_run':
      terminal.note(`Whether it keeps the rules of ${to} is not known: ${ENGLISH.text(verdict.reason)}.`);
      return EXIT.notRun;
  }
}

const hasRules = (to: ConversionTarget): boolean => to !== 'canonical' && to !== 'view';

const isPdf = (to: ConversionTarget): boolean => to === 'facturx' || to === 'view';

/** A submission has its canonical invoice as a member. */
function sourceOf(file: string): Pick<ConversionOrder, 'bytes' | 'form'> {
  const bytes = readFileOf(file);
  const isJson =
    extname(file).toLowerCase() === '.json' || bytes.subarray(0, 200).toString().trimStart().startsWith('{');
  if (!isJson) return { bytes, form: 'file' };
  const opened = openBody(bytes);
  return { bytes: (opened.ok && opened.part('document')?.bytes) || bytes, form: 'canonical' };
}

const jsonOf = (value: unknown): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(value, undefined, 2)}\n`);

function writeTo(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes);
  } catch (error) {
    throw new NotRun(
      `${path} cannot be written (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

const WHY: Readonly<Record<Loss['why'], string>> = {
  'no-term': 'no term of EN 16931',
  again: 'its term has another value',
  unreadable: 'no value of its type',
  'no-member': 'no place in this form',
  'not-taken': 'not taken by this form',
  'by-reference': 'content left out',
};

function tell(
  { losses, furtherLosses, differences, furtherDifferences, findings, document }: Judged,
  terminal: Frame['terminal'],
): void {
  for (const { why, path, field, term, value } of losses)
    terminal.note(`lost     ${[term, path ?? field].filter(Boolean).join(' ')} = ${value} (${WHY[why]})`);
  if (furtherLosses > 0) terminal.note(`         Not listed: ${furtherLosses} more.`);
  for (const one of differences) terminal.note(`differs  ${differenceOf(one)}`);
  if (furtherDifferences > 0) terminal.note(`         Not listed: ${furtherDifferences} more.`);
  if (document)
    for (const { field = '', message } of findings)
      terminal.note(`refused  ${field}: ${ENGLISH.text(message)}`);
  else printFindings(terminal.beside, wordedBy(findings.map(findingEntry), ENGLISH.text));
}

const differenceOf = ({ term, field, path, stated, value }: Difference): string =>
  `${[term, field ?? path].filter(Boolean).join(' ')}: ${stated === undefined ? 'derived' : `${stated} in the file`}, ${value} here`;
