import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { CALLERS, deliver } from './deliver.ts';
import { NETWORKS, OVER } from './delivery.ts';
import type { InstantRoute } from './instant-routes/instant-route.ts';
import { mintKeys, PROJECT, type Running, startService } from './service-process.ts';
import { printTable, roundTo } from './table.ts';

const CLIENTS = 60;
const COUNTED = 200;
const WARM_UP = 100;
/** What follows the route's answer: the last commit and the end of the job. */
const END_MS = 1_000;

type Counts = Readonly<Record<string, number>>;

/** What the main thread of the service does for one delivered invoice, counted. Counts do not depend on the machine. */
export async function costs(): Promise<void> {
  const counted = new Map<string, readonly [alone: Counts, together: Counts]>();
  for (const name of OVER) {
    const route = await NETWORKS[name as keyof typeof NETWORKS]();
    try {
      counted.set(name, await countOver(route));
    } finally {
      route.close();
    }
  }
  const columns = [...counted].flatMap(([route, modes]) =>
    modes.map((counts, at) => ({ route, at, counts })),
  );
  const names = [...new Set(columns.flatMap(({ counts }) => Object.keys(counts)))].sort();
  printTable(
    `For one delivered invoice on SQLite, ${CLIENTS} clients: one caller, and ${CALLERS} callers`,
    ['', ...columns.map(({ route, at }) => `${route} ${at === 0 ? 1 : CALLERS}`)],
    names.map((name) => [name, ...columns.map(({ counts }) => roundTo(counts[name] ?? 0, 2))]),
  );
}

async function countOver(route: InstantRoute): Promise<readonly [Counts, Counts]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-costs-'));
  const file = join(folder, 'costs.json');
  const counting = pathToFileURL(join(PROJECT, 'scripts/bench/count-costs.mjs')).href;
  const service = await startService(folder, { ...route.env, COSTS_FILE: file }, ['--import', counting]);
  try {
    const keys = await mintKeys(service, CLIENTS);
    await deliver([service], keys, WARM_UP, route);
    const alone = await countDelivered(service, file, () => deliver([service], keys, COUNTED, route, 1));
    const together = await countDelivered(service, file, () => deliver([service], keys, COUNTED, route));
    return [alone, together];
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
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
