import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { documentDbServer, mongoServer } from '../../../scripts/mongo-server.ts';
import { printCount } from '../counts.ts';
import { deliver, legsOf } from './delivery-run.ts';
import { inBatches } from './in-batches.ts';
import { BATCH_TARGETS, nameOf, TARGETS } from './points.ts';
import { countsOf, summaryOf } from './summary.ts';
import { type SwapName, SWAPS } from './swaps.ts';

/**
 * kill -9 at every named point of a delivery, and at random moments, judged from outside only: the network has each invoice once, every
 * 202 has an end on which invoice and events agree, no sequence has a gap. The seed replays the plan; the order of events is real time,
 * so a failure may take several tries.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '500' },
    store: { type: 'string', multiple: true },
    at: { type: 'string', multiple: true },
    route: { type: 'string', multiple: true },
    batch: { type: 'boolean', default: false },
    swap: { type: 'string' },
  },
});

/** What `--store` names besides `sqlite`. */
const SERVERS: Readonly<Record<string, typeof mongoServer>> = {
  mongodb: mongoServer,
  documentdb: documentDbServer,
};

const seed = Number(values.seed);
const stores = values.store ?? ['sqlite', 'mongodb'];
/** From this number of kills on, a run that misses a point has not shown its purpose. */
const FULL = values.batch ? 60 : 500;
const meetsAll = Number(values.kills) >= FULL && !values.at && !values.route;
const swap = values.swap as SwapName | undefined;
if (swap !== undefined && !(swap in SWAPS)) throw new Error(`no swap is named ${swap}`);
const deaths = new Map<string, ReadonlyMap<string, number>>();
let faults = 0;
for (const store of stores) {
  const folder = mkdtempSync(join(tmpdir(), 'delivery-'));
  const server = await SERVERS[store]?.();
  if (store === 'mongodb' && !server) {
    console.log('mongodb: skipped, neither MONGODB_URL nor the stand-in is there');
    continue;
  }
  const storeUrl = server
    ? `${server.url.replace(/\/$/, '')}/delivery_${seed}`
    : `sqlite:${join(folder, 'data/ids.db')}`;
  const began = Date.now();
  const onKill = (kills: number, accepted: number): void =>
    void process.stderr.write(`${store}: ${kills} kills, ${accepted} invoices\r`);
  try {
    const share = Math.ceil(Number(values.kills) / stores.length);
    const own = {
      ...(values.batch ? inBatches(share) : { legs: legsOf(share) }),
      ...(values.at && { only: values.at }),
      ...(values.route && { routes: values.route }),
      ...(swap && { swap }),
      ...(!values.batch && !values.at && !swap && { disturbed: true as const }),
    };
    const outcome = await deliver({ storeUrl, folder, seed, meetsAll, onKill, ...own });
    for (const fault of outcome.faults) console.log(`${store}: ${fault}`);
    const seconds = Math.round((Date.now() - began) / 1000);
    for (const line of summaryOf(outcome).split('\n')) console.log(`${store}: ${line}`);
    console.log(`${store}: seed ${seed}, ${outcome.faults.length} faults, ${seconds} s`);
    if (outcome.faults.length === 0)
      for (const count of countsOf(store, outcome, values.route)) printCount(count);
    deaths.set(store, outcome.deaths);
    faults += outcome.faults.length;
    if (!meetsAll) continue;
    for (const name of outcome.unmet) console.log(`${store}: no kill at: ${name}`);
    if (outcome.networkDeaths === 0) console.log(`${store}: the networks were never killed`);
    faults += outcome.unmet.length + (outcome.networkDeaths === 0 ? 1 : 0);
  } finally {
    server?.process?.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`\n${table()}`);
process.exit(faults > 0 ? 1 : 0);

/** The number of deaths at each point, on each store. */
function table(): string {
  const names = [...(values.batch ? BATCH_TARGETS : TARGETS).map(nameOf), 'any moment'];
  const width = Math.max(...names.map(({ length }) => length));
  const columns = [...deaths.keys()];
  const line = (name: string, cells: readonly (string | number)[]): string =>
    [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(8))].join('');
  return [
    line('killed', columns),
    ...names.map((name) =>
      line(
        name,
        columns.map((store) => deaths.get(store)?.get(name) ?? 0),
      ),
    ),
  ].join('\n');
}
