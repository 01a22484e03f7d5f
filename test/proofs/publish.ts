import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { type Result, keptResults } from './results.ts';

/** The suites by what they prove, in the order of the page; others follow under their names. */
const TOPICS: Readonly<Record<string, string>> = {
  conformance: 'Conformance with recorded verdicts of official validators',
  packs: 'Rule packs',
  restated: 'Invoices changed in pairs of rules, against the published rules',
  mutation: 'Mutated documents, against other rule engines',
  delivery: 'Invoices on their way, with processes that are killed',
  batches: 'Batches, with processes that are killed',
  statuses: 'Statuses to the other party, with processes that are killed',
  reports: 'Tax reports',
  webhooks: 'Webhook deliveries, with processes that are killed',
  radar: 'Radars over stored invoices, with processes that are killed',
  hostile: 'Hostile calls, documents and connections',
  documents: 'Documents and exports, with wrong values in each field',
  facturx: 'Hybrid PDFs, read by others',
};

const PAGE = 'docs/proof-counts.md';
const IN_README = { begin: '<!-- proof counts -->', end: '<!-- end of proof counts -->' };
const SHOWN_IN_README = 5;

/** Writes the page and the part of the README from the newest run of each proof. @returns what it has written. */
export async function publish(project: string, results: string): Promise<string> {
  const newest = newestOf(keptResults(results));
  await write(join(project, PAGE), pageOf(newest));
  const readme = join(project, 'README.md');
  await write(readme, withBlock(readFileSync(readme, 'utf8'), readmeOf(newest)));
  return `${PAGE}: ${newest.length} proofs`;
}

/** Runs that skipped all of their tests prove nothing. */
export function newestOf(results: readonly Result[]): readonly Result[] {
  const ran = results.filter(({ passed, failed }) => passed + failed > 0);
  const byProof = new Map(ran.map((result) => [result.proof, result]));
  return [...byProof.values()].sort((one, other) => (one.proof < other.proof ? -1 : 1));
}

export function pageOf(results: readonly Result[]): string {
  const suites = new Set([...Object.keys(TOPICS), ...results.map(({ proof }) => suiteOf(proof))]);
  const sections = [...suites].flatMap((suite) => {
    const own = results.filter(({ proof }) => suiteOf(proof) === suite);
    return own.length === 0 ? [] : [`## ${TOPICS[suite] ?? suite}\n\n${tableOf(own)}`];
  });
  return [
    '# Counts of proofs',
    [
      'Written by `npm run proofs -- publish` from the newest run of each proof. Each row is what that run printed: how many of its tests passed',
      'and failed, and what it counted. A commit with `+` had changes. Proofs that have not run since counts are kept are missing. Programs that',
      'a user could take instead: [performance.md](performance.md).',
    ].join('\n'),
    ...sections,
    '',
  ].join('\n\n');
}

const suiteOf = (proof: string): string => proof.split('/')[0] ?? proof;

/** A row for each count; a proof without one has a row, too. */
const tableOf = (results: readonly Result[]): string =>
  [
    '| proof | tests | counted | of | seed | date | commit | again |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...results.flatMap(({ proof, seed, at, commit, command, counts, ...result }) =>
      (counts.length > 0 ? counts : [undefined]).map((count) => {
        const counted = count ? `${NUMBERS.format(count.count)} ${count.unit}` : '';
        const cells = [proof, testsOf(result), counted, cell(count?.of ?? ''), seed, at.slice(0, 10), commit];
        return `| ${cells.join(' | ')} | \`${cell(command)}\` |`;
      }),
    ),
  ].join('\n');

const testsOf = ({ passed, failed, skipped }: Pick<Result, 'passed' | 'failed' | 'skipped'>): string =>
  [
    `${passed} passed`,
    ...(failed > 0 ? [`**${failed} failed**`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');

const NUMBERS = new Intl.NumberFormat('en');

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** What the proofs of a topic have counted together, by unit; of those without a failure, in the order of the page. */
export function readmeOf(results: readonly Result[]): string {
  const lines = Object.entries(TOPICS).flatMap(([suite, title]) => {
    const sums = new Map<string, number>();
    for (const { counts } of results.filter(({ proof, failed }) => suiteOf(proof) === suite && failed === 0))
      for (const { unit, count } of counts) sums.set(unit, (sums.get(unit) ?? 0) + count);
    const shown = [...sums].map(([unit, count]) => `${NUMBERS.format(count)} ${unit}`);
    return shown.length > 0 ? [`- ${title}: ${shown.join(', ')}`] : [];
  });
  return [
    ...lines.slice(0, SHOWN_IN_README),
    '',
    `All counts, with seed, date, commit and the command that repeats each: [${PAGE}](${PAGE}).`,
  ].join('\n');
}

function withBlock(readme: string, block: string): string {
  const [before, rest] = readme.split(IN_README.begin);
  const after = rest?.split(IN_README.end)[1];
  if (before === undefined || after === undefined) throw new Error(`README.md has no ${IN_README.begin}`);
  return `${before}${IN_README.begin}\n\n${block}\n\n${IN_README.end}${after}`;
}

async function write(path: string, text: string): Promise<void> {
  const config = await resolveConfig(path);
  writeFileSync(path, await format(text, { ...config, filepath: path }));
}
