import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Agent } from 'undici';
import { emptyFolder } from './empty-folder.ts';
import { printProfiles, profile } from './profile.ts';
import { type Running, invoiceBody, mintKeys, start, startService } from './service-process.ts';
import { median, printTable, roundTo } from './table.ts';
import { programFile } from 'en16931-rules/packs/project-folder.ts';

/** Enough for the rate limit of each (20 a second) on any machine. */
const CLIENTS = 90;
const CALLS = 600;
/** V8 compiles what an intake runs once per call after some thousand calls. */
const WARM_UP = 6;
/** Even, so that each of the two goes first equally often: a disk still works on the previous writes. */
const ROUNDS = 6;

/** By callers: how many times as long as the bare route POST /invoices may take. */
const GOALS: readonly (readonly [callers: number, times: number])[] = [
  [1, 2],
  [8, 1.5],
  [32, 1.2],
];
const PAGE = Buffer.alloc(4096, 1);

const { PROFILES } = process.env;

/** POST /invoices to 202 against a bare Express route that writes one record durably to the same store. */
export async function intake(): Promise<void> {
  const folder = emptyFolder();
  const program = programFile('scripts/bench/bare-route.ts');
  const bareArgs = (port: number) => [program, join(folder, 'bare.db'), String(port)];
  const bare = await start(bareArgs, {}, folder);
  const options = PROFILES ? profile(resolve(PROFILES)) : [];
  const service = await startService(folder, { ROLE: 'api' }, options);
  try {
    const keys = await mintKeys(service, CLIENTS);
    const rows: string[][] = [];
    // Code of both is warm before any round counts.
    for (let round = 0; round < WARM_UP; round++)
      for (const target of [bare, service]) await callsPerSecond(target, 8, keys);
    const flushes: number[] = [];
    for (const [callers, goal] of GOALS) {
      const theirs = { target: bare, rates: [] as number[] };
      const ours = { target: service, rates: [] as number[] };
      const both = [theirs, ours];
      for (let round = 0; round < ROUNDS; round++) {
        flushes.push(flushMs(folder));
        for (const one of round % 2 === 0 ? both : both.toReversed())
          one.rates.push(await callsPerSecond(one.target, callers, keys));
      }
      const [bareRate, rate] = [median(theirs.rates), median(ours.rates)];
      rows.push([
        String(callers),
        roundTo(bareRate, 0),
        roundTo(rate, 0),
        `${roundTo(bareRate / rate)}×`,
        `${goal}×`,
      ]);
    }
    printTable(
      `POST /invoices to 202 on SQLite; the disk flushes a page in ${roundTo(median(flushes))} ms`,
      ['callers', 'bare/s', 'ours/s', 'cost', 'goal'],
      rows,
    );
  } finally {
    await bare.stop();
    await service.stop();
  }
  if (PROFILES) printProfiles(resolve(PROFILES));
}

/** Both wait once for the disk, so a slow one hides the cost of everything else. */
function flushMs(folder: string): number {
  const file = openSync(join(folder, 'flushed'), 'w');
  const times = Array.from({ length: 20 }, () => {
    writeSync(file, PAGE, 0, PAGE.length, 0);
    const started = performance.now();
    fdatasyncSync(file);
    return performance.now() - started;
  });
  closeSync(file);
  return median(times);
}

let sent = 0;

async function callsPerSecond(target: Running, callers: number, keys: readonly string[]): Promise<number> {
  const agent = new Agent({ connections: callers, pipelining: 1 });
  const bodies = Array.from({ length: CALLS }, () => invoiceBody(sent++));
  const offset = sent;
  let next = 0;
  const started = performance.now();
  const caller = async (): Promise<void> => {
    while (next < CALLS) {
      const index = next++;
      const answer = await agent.request({
        origin: target.url,
        path: '/invoices',
        method: 'POST',
        headers: {
          authorization: `Bearer ${keys[index % keys.length]}`,
          'content-type': 'application/json',
          'idempotency-key': `bench-key-${offset}-${index}`,
        },
        body: bodies[index]!,
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - started) / 1000;
  await agent.close();
  return CALLS / seconds;
}
