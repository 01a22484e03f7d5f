import { markup, page } from '../../adapters/http/reference/page.ts';
import { type Report, reportBody } from '../../adapters/http/reference/report-page.ts';
import { attribute, escapeText } from '../../domain/documents/xml.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { Worded } from 'en16931-rules/vocabulary/message.ts';
import { ENGLISH } from '../frame/english.ts';
import type { Terminal } from '../frame/terminal.ts';
import { printFindings } from '../frame/findings.ts';
import type { CheckedFile } from './check-file.ts';

type Verdict = 'valid' | 'invalid' | 'not run';
type Coming = NonNullable<Worded<Report>['next']>[number];
type Found = Worded<Report>['layers'][number]['findings'][number];

export const verdictOf = (checked: CheckedFile): Verdict => {
  if ('notRun' in checked) return 'not run';
  const { valid, layers } = checked.report;
  return valid ? 'valid' : layers.some(({ outcome }) => outcome === 'invalid') ? 'invalid' : 'not run';
};

export const findingsOf = (checked: CheckedFile): readonly Found[] =>
  'notRun' in checked ? [] : checked.report.layers.flatMap(({ findings }) => findings);

/** What else a route would check in a file that was judged for none; undefined if nothing was left out. */
function leftOutOf(checked: CheckedFile): string | undefined {
  if (!('leftOut' in checked) || !checked.leftOut) return undefined;
  const left = checked.leftOut.map(({ route, layers }) => `${layers.join(', ')} of ${route}`);
  return `Judged for no route, so these rules were not run: ${left.join('; ')}. --route names a route.`;
}

/** Why it is not known whether a file is valid. */
function missingOf(checked: CheckedFile): string {
  if ('notRun' in checked) return checked.notRun;
  const missing = checked.report.layers.filter(({ outcome }) => outcome === 'not_run');
  return missing
    .map(({ layer, reason }) => `${layer} was not run: ${reason ?? 'an earlier layer refused it'}`)
    .join('; ');
}

const MAX_ROUTE_LENGTH = Math.max(...ROUTES.map((route) => route.length));
const STYLES = { valid: 'green', invalid: 'red', 'not run': 'yellow' } as const;

interface ListForm {
  /** Of many files: without remarks that change nothing. */
  readonly isBrief: boolean;
  /** Of the longest name. */
  readonly width: number;
}

const VERDICT_WIDTH = 7;

export function printChecked(checked: CheckedFile, terminal: Terminal, { isBrief, width }: ListForm): void {
  const verdict = verdictOf(checked);
  const route = 'report' in checked ? (checked.report.route ?? '') : '';
  const aligned = width + MAX_ROUTE_LENGTH + VERDICT_WIDTH + 4 <= terminal.width;
  const file = aligned && route !== '' ? checked.file.padEnd(width) : checked.file;
  const indent = ' '.repeat(VERDICT_WIDTH + 2);
  terminal.row([terminal.paint(STYLES[verdict], verdict.padEnd(VERDICT_WIDTH)), file, route], indent);
  printFindings(
    terminal,
    findingsOf(checked).filter(({ severity }) => !isBrief || severity !== 'information'),
  );
  if (verdict === 'not run') terminal.prose(missingOf(checked), indent);
  const leftOut = leftOutOf(checked);
  if (leftOut !== undefined) terminal.prose(leftOut, indent);
  for (const { layer, indeterminate } of 'report' in checked ? checked.report.layers : [])
    if (indeterminate)
      terminal.prose(
        `${layer} is INDETERMINATE: the published rules end with ${indeterminate.error} on this file.`,
        indent,
      );
  for (const { pack, own_rules_not_run: own = [] } of 'report' in checked ? checked.report.layers : [])
    if (own.length > 0)
      terminal.prose(
        `${pack?.id} ${pack?.version} judges, so own rules were not run: ${own.join(', ')}.`,
        indent,
      );
  if ('report' in checked)
    for (const coming of checked.report.next ?? []) printComing(coming, terminal, indent);
}

/** What changes once another pack is in force; nothing if its verdict is the same. */
function printComing({ day, packs, ...coming }: Coming, terminal: Terminal, indent: string): void {
  const findings = [...coming.appear, ...coming.change.map(({ finding }) => finding)];
  if (findings.length + coming.disappear.length + coming.move.length === 0) return;
  const named = packs.map(({ pack }) => (pack ? `${pack.id} ${pack.version}` : '')).join(', ');
  const verdict = coming.valid ? 'valid' : 'invalid';
  terminal.row([`From ${day} on by ${named}: ${verdict}.`], indent);
  printFindings(terminal, findings);
  for (const { finding, from } of coming.move)
    terminal.prose(
      `${finding.code} is now at another place: ${placeOf(finding)}, before ${placeOf(from)}.`,
      indent,
    );
  if (coming.disappear.length > 0)
    terminal.prose(`No longer found: ${coming.disappear.map(({ code }) => code).join(', ')}.`, indent);
}

export const jsonReport = (all: readonly CheckedFile[]): string =>
  JSON.stringify(
    all.map((checked) =>
      'notRun' in checked
        ? { file: checked.file, valid: null, reason: checked.notRun }
        : {
            file: checked.file,
            ...checked.report,
            ...(checked.leftOut && { rules_not_run: checked.leftOut }),
          },
    ),
    undefined,
    2,
  );

const placeOf = ({ field, location }: Pick<Found, 'field' | 'location'>): string =>
  field ?? location?.xpath ?? 'the document';

const inLine = ({ code, message, field, location }: Found): string =>
  [`[${code}]`, field ?? location?.xpath, message].filter(Boolean).join(' ');

/** JUnit's XML as CI servers read it: a file is a test, an error fails it, a check that was not run is its error. */
export function junitReport(all: readonly CheckedFile[]): string {
  const count = (verdict: Verdict): number => all.filter((one) => verdictOf(one) === verdict).length;
  const cases = all.map((checked) => {
    const errors = findingsOf(checked).filter(({ severity }) => severity === 'error');
    const verdict = verdictOf(checked);
    const body =
      verdict === 'invalid'
        ? `<failure${attribute('message', errors[0]?.code ?? '')} type="invalid">${escapeText(errors.map(inLine).join('\n'))}</failure>`
        : verdict === 'not run'
          ? `<error${attribute('message', missingOf(checked))} type="not run"/>`
          : '';
    const leftOut = leftOutOf(checked);
    const output = leftOut === undefined ? '' : `<system-out>${escapeText(leftOut)}</system-out>`;
    return `    <testcase${attribute('name', checked.file)} classname="ids.check">${body}${output}</testcase>`;
  });
  const totals = `tests="${all.length}" failures="${count('invalid')}" errors="${count('not run')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="ids check" ${totals}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

const LEVELS = { error: 'error', warning: 'warning', information: 'note' } as const;

/** SARIF 2.1.0 (OASIS), which editors and GitHub show beside the lines. */
export function sarifReport(all: readonly CheckedFile[], version: string): string {
  const results = all.flatMap((checked) =>
    findingsOf(checked).map((finding) => sarifResult(checked.file, finding)),
  );
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  const notRun = all.filter((one) => verdictOf(one) === 'not run');
  const notifications = [
    ...notRun.map((checked) => notification('error', missingOf(checked), checked)),
    ...all.flatMap((checked) => {
      const leftOut = leftOutOf(checked);
      return leftOut === undefined ? [] : [notification('note', leftOut, checked)];
    }),
  ];
  return JSON.stringify(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'ids check', version, rules: ids.map((id) => ({ id })) } },
          invocations: [
            {
              executionSuccessful: notRun.length === 0,
              toolExecutionNotifications: notifications,
            },
          ],
          results,
        },
      ],
    },
    undefined,
    2,
  );
}

const notification = (level: 'error' | 'note', text: string, { file }: CheckedFile) => ({
  level,
  message: { text },
  locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }],
});

function sarifResult(file: string, { code, severity, message, field, location, fix_hint: hint }: Found) {
  const { line, column, xpath } = location ?? {};
  const logical = field ?? xpath;
  const region =
    line === undefined
      ? undefined
      : { startLine: line, ...(column !== undefined && { startColumn: column }) };
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: hint !== undefined && !message.includes(hint) ? `${message} ${hint}` : message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...(region && { region }) },
        ...(logical !== undefined && { logicalLocations: [{ fullyQualifiedName: logical }] }),
      },
    ],
  };
}

const uriOf = (file: string): string => file.split(/[\\/]/).map(encodeURIComponent).join('/');

export function htmlReport(all: readonly CheckedFile[]): string {
  const rows = all.map(
    (checked, at) =>
      markup`<tr><td><a href="#f${at}">${checked.file}</a></td><td>${verdictOf(checked)}</td><td>${findingsOf(checked).length}</td></tr>`,
  );
  const bodies = all.map((checked, at) => {
    const body = 'notRun' in checked ? markup`<p>${checked.notRun}</p>` : reportBody(checked.report, ENGLISH);
    const leftOut = leftOutOf(checked);
    return markup`<section id="f${at}"><h2>${checked.file}</h2>${leftOut === undefined ? '' : markup`<p>${leftOut}</p>`}${body}</section>`;
  });
  return page(
    'Checked invoices',
    markup`<table><tr><th>File</th><th>Verdict</th><th>Findings</th></tr>${rows}</table>${bodies}`,
    ENGLISH,
  );
}
