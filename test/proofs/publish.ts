import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Count } from './counts.ts';
import { type Result, commitInHistory, keptResults } from './results.ts';

/** The suites by what they prove, in the order of the page; others follow under their names. The README shows the first ones. */
const TOPICS: Readonly<Record<string, string>> = {
  conformance: 'Conformance with recorded verdicts of official validators',
  delivery: 'Invoices on their way, with processes that are killed',
  hostile: 'Hostile calls, documents and connections',
  mutation: 'Mutated documents, against other rule engines',
  documents: 'Documents and exports, with wrong values in each field',
  words: 'Texts for people in other languages',
  peers: 'Programs that a user could take instead, on the same documents',
  restated: 'Invoices changed in pairs of rules, against the published rules',
  radar: 'Radars over stored invoices, with processes that are killed',
  packs: 'Rule packs',
  batches: 'Batches, with processes that are killed',
  statuses: 'Statuses to the other party, with processes that are killed',
  reports: 'Tax reports',
  webhooks: 'Webhook deliveries, with processes that are killed',
  facturx: 'Hybrid PDFs, read by others',
};

/** Suites, and proofs by the beginning of their names, whose counts the page promises: if no run has counted them, the page says so. */
const PROMISED = [
  ...[
    'conformance',
    'delivery',
    'hostile',
    'restated',
    'mutation',
    'documents/wrong-exports',
    'words',
    'peers',
  ],
  ...['radar', 'statuses', 'reports'],
];

/** What these have counted is of other programs, or no sum. */
const NOT_ADDED_UP: ReadonlySet<string> = new Set(['peers']);

/** Of this machine, not of git. */
const PAGE = 'runs/proof-counts.md';
const IN_README = { begin: '<!-- proof counts -->', end: '<!-- end of proof counts -->' };
const SHOWN_IN_README = 5;

/** What is told of a run. */
export type Published = Omit<Result, 'seconds'>;

/**
 * Writes the page and the part of the README from the newest run of each proof of a commit in the history. A topic that has not run on this
 * machine keeps its line of the README. @returns what it has written.
 */
export async function publish(project: string, results: string): Promise<string> {
  const ofHistory = keptResults(results).flatMap((result): readonly Published[] => {
    const commit = commitInHistory(project, result.commit);
    return commit === undefined ? [] : [{ ...result, commit }];
  });
  const newest = newestOf(ofHistory);
  const page = join(project, PAGE);
  mkdirSync(dirname(page), { recursive: true });
  await write(page, pageOf(newest));
  const readme = join(project, 'README.md');
  const text = readFileSync(readme, 'utf8');
  await write(readme, withBlock(text, readmeOf(newest, text)));
  return `${PAGE}: ${newest.length} proofs`;
}

/**
 * One of each proof, volume and choice of options: of the newest day, and of the runs of a day the last one. Runs that skipped all of their
 * tests prove nothing.
 */
export function newestOf(results: readonly Published[]): readonly Published[] {
  const ran = results
    .filter(({ passed, failed }) => passed + failed > 0)
    .toSorted((one, other) => dayOf(one).localeCompare(dayOf(other)));
  const byProof = new Map(ran.map((result) => [kindOf(result), result]));
  return [...byProof.values()].sort((one, other) => (kindOf(one) < kindOf(other) ? -1 : 1));
}

const dayOf = ({ at }: Published): string => at.slice(0, 10);

const kindOf = ({ proof, command }: Published): string => `${proof} ${command.replace(/ --seed \S+/, '')}`;

export function pageOf(results: readonly Published[]): string {
  const suites = new Set([...Object.keys(TOPICS), ...results.map(({ proof }) => suiteOf(proof))]);
  const sections = [...suites].flatMap((suite) => {
    const own = results.filter(({ proof }) => suiteOf(proof) === suite);
    const counted = own.filter(({ counts }) => counts.length > 0);
    const missing = PROMISED.filter(
      (name) => suiteOf(name) === suite && !counted.some(({ proof }) => proof.startsWith(name)),
    );
    const rows = [...missing.map(uncounted), ...rowsOf(own)];
    return rows.length === 0 ? [] : [`## ${TOPICS[suite] ?? suite}\n\n${tableOf(rows)}`];
  });
  return [
    '# Counts of proofs',
    [
      'Written by `npm run proofs -- publish` from the newest run of each proof. Each row is what that run printed: how many of its tests passed',
      'and failed, and what it counted. A commit with `*` was rebased since. Runs of other code are left out. A topic without any count has a row',
      'that says so. Programs that a user could take instead, by size: [performance.md](../docs/performance.md).',
    ].join('\n'),
    ...sections,
    '',
  ].join('\n\n');
}

const suiteOf = (proof: string): string => proof.split('/')[0] ?? proof;

const tableOf = (rows: readonly string[]): string =>
  [
    '| proof | tests | counted | of | seed | date | commit | again |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');

const uncounted = (name: string): string =>
  `| ${name} | | not counted by a kept run | | | | | \`npm run proofs -- ${name}\` |`;

/** A row for each count; a proof without one has a row, too. */
const rowsOf = (results: readonly Published[]): readonly string[] =>
  results.flatMap(({ proof, seed, at, commit, command, counts, ...result }) =>
    (counts.length > 0 ? counts : [undefined]).map((count) => {
      const counted = count ? `${NUMBERS.format(count.count)} ${count.unit}` : '';
      const cells = [proof, testsOf(result), counted, cell(count?.of ?? ''), seed, at.slice(0, 10), commit];
      return `| ${cells.join(' | ')} | \`${cell(command)}\` |`;
    }),
  );

const testsOf = ({ passed, failed, skipped }: Pick<Result, 'passed' | 'failed' | 'skipped'>): string =>
  [
    `${passed} passed`,
    ...(failed > 0 ? [`**${failed} failed**`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');

const NUMBERS = new Intl.NumberFormat('en');

const cell = (text: string): string => text.replaceAll('|', '\\|');

/**
 * What the proofs of a topic have counted together, by unit; of those without a failure, in the order of the page. Of a proof that was run
 * with two volumes the greater one counts.
 * @param readme whose lines stay where nothing was counted.
 */
export function readmeOf(results: readonly Published[], readme = ''): string {
  const present = readme.split('\n');
  const lines = Object.entries(TOPICS).flatMap(([suite, title]) => {
    if (NOT_ADDED_UP.has(suite)) return [];
    const greatest = new Map<string, Count>();
    for (const { proof, counts } of results.filter(
      (result) => suiteOf(result.proof) === suite && result.failed === 0,
    ))
      for (const [key, count] of counts.map((one) => [`${proof} ${one.of} ${one.unit}`, one] as const))
        if (count.count >= (greatest.get(key)?.count ?? 0)) greatest.set(key, count);
    const sums = new Map<string, number>();
    for (const { unit, count } of greatest.values()) sums.set(unit, (sums.get(unit) ?? 0) + count);
    const shown = [...sums].map(([unit, count]) => `${NUMBERS.format(count)} ${unit}`);
    const begin = `- ${title}: `;
    return shown.length > 0 ? [begin + shown.join(', ')] : present.filter((line) => line.startsWith(begin));
  });
  return [
    ...lines.slice(0, SHOWN_IN_README),
    '',
    `\`npm run proofs -- publish\` writes these from the newest runs, and all counts, with seed, date, commit and the command that repeats each, to \`${PAGE}\`.`,
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
