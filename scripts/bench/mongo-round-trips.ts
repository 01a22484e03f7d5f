import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CommandStartedEvent, type Document, type Filter, MongoClient } from 'mongodb';
import { buildContainer } from '../../src/processes/container.ts';
import { startService } from '../../src/processes/service.ts';
import { readSettings } from '../../src/processes/settings/read-settings.ts';
import { mongoServer } from '../mongo-server.ts';
import { CALLERS, deliver } from './deliver.ts';
import { emptyFolder } from './empty-folder.ts';
import { instantAccessPoint } from './instant-routes/access-point.ts';
import { instantKsef } from './instant-routes/ksef.ts';
import { handIn, mintKeys, PROJECT, serviceEnvironment } from './service-process.ts';
import { printTable, roundTo } from './table.ts';

const CLIENTS = 10;

/** How much is counted, with which rules. */
interface Volume {
  /** A client's first invoices write its usual totals beside the answer, later ones seldom. */
  readonly calls: number;
  /** Invoices over PEPPOL, from the call to the answer of the access point. */
  readonly delivered: number;
  /** A service without work: the sweeps run every ten seconds, others every minute. */
  readonly idleS: number;
  /** The folder of the rule packs. */
  readonly rules: string;
}

const VOLUME: Volume = { calls: 25, delivered: 50, idleS: 20, rules: join(PROJECT, 'rules') };
/** How often is looked whether everything has ended. */
const LOOK_MS = 100;
/** So many invoices are looked at one by one. */
const ALONE = 12;
/** Then nothing is due any more. */
const SETTLED_MS = 6_000;

/** Commands of `POST /invoices` and of a delivered invoice, as the driver reports them. Counts do not depend on the machine. */
export async function mongoRoundTrips(): Promise<void> {
  const server = await mongoServer();
  if (!server) return console.log('\nNo round trips of MongoDB: set MONGODB_URL.');
  try {
    const columns = await countCommands(server.url, VOLUME);
    const names = [...new Set(columns.flatMap(({ counts }) => Object.keys(counts)))];
    printTable(
      'Commands to MongoDB for one invoice, and in a second without any (waits: none other is under way)',
      ['', ...columns.map(({ title }) => title)],
      names.map((name) => [name, ...columns.map(({ counts }) => roundTo(counts[name] ?? 0, 1))]),
    );
  } finally {
    server.process?.kill();
  }
}

export async function countCommands(server: string, volume: Volume): Promise<readonly Column[]> {
  const commands = new Commands();
  try {
    return [
      ...(await countIntake(server, commands, volume)),
      ...(await countDelivered(server, commands, volume)),
      await countOverKsef(server, commands, volume),
    ];
  } finally {
    commands.end();
  }
}

async function countIntake(
  server: string,
  commands: Commands,
  { calls, rules }: Volume,
): Promise<readonly Column[]> {
  return withService(server, { ROLE: 'api', RULES_DIR: rules }, async ({ url }) => {
    const [key = ''] = await mintKeys({ url }, 1);
    const counted: Counted[] = [];
    for (let call = 0; call < calls; call += 1) {
      commands.take();
      await handIn({ url }, key, call, 'G');
      counted.push(commands.take());
    }
    // The first call makes the client's data key and its counters.
    const [first, ...others] = counted;
    return [columnOf('first intake', first!), leastOf('intake', others)];
  });
}

async function countDelivered(
  server: string,
  commands: Commands,
  { delivered, idleS, rules }: Volume,
): Promise<readonly Column[]> {
  const route = await instantAccessPoint();
  try {
    return await withService(
      server,
      { ...route.env, POOL_THREADS: '1', RULES_DIR: rules },
      async (service) => {
        const { url } = service;
        const empty = await countIdle(commands, 'idle, 1 s', idleS);
        const keys = await mintKeys({ url }, CLIENTS);
        await deliver([{ url }], keys, CLIENTS, route);
        const columns = [empty, await countIdle(commands, `${CLIENTS} clients, 1 s`, idleS)];
        for (const callers of [1, CALLERS]) {
          commands.take();
          await deliver([{ url }], keys, delivered, route, callers);
          await service.isSettled();
          columns.push(columnOf(`delivered, ${callers}`, commands.take(), delivered));
        }
        const deliverOne = async (): Promise<void> => {
          await deliver([{ url }], keys, 1, route, 1);
          await service.isSettled();
        };
        columns.push(await countAlone('alone', commands, deliverOne));
        return columns;
      },
    );
  } finally {
    route.close();
  }
}

/** Up to the answer that KSeF has the invoice: the stand-in never finishes its check, so questions after that come with time. */
async function countOverKsef(
  server: string,
  commands: Commands,
  { rules }: Pick<Volume, 'rules'>,
): Promise<Column> {
  const route = await instantKsef();
  try {
    return await withService(
      server,
      { ...route.env, POOL_THREADS: '1', RULES_DIR: rules },
      async (service) => {
        const { url } = service;
        const keys = await mintKeys({ url }, 1);
        const deliverOne = async (): Promise<void> => {
          await deliver([{ url }], keys, 1, route, 1);
          await service.isSettled(UNSUBMITTED);
        };
        // The first one logs in.
        await deliverOne();
        return await countAlone('PL-KSEF, alone', commands, deliverOne);
      },
    );
  } finally {
    route.close();
  }
}

/** Invoices that go out one after the other. */
async function countAlone(
  title: string,
  commands: Commands,
  deliverOne: () => Promise<void>,
): Promise<Column> {
  const counted: Counted[] = [];
  for (let n = 0; n < ALONE; n += 1) {
    commands.take();
    await deliverOne();
    counted.push(commands.take());
  }
  return leastOf(title, counted);
}

async function countIdle(commands: Commands, title: string, idleS: number): Promise<Column> {
  await pause(SETTLED_MS);
  commands.take();
  await pause(idleS * 1_000);
  return columnOf(title, commands.take(), idleS);
}

interface CountedService {
  readonly url: string;
  /** Resolves once no invoice is in that state, by default: each is at its end, has its receipt and its events copied, and is not leased. Its own commands are not counted. */
  readonly isSettled: (unsettled?: Filter<Document>) => Promise<void>;
}

/** A service in this process, on a database of its own. */
async function withService<T>(
  server: string,
  more: Readonly<Record<string, string>>,
  use: (service: CountedService) => Promise<T>,
): Promise<T> {
  const folder = emptyFolder();
  const name = `ids_bench_${process.pid}_${Date.now()}`;
  const key = randomBytes(32).toString('base64');
  const settings = { STORE_URL: countedUrl(server, name), MASTER_KEY: key, ...more };
  const read = readSettings({ ...serviceEnvironment(folder, settings), PORT: '0', METRICS_PORT: '0' });
  const service = await startService(() => buildContainer(read));
  // Of this client nothing is counted: it is not monitored.
  const client = await new MongoClient(server).connect();
  const database = client.db(name);
  try {
    return await use({
      url: service.addresses.api ?? '',
      isSettled: async (unsettled = UNSETTLED) => {
        while (await database.collection('invoices').findOne(unsettled)) await pause(LOOK_MS);
      },
    });
  } finally {
    await service.stop();
    await database.dropDatabase();
    await client.close();
  }
}

const UNSETTLED = {
  $or: [
    { state: { $ne: 'delivered' } },
    // Its receipt is still to come.
    { dueAt: { $exists: true } },
    { leaseToken: { $exists: true } },
    { eventsPendingSince: { $exists: true } },
  ],
};

const UNSUBMITTED = {
  $or: [
    { state: { $ne: 'submitted' } },
    { leaseToken: { $exists: true } },
    { eventsPendingSince: { $exists: true } },
  ],
};

interface Counted {
  readonly waits: number;
  readonly names: readonly string[];
}

/** The commands of all clients of this process that are made from now on: the store makes its own. */
class Commands {
  private waits = 0;
  private names: string[] = [];
  private underWay = 0;
  private readonly connect = MongoClient.prototype.connect;

  constructor() {
    const begin = (name: string): void => {
      if (this.underWay === 0) this.waits += 1;
      this.underWay += 1;
      this.names.push(name);
    };
    const end = (): void => void (this.underWay -= 1);
    const { connect } = this;
    MongoClient.prototype.connect = function (this: MongoClient) {
      this.on('commandStarted', (event) => begin(nameOf(event)));
      this.on('commandSucceeded', end).on('commandFailed', end);
      return connect.call(this);
    };
  }

  /** Of clients that are made from now on none is counted. */
  end(): void {
    MongoClient.prototype.connect = this.connect;
  }

  /** Those since the last time. */
  take(): Counted {
    const { waits, names } = this;
    [this.waits, this.names] = [0, []];
    return { waits, names };
  }
}

/** The writes of an invoice by what they are for: its events are copied together with those of others, so their number comes with time. */
function nameOf({ commandName, command }: CommandStartedEvent): string {
  const name = `${commandName} ${String(command[commandName])}`;
  if (name !== 'update invoices') return name;
  const [{ q: filter }] = command['updates'] as [{ q: object }];
  if ('version' in filter) return `${name}: commit`;
  return 'leaseToken' in filter ? `${name}: lease` : `${name}: copies`;
}

interface Column {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** @param of so many invoices, or seconds. */
function columnOf(title: string, { waits, names }: Counted, of = 1): Column {
  const counts: Record<string, number> = { waits: waits / of, commands: names.length / of };
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1 / of;
  return { title, counts };
}

/** The least of each command: what came with time is in few of them. */
function leastOf(title: string, counted: readonly Counted[]): Column {
  const columns = counted.map((each) => columnOf('', each).counts);
  const counts: Record<string, number> = {};
  for (const name of Object.keys(columns[0] ?? {})) {
    const least = Math.min(...columns.map((each) => each[name] ?? 0));
    if (least > 0) counts[name] = least;
  }
  const { waits = 0, commands: _, ...own } = counts;
  const sum = Object.values(own).reduce((total, count) => total + count, 0);
  return { title, counts: { waits, commands: sum, ...own } };
}

function countedUrl(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  url.searchParams.set('monitorCommands', 'true');
  return url.href;
}
