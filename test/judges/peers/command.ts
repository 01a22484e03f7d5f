/** Measures what a user could take instead, on the same documents: `npm run bench -- peers`. Nothing is asserted. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Size } from '../../../scripts/bench/documents.ts';
import { PROJECT } from '../../../scripts/bench/service-process.ts';
import { printTable, roundTo } from '../../../scripts/bench/table.ts';
import { findJudge, JUDGES, PEERS } from '../../support/judges.ts';
import { installJudges } from '../install.ts';
import { type Agreement, PeerBench, type Speed } from './measure-peer.ts';
import { LEFT_OUT, PEER_PROGRAMS, type PeerProgram } from './peer-programs.ts';

const START = '<!-- peers: npm run bench -- peers -->';
const END = '<!-- end of peers -->';
const HEADER = ['program', 'checks', 'start', '21 KB', '110 KB', '1 MB', 'memory at 1 MB', 'agreement'];
const SIZES = ['21 KB', '110 KB', '1 MB'] as const satisfies readonly Size[];
/** How many documents of a size are measured. */
const MEASURED: Readonly<Record<(typeof SIZES)[number], number>> = {
  '21 KB': 300,
  '110 KB': 100,
  '1 MB': 10,
};

const load = loadavg()[0] ?? 0;

const peers = new Set(PEER_PROGRAMS.map(({ judge }) => judge));
await installJudges([...PEERS, ...JUDGES.filter(({ name }) => peers.has(name))]);
const bench = await PeerBench.open();
try {
  const rows: string[][] = [];
  for (const peer of PEER_PROGRAMS) {
    rows.push(await rowOf(bench, peer));
    // A long run that is broken off leaves what it has measured.
    writePage(rows);
  }
  printTable('Peers: processor ms a document, MB', HEADER, rows);
} finally {
  bench.remove();
}

async function rowOf(bench: PeerBench, peer: PeerProgram): Promise<string[]> {
  const missing = peer.judge === undefined ? undefined : findJudge(peer.judge).missing;
  if (missing !== undefined) return [peer.name, missing, ...HEADER.slice(2).map(() => '–')];
  const speeds: Speed[] = [];
  for (const size of SIZES) speeds.push(await bench.speed(peer, size, MEASURED[size]));
  return [
    peer.name,
    peer.checks,
    roundTo(Math.min(...speeds.map(({ startMs }) => startMs)) / 1000, 1),
    ...speeds.map(({ perDocumentMs }) => (perDocumentMs === undefined ? '–' : roundTo(perDocumentMs))),
    roundTo(speeds.at(-1)?.peakMb ?? 0, 0),
    inWords(await bench.agreement(peer)),
  ];
}

function inWords({ equal, recorded, invalidAccepted, unanswered }: Agreement): string {
  const withoutVerdict = unanswered > 0 ? `, ${unanswered} without a verdict` : '';
  return `${equal} of ${recorded}, ${invalidAccepted} invalid accepted${withoutVerdict}`;
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
