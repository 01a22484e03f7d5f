import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { statedTerms, textOf } from '../../../src/domain/documents/compare-terms.ts';
import type { Converted } from '../../../src/ports/converter.ts';
import { converted, done, termsOf } from '../../application/converting/round-trip.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { emptyFolder } from '../../support/folder.ts';
import { findJudge, itWith } from '../../support/judges.ts';
import { ran } from '../../support/programs.ts';
import { printCount } from '../counts.ts';
import { recordedCases } from '../verdicts/corpora.ts';
import { distinct } from '../verdicts/readings.ts';
import { readByFacturX, type ReadTerm } from './factur-x/terms.ts';

/** Suites with whole invoices in CII. */
const WHOLE = /^(?:cen-examples|facturx|fr-ctc|mustang|xrechnung-testsuite)/;
const MIN_COMPARED = 100;

/** Differences in what factur-x reads that no conversion has to tell. */
const EXPLAINED: readonly (readonly [line: RegExp, why: string])[] = [
  [/^\+BT-11-0=Projectreference$/, 'a text that the syntax demands, and no term'],
  [/^[-+]BT-(?:41|56)=/, 'theirs: joins the name of a contact and its department, which is told'],
  [
    /^\+BT-18=/,
    'theirs: keeps the last of two references without a scheme, ours the first; the other one is told',
  ],
  [/^\+BT-149=/, 'theirs: is read beside the net price only'],
];

/** Numbers without zeros at their end, dates without hyphens, no blanks: the syntaxes and readers differ in these. */
const plain = (value: string): string => {
  const own = value.replaceAll(/\s+/g, '');
  if (/^-?(?:\d+\.?\d*|\.\d+)$/.test(own) && own.length < 30) return new Decimal(own).toFixed();
  return own.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3');
};

/** What one reading has and the other one has not; `-` is only in the first. */
function differences(one: readonly ReadTerm[], other: readonly ReadTerm[]): readonly string[] {
  const keyOf = ({ term, value }: ReadTerm): string => `${term}=${plain(value)}`;
  const left = other.map(keyOf);
  const lines: string[] = [];
  for (const key of one.map(keyOf)) {
    const at = left.indexOf(key);
    if (at < 0) lines.push(`-${key}`);
    else left.splice(at, 1);
  }
  return [...lines, ...left.map((key) => `+${key}`)];
}

/** What a conversion tells: the values that the new file lacks, and those that it has by derivation. */
const toldBy = ({ losses, differences: derived }: Converted): ReadonlySet<string> =>
  new Set([
    ...losses.map(({ value }) => `-${plain(value)}`),
    ...derived.flatMap(({ stated, value }) => [
      `+${plain(value)}`,
      ...(stated === undefined ? [] : [`-${plain(stated)}`]),
    ]),
  ]);

const isTold = (line: string, told: ReadonlySet<string>): boolean =>
  told.has(line[0]! + line.slice(line.indexOf('=') + 1));

/** Hybrid PDFs: samples of publishers, and those that factur-x makes of recorded files. */
function hybridPdfs(folder: string): readonly string[] {
  const pairs: string[] = [];
  for (const { document } of recordedCases(
    ({ xsd_valid: fits, syntax, case: name }) => fits && syntax === 'cii' && WHOLE.test(name),
  )) {
    const stem = join(folder, String(pairs.length / 2));
    writeFileSync(`${stem}.xml`, document.bytes);
    pairs.push(`${stem}.xml`, `${stem}.pdf`);
  }
  const program = fileURLToPath(new URL('factur-x/make.py', import.meta.url));
  ran(`${findJudge('factur-x').folder}/bin/python`, [program, ...pairs]);
  const published = findJudge('hybrid-pdfs').folder;
  return [
    ...pairs.filter((file) => file.endsWith('.pdf') && existsSync(file)),
    ...readdirSync(published, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.startsWith('lib/') && name.endsWith('.pdf'))
      .map((name) => join(published, name)),
  ];
}

interface Again {
  readonly from: string;
  readonly to: string;
  readonly told: ReadonlySet<string>;
  /** By our reader. */
  readonly lines: readonly string[];
}

/** @returns undefined for what is no invoice of EN 16931: ZUGFeRD 1, levels without lines. */
async function convertedAgain(from: string, to: string): Promise<Again | undefined> {
  const bytes = new Uint8Array(readFileSync(from));
  const conversion = await converted(bytes, 'facturx');
  if (!conversion.converted) return undefined;
  writeFileSync(to, conversion.file!.bytes);
  const [before, after] = [await done(bytes, 'canonical'), await done(conversion.file!.bytes, 'canonical')];
  const read = ({ document }: Converted): readonly ReadTerm[] =>
    [...statedTerms(termsOf(document)).values()].map(({ term, value }) => ({ term, value: textOf(value) }));
  // What the file states otherwise than its terms add up to is told where it is read, and has no place in a reading.
  const computed = before.differences.map(({ value }) => `-${plain(value)}`);
  const told = new Set([...toldBy(conversion), ...computed]);
  return { from, to, told, lines: differences(read(before), read(after)) };
}

describeByReference('hybrid PDFs of others, converted to ours', () => {
  itWith(['factur-x', 'hybrid-pdfs'], 'state each term again, for factur-x, too, or it is told', async () => {
    const folder = emptyFolder();
    const conversions: Again[] = [];
    for (const from of hybridPdfs(folder.path)) {
      const again = await convertedAgain(from, join(folder.path, `again-${conversions.length}.pdf`));
      if (again) conversions.push(again);
    }
    const readings = readByFacturX(conversions.flatMap(({ from, to }) => [from, to]));
    folder.remove();
    const untold = (lines: readonly string[], told: ReadonlySet<string>) =>
      lines.filter((line) => !isTold(line, told));
    assert.deepEqual(distinct(conversions.flatMap(({ lines, told }) => untold(lines, told))), []);
    const theirs = conversions.flatMap(({ from, to, told }) =>
      untold(differences(readings.get(from) ?? [], readings.get(to) ?? []), told),
    );
    assert.deepEqual(distinct(theirs.filter((line) => !EXPLAINED.some(([own]) => own.test(line)))), []);
    assert.deepEqual(
      EXPLAINED.filter(([own]) => !theirs.some((line) => own.test(line))),
      [],
      'no file needs these any more',
    );
    assert.ok(conversions.length >= MIN_COMPARED, `${conversions.length} were converted`);
    printCount({ of: 'hybrid PDFs of others', unit: 'documents compared', count: conversions.length });
  });
});
