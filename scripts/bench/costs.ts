import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { CALLERS, deliver } from './deliver.ts';
import { NETWORKS, OVER } from './delivery.ts';
import { emptyFolder } from './empty-folder.ts';
import type { InstantRoute } from './instant-routes/instant-route.ts';
import { mintKeys, PROJECT, type Running, startService } from './service-process.ts';
import { printTable, roundTo } from './table.ts';
import { WrittenPages } from './written-pages.ts';

const CLIENTS = 60;
const COUNTED = 200;
const WARM_UP = 100;
/** What follows the route's answer: the last commit and the end of the job. */
const END_MS = 1_000;

type Counts = Readonly<Record<string, number>>;

interface OfRoute {
  readonly alone: Counts;
  readonly together: Counts;
  /** KB of the log by table and index, with several callers. */
  readonly written: Counts;
}

/** What the main thread of the service does for one delivered invoice, counted. Counts do not depend on the machine. */
export async function costs(): Promise<void> {
  const counted = new Map<string, OfRoute>();
  for (const name of OVER) {
    const route = await NETWORKS[name as keyof typeof NETWORKS]();
    try {
      counted.set(name, await countOver(route));
    } finally {
      route.close();
    }
  }
  const columns = [...counted].flatMap(([route, { alone, together }]) =>
    [alone, together].map((counts, at) => ({ route, at, counts })),
  );
  const names = [...new Set(columns.flatMap(({ counts }) => Object.keys(counts)))].sort();
  printTable(
    `For one delivered invoice on SQLite, ${CLIENTS} clients: one caller, and ${CALLERS} callers`,
    ['', ...columns.map(({ route, at }) => `${route} ${at === 0 ? 1 : CALLERS}`)],
    names.map((name) => [name, ...columns.map(({ counts }) => roundTo(counts[name] ?? 0, 2))]),
  );
  printWritten([...counted].map(([route, { written }]) => ({ route, written })));
}

function printWritten(columns: readonly { readonly route: string; readonly written: Counts }[]): void {
  const sums = new Map<string, number>();
  for (const { written } of columns)
    for (const [name, kb] of Object.entries(written)) sums.set(name, (sums.get(name) ?? 0) + kb);
  const names = [...sums.keys()].sort((one, other) => sums.get(other)! - sums.get(one)!);
  const all = columns.map(({ written }) => Object.values(written).reduce((sum, kb) => sum + kb, 0));
  printTable(
    `KB of the log for one delivered invoice by table and index, ${CALLERS} callers`,
    ['', ...columns.map(({ route }) => route)],
    [
      ['all', ...all.map((kb) => roundTo(kb, 1))],
      ...names.map((name) => [name, ...columns.map(({ written }) => roundTo(written[name] ?? 0, 1))]),
    ],
  );
}

async function countOver(route: InstantRoute): Promise<OfRoute> {
  const folder = emptyFolder();
  const file = join(folder, 'costs.json');
  const counting = pathToFileURL(join(PROJECT, 'scripts/bench/count-costs.mjs')).href;
  const service = await startService(folder, { ...route.env, COSTS_FILE: file }, ['--import', counting]);
  try {
    const keys = await mintKeys(service, CLIENTS);
    await deliver([service], keys, WARM_UP, route);
    const alone = await countDelivered(service, file, () => deliver([service], keys, COUNTED, route, 1));
    const pages = new WrittenPages(join(folder, 'ids.db'));
    const together = await countDelivered(service, file, () => deliver([service], keys, COUNTED, route));
    const written = Object.entries(pages.end()).map(([name, kb]) => [name, kb / COUNTED] as const);
    return { alone, together, written: Object.fromEntries(written) };
  } finally {
    await service.stop();
  }
}

async function countDelivered(
  { child }: Running,
  file: string,
  run: () => Promise<unknown>,
): Promise<Counts> {
  await readCounts(child, file);
  await run();
  const all = await readCounts(child, file);
  const sql = Object.entries(all).filter(([name]) => name.startsWith('sql '));
  const statements = sql.reduce((sum, [, count]) => sum + count, 0);
  const each = Object.entries({ ...all, 'statements, all': statements });
  return Object.fromEntries(each.map(([name, count]) => [name, count / COUNTED]));
}

async function readCounts(child: Running['child'], file: string): Promise<Counts> {
  await pause(END_MS);
  child.kill('SIGUSR2');
  while (!existsSync(file)) await pause(5);
  const counts = JSON.parse(readFileSync(file, 'utf8')) as Counts;
  rmSync(file);
  return counts;
}
