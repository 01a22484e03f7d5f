import { join, resolve } from 'node:path';
import { emptyFolder } from './empty-folder.ts';
import { instantAccessPoint } from './instant-routes/access-point.ts';
import { instantAnaf } from './instant-routes/anaf.ts';
import { instantFrenchPlatform } from './instant-routes/french-platform.ts';
import type { InstantRoute } from './instant-routes/instant-route.ts';
import { instantKsef } from './instant-routes/ksef.ts';
import type { Route } from '../../src/domain/vocabulary/route.ts';
import { asXRechnung, benchPool, WAIT } from './bench-pool.ts';
import { CALLERS, deliver } from './deliver.ts';
import { printProfiles, profile } from './profile.ts';
import { cpuMs, mintKeys, PROJECT, type Running, startService } from './service-process.ts';
import { median, printTable, roundTo } from './table.ts';

/** Enough for the rate limit of each (20 a second), and for KSeF's caps: 30 documents of a client a minute. */
const CLIENTS = 240;
const INVOICES = Number(process.env['DELIVERED'] ?? 1_000);
/** V8 compiles most of the code within these. */
const WARM_UP = 1_000;
const THREADS = 2;
/** Of the service, on one store: callers share them. */
const PROCESSES = Number(process.env['PROCESSES'] ?? 1);
/** The routes for which a profile is printed. */
const { PROFILES } = process.env;
const POOL_MS = 5_000;

/** The network behind each route, answering at once. */
export const NETWORKS = {
  PEPPOL: instantAccessPoint,
  'RO-EFACTURA': instantAnaf,
  'FR-PA': instantFrenchPlatform,
  'PL-KSEF': instantKsef,
} as const satisfies Partial<Record<Route, () => Promise<InstantRoute>>>;
export const OVER = process.env['DELIVERED_OVER']?.split(',') ?? Object.keys(NETWORKS);

/** Invoices per second from 202 to the route's answer. */
export async function delivery(): Promise<void> {
  const { MONGODB_URL: mongo } = process.env;
  // A new one each time: another folder has another master key.
  const stores: Readonly<Record<string, () => Record<string, string>>> = {
    SQLite: () => ({}),
    ...(mongo && { MongoDB: () => ({ STORE_URL: `${mongo.replace(/\/$/, '')}/bench_${Date.now()}` }) }),
  };
  const rows: string[][] = [];
  for (const name of OVER) {
    const route = await NETWORKS[name as keyof typeof NETWORKS]();
    try {
      for (const [store, env] of Object.entries(stores)) {
        const { rate, cpu } = await measure(route, env());
        const alone = await poolAlone(route);
        const figures = [roundTo(rate, 0), roundTo(cpu, 1), roundTo(alone, 0), percent(rate / alone)];
        rows.push([route.route, store, ...figures]);
      }
    } finally {
      route.close();
    }
  }
  printTable(
    `Invoices per second from 202 to the route's answer, ${CALLERS} callers, ${PROCESSES} processes (goal on 2 cores: 150; 400 with two)`,
    ['route', 'store', 'delivered/s', 'CPU ms each', 'pool alone/s', 'share'],
    rows,
  );
  if (PROFILES) printProfiles(resolve(PROFILES));
}

async function measure(
  route: InstantRoute,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly rate: number; readonly cpu: number }> {
  const folder = emptyFolder();
  const settings = { ...route.env, POOL_THREADS: String(THREADS), ...env };
  const services: Running[] = [];
  try {
    // One after the other: the first makes the store and its keys.
    while (services.length < PROCESSES)
      services.push(await startService(folder, settings, PROFILES ? profile(resolve(PROFILES)) : []));
    const keys = await mintKeys(services[0]!, CLIENTS);
    await deliver(services, keys, WARM_UP * PROCESSES, route);
    const cpuBefore = sum(services.map(({ child }) => cpuMs(child)));
    const rate = await deliver(services, keys, INVOICES, route);
    return { rate, cpu: (sum(services.map(({ child }) => cpuMs(child))) - cpuBefore) / INVOICES };
  } finally {
    for (const service of services) await service.stop();
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const percent = (share: number): string => `${roundTo(share * 100, 0)} %`;

/** BT-24. */
const CUSTOMIZATION = /CustomizationID>([^<]+)</;

/** The time of the validator threads alone for such a document. */
async function poolAlone({ route, lastDocument, syntax = 'ubl-invoice' }: InstantRoute): Promise<number> {
  const pool = benchPool(join(PROJECT, 'rules'), THREADS);
  const bytes = lastDocument();
  const [, customization = ''] = CUSTOMIZATION.exec(Buffer.from(bytes).toString()) ?? [];
  const check = () => pool.check({ ...asXRechnung(bytes), syntax, customization, route }, WAIT);
  try {
    const rates: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const started = performance.now();
      let done = 0;
      const caller = async (): Promise<void> => {
        do {
          await check();
          done += 1;
        } while (performance.now() - started < POOL_MS / 4);
      };
      await Promise.all(Array.from({ length: THREADS * 2 }, caller));
      rates.push((done / (performance.now() - started)) * 1000);
    }
    return median(rates.slice(1));
  } finally {
    await pool.close();
  }
}
