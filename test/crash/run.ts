import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Service, startService } from '../support/service.ts';
import { faultsOf } from './judge.ts';
import { type Farm, type Order, handIn, pause } from './plan.ts';
import { seeded } from './seeded.ts';

/**
 * kill -9 at random instants while invoices go in, judged from outside only: every 202 known and finished, none doubled,
 * no gap in a sequence. The seed replays the plan; instants are real time, so a failure may take several tries.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    invoices: { type: 'string', default: '500' },
    kills: { type: 'string', default: '50' },
    store: { type: 'string', multiple: true },
  },
});
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const OPERATOR_KEY = 'operator-key-of-the-crash-test';
const CLIENTS = 10;
const PROCESSES = 2;

const example = JSON.parse(readFileSync(join(PROJECT, 'examples/plain.json'), 'utf8')) as {
  document: { invoice: { number: string } };
};

function orderOf(index: number, seed: string): Order {
  const number = `C-${seed}-${index}`;
  const document = { ...example.document, invoice: { ...example.document.invoice, number } };
  const client = `crash-${index % CLIENTS}`;
  const body = JSON.stringify({ document, route: 'DE-XRECHNUNG', invoice_ref: number });
  return { client, invoiceRef: number, idempotencyKey: `key-of-${number}`, body, ids: new Set() };
}

async function keysOf(service: Service): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (let index = 0; index < CLIENTS; index++) {
    const client = `crash-${index}`;
    const answer = await fetch(`${service.url}/keys`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ client, scopes: ['submit', 'read'] }),
    });
    keys.set(client, ((await answer.json()) as { key: string }).key);
  }
  return keys;
}

async function runOn(store: string, storeUrl: string, folder: string, seed: string): Promise<number> {
  const random = seeded(Number(seed));
  const env = {
    STORE_URL: storeUrl,
    OPERATOR_KEY,
    MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
    POOL_THREADS: '1',
  };
  const start = (): Promise<Service> => startService({ cwd: folder, env });
  const first = await start();
  const farm: Farm = { places: [first, await start()], keys: await keysOf(first) };
  const orders = Array.from({ length: Number(values.invoices) }, (_, index) => orderOf(index, seed));
  const kills = Number(values.kills);
  let killed = 0;
  let accepted = 0;

  // Orders are let in as the kills go on, so that every kill meets invoices on their way.
  const mayEnter = (index: number): boolean =>
    killed >= kills || index < ((killed + 1) * orders.length) / kills;
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < orders.length) {
      const index = next++;
      while (!mayEnter(index)) await pause(10);
      await handIn(farm, orders[index]!, random);
      accepted++;
    }
  };
  const killer = async (): Promise<void> => {
    while (killed < kills) {
      await pause(random() * 500);
      const place = Math.floor(random() * PROCESSES);
      await farm.places[place]?.stop('SIGKILL');
      farm.places[place] = undefined;
      killed++;
      farm.places[place] = await start();
      process.stderr.write(`${store}: ${killed} kills, ${accepted} accepted\r`);
    }
  };
  await Promise.all([killer(), ...Array.from({ length: 6 }, sender)]);
  const faults = await faultsOf(farm.places[0]!, farm.keys, orders);
  for (const service of farm.places) await service?.stop();
  for (const fault of faults) console.log(`${store}: ${fault}`);
  console.log(`${store}: seed ${seed}, ${killed} kills, ${orders.length} invoices, ${faults.length} faults`);
  return faults.length;
}

async function mongo(): Promise<{ url: string; process?: ChildProcess } | undefined> {
  if (process.env['MONGODB_URL']) return { url: process.env['MONGODB_URL'] };
  const standIn = join(
    process.env['REFERENCE_DATA'] ?? join(PROJECT, '../shared'),
    'bin/mongo-stand-in/start',
  );
  if (!existsSync(standIn)) return undefined;
  const child = spawn(standIn, ['0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
  );
  return { url, process: child };
}

const stores = values.store ?? ['sqlite', 'mongodb'];
let faults = 0;
for (const store of stores) {
  const folder = mkdtempSync(join(tmpdir(), 'crash-'));
  const server = store === 'mongodb' ? await mongo() : undefined;
  if (store === 'mongodb' && !server) {
    console.log('mongodb: skipped, neither MONGODB_URL nor the stand-in is there');
    continue;
  }
  const url = server
    ? `${server.url.replace(/\/$/, '')}/crash_${values.seed}`
    : `sqlite:${join(folder, 'ids.db')}`;
  try {
    faults += await runOn(store, url, folder, values.seed);
  } finally {
    server?.process?.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exit(faults > 0 ? 1 : 0);
