import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Option } from 'commander';
import { conversionEntry } from '../adapters/http/call/conversions.ts';
import { findingEntry } from '../adapters/http/call/reports.ts';
import { converting } from '../adapters/pdf/print.ts';
import { openBody } from '../application/reading/opened-body.ts';
import type { Difference, Loss } from '../domain/documents/loss.ts';
import {
  CONVERSION_TARGETS,
  type ConversionOrder,
  type Converted,
  type ConversionTarget,
} from '../ports/converter.ts';
import { wordedBy } from '../domain/words/texts.ts';
import { readSyntaxes } from '../processes/syntaxes.ts';
import { ENGLISH } from './frame/english.ts';
import { readFileOf } from './frame/files.ts';
import { printFindings } from './frame/findings.ts';
import type { Define, Frame } from './frame/frame.ts';
import { EXIT, type ExitCode, NotRun } from './frame/endings.ts';

interface ConvertOptions {
  readonly to: ConversionTarget;
  readonly out?: string;
  readonly attachments: ConversionOrder['attachments'];
  readonly json?: boolean;
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
    .addHelpText(
      'after',
      '\nWhat the new form does not say is told on standard error.\nExit code 0: converted; 1: the file is no invoice, or the form cannot state it.',
    )
    .action(frame.act((file: string, options: ConvertOptions) => convertFile(file, options, frame)));
};

async function convertFile(file: string, options: ConvertOptions, { terminal }: Frame): Promise<ExitCode> {
  const { to, out, attachments, json } = options;
  if (isPdf(to) && out === undefined && !json) throw new NotRun(`${to} is a PDF: name its file with --out.`);
  const conversion = await converting(readSyntaxes())({ ...sourceOf(file), to, attachments });
  if (!conversion.converted) {
    terminal.note(`${file} is not converted to ${to}.`);
    printFindings(terminal, wordedBy(conversion.findings.map(findingEntry), ENGLISH.text));
    return EXIT.refused;
  }
  const bytes = json
    ? jsonOf(wordedBy(conversionEntry(conversion), ENGLISH.text))
    : (conversion.file?.bytes ?? jsonOf(conversion.document));
  if (out === undefined) terminal.bytes(bytes);
  else writeTo(out, bytes);
  if (!json) tell(conversion, terminal);
  return EXIT.done;
}

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
  { losses, furtherLosses, differences, furtherDifferences, findings }: Converted,
  terminal: Frame['terminal'],
): void {
  for (const { why, path, field, term, value } of losses)
    terminal.note(`lost     ${[term, path ?? field].filter(Boolean).join(' ')} = ${value} (${WHY[why]})`);
  if (furtherLosses > 0) terminal.note(`         ${furtherLosses} more are not listed.`);
  for (const one of differences) terminal.note(`differs  ${differenceOf(one)}`);
  if (furtherDifferences > 0) terminal.note(`         ${furtherDifferences} more are not listed.`);
  for (const { field = '', message } of findings)
    terminal.note(`refused  ${field}: ${ENGLISH.text(message)}`);
}

const differenceOf = ({ term, field, path, stated, value }: Difference): string =>
  `${[term, field ?? path].filter(Boolean).join(' ')}: ${stated === undefined ? 'derived' : `${stated} in the file`}, ${value} here`;
