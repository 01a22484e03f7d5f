import { Erp, OPERATOR_KEY, example, numbered } from '../support/erp.ts';
import { type Service, startService } from '../support/service.ts';
import { faultsOf } from './judge.ts';
import { type Farm, type Order, handIn, pause } from './plan.ts';
import { seeded } from './seeded.ts';

const CLIENTS = 10;
const PROCESSES = 2;

function orderOf(index: number, seed: string): Order {
  const number = `C-${seed}-${index}`;
  return {
    client: clientOf(index),
    invoiceRef: number,
    idempotencyKey: `key-of-${number}`,
    body: JSON.stringify(numbered(example('plain'), number)),
    ids: new Set(),
  };
}

const clientOf = (index: number): string => `crash-${index % CLIENTS}`;

async function keysOf(service: Service): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (let index = 0; index < CLIENTS; index++) {
    const client = clientOf(index);
    keys.set(client, (await Erp.of(service, client)).key);
  }
  return keys;
}

export interface CrashRun {
  readonly storeUrl: string;
  /** Where the processes run. */
  readonly folder: string;
  /** Chooses processes and instants; instants are real time, so a failure may take several tries. */
  readonly seed: string;
  readonly invoices: number;
  readonly kills: number;
  readonly onKill?: (killed: number, accepted: number) => void;
}

/** @returns what went wrong, in words; none when every 202 is known and finished, none doubled, no sequence with a gap. */
export async function crash({
  storeUrl,
  folder,
  seed,
  invoices,
  kills,
  onKill,
}: CrashRun): Promise<string[]> {
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
  const orders = Array.from({ length: invoices }, (_, index) => orderOf(index, seed));
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
      onKill?.(killed, accepted);
    }
  };
  try {
    await Promise.all([killer(), ...Array.from({ length: 6 }, sender)]);
    return await faultsOf(farm.places[0]!, farm.keys, orders);
  } finally {
    for (const service of farm.places) await service?.stop();
  }
}
