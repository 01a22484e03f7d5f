/** Measures what a user could take instead, on the same documents: `npm run bench -- peers`. Nothing is asserted. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installJudges } from '../install.ts';
import { findJudge, JUDGES, PEERS } from '../../support/judges.ts';
import { Documents, type Size } from '../../../scripts/bench/documents.ts';
import { benchRules } from '../../../scripts/bench/rules-folder.ts';
import { PROJECT } from '../../../scripts/bench/service-process.ts';
import { printTable, roundTo } from '../../../scripts/bench/table.ts';
import { measuredRun } from './measured-run.ts';
import { type Given, LEFT_OUT, PEER_PROGRAMS, type PeerProgram } from './peer-programs.ts';
import { xrechnungCases } from './recorded-cases.ts';

const START = '<!-- peers: npm run bench -- peers -->';
const END = '<!-- end of peers -->';
const HEADER = ['program', 'checks', 'start', '21 KB', '110 KB', '1 MB', 'memory at 1 MB', 'agreement'];
const SIZES = ['21 KB', '110 KB', '1 MB'] as const satisfies readonly Size[];
/** Enough that a virtual machine is warm for most of them. */
const MEASURED: Readonly<Record<(typeof SIZES)[number], number>> = { '21 KB': 100, '110 KB': 30, '1 MB': 5 };

const reference = resolve(PROJECT, process.env['REFERENCE_DATA'] ?? '../shared');
const folder = mkdtempSync(join(tmpdir(), 'bench-peers-'));
const documents = new Documents();
const load = loadavg()[0] ?? 0;

try {
  await installJudges([...PEERS, ...JUDGES.filter(({ name }) => name === 'mustang')]);
  const rules = (await benchRules()).folder;
  const rows: string[][] = [];
  for (const peer of PEER_PROGRAMS) {
    rows.push(await rowOf(peer, rules));
    // A long run that is broken off leaves what it has measured.
    writePage(rows);
  }
  printTable('Peers: processor ms a document, MB', HEADER, rows);
} finally {
  documents.remove();
  rmSync(folder, { recursive: true });
}

async function rowOf(peer: PeerProgram, rules: string): Promise<string[]> {
  const judge = peer.judge === undefined ? undefined : findJudge(peer.judge);
  if (judge?.missing !== undefined) return [peer.name, judge.missing, ...HEADER.slice(2).map(() => '–')];
  const run = async (files: readonly string[]) => {
    const list = join(folder, 'files.txt');
    writeFileSync(list, files.join('\n'));
    const official = join(reference, 'official');
    const given: Given = { files, list, folder: judge?.folder ?? '', rules, official };
    const [program, ...args] = peer.command(given);
    return measuredRun(program, args);
  };
  const times: string[] = [];
  let start = Infinity;
  let memory = 0;
  for (const size of SIZES) {
    const files = documents
      .of(size)
      .slice(0, MEASURED[size])
      .map(({ file }) => file);
    const one = await run(files.slice(0, 1));
    const all = await run(files);
    start = Math.min(start, one.cpuMs);
    memory = all.peakMb;
    const isAnswered = verdictsOf(peer, all.output).size === files.length;
    times.push(isAnswered ? roundTo((all.cpuMs - one.cpuMs) / (files.length - 1)) : '–');
  }
  return [
    peer.name,
    peer.checks,
    roundTo(start / 1000, 1),
    ...times,
    roundTo(memory, 0),
    await agreement(peer, run),
  ];
}

async function agreement(
  peer: PeerProgram,
  run: (files: readonly string[]) => ReturnType<typeof measuredRun>,
): Promise<string> {
  const recorded = xrechnungCases(reference);
  const { output } = await run([...recorded.keys()]);
  const found = verdictsOf(peer, output);
  const answered = [...recorded].filter(([file]) => found.has(file));
  const equal = answered.filter(([file, verdict]) => found.get(file) === verdict);
  const accepted = answered.filter(([file, verdict]) => verdict === 'invalid' && found.get(file) === 'valid');
  const unanswered = recorded.size - answered.length;
  return `${equal.length} of ${recorded.size}, ${accepted.length} invalid accepted${unanswered > 0 ? `, ${unanswered} without a verdict` : ''}`;
}

/** A peer that has ended with an error has given none. */
function verdictsOf(peer: PeerProgram, output: string): ReturnType<PeerProgram['verdicts']> {
  try {
    return peer.verdicts(output);
  } catch {
    return new Map();
  }
}

/** Between the marks of the page. */
function writePage(rows: readonly (readonly string[])[]): void {
  const page = join(PROJECT, 'docs/performance.md');
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [HEADER, HEADER.map(() => '---'), ...rows].map(line).join('\n');
  const leftOut = Object.entries(LEFT_OUT).map(([name, why]) => `- ${name}: ${why}.`);
  const day = new Date().toISOString().slice(0, 10);
  const text = `Measured on ${day} at a load of ${roundTo(load, 1)} before the run, ${process.platform} ${process.arch}, Node ${process.versions.node}.`;
  const written = [text, table, leftOut.join('\n')].join('\n\n');
  const before = readFileSync(page, 'utf8');
  const [head = '', rest = ''] = before.split(START);
  const tail = rest.split(END)[1] ?? '';
  writeFileSync(page, `${head}${START}\n\n${written}\n\n${END}${tail}`);
}
