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
  delivery: 'Kills survived by invoices on their way',
  batches: 'Kills survived by batches',
  statuses: 'Kills survived by statuses, by route',
  reports: 'Kills survived by tax reports',
  webhooks: 'Kills survived by webhook deliveries',
  radar: 'Kills survived by radars',
  hostile: 'Hostile calls, documents and connections',
  documents: 'Documents written and read; wrong values in exports of connectors',
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
    'Written by `npm run proofs -- publish` from the newest run of each proof. Each row is what that run printed: how many of its tests passed and failed, and what it counted. A commit with `+` had changes. Languages, and programs that a user could take instead: [performance.md](performance.md) has the latter.',
    ...sections,
    '',
  ].join('\n\n');
}

const suiteOf = (proof: string): string => proof.split('/')[0] ?? proof;

const tableOf = (results: readonly Result[]): string =>
  [
    '| proof | tests | counted | seed | date | commit | again |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...results.map(
      ({ proof, seed, at, commit, command, ...result }) =>
        `| ${proof} | ${testsOf(result)} | ${cell(countsOf(result))} | ${seed} | ${at.slice(0, 10)} | ${commit} | \`${cell(command)}\` |`,
    ),
  ].join('\n');

const testsOf = ({ passed, failed, skipped }: Pick<Result, 'passed' | 'failed' | 'skipped'>): string =>
  [
    `${passed} passed`,
    ...(failed > 0 ? [`**${failed} failed**`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');

const NUMBERS = new Intl.NumberFormat('en');

const countsOf = ({ counts }: Pick<Result, 'counts'>): string =>
  counts.map(({ of, unit, count }) => `${of ? `${of}: ` : ''}${NUMBERS.format(count)} ${unit}`).join('; ');

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The largest count of each topic without a failure, in the order of the page. */
export function readmeOf(results: readonly Result[]): string {
  const lines = Object.entries(TOPICS).flatMap(([suite, title]) => {
    const counts = results
      .filter(({ proof, failed }) => suiteOf(proof) === suite && failed === 0)
      .flatMap(({ counts: own }) => own);
    const largest = counts.toSorted((one, other) => other.count - one.count)[0];
    return largest ? [`- ${title}: ${NUMBERS.format(largest.count)} ${largest.unit}`] : [];
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
