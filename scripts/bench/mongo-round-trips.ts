import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { startService } from '../../src/processes/service.ts';
import { readSettings } from '../../src/processes/settings/read-settings.ts';
import { mongoServer } from '../mongo-server.ts';
import { invoiceBody, mintKeys, serviceEnvironment } from './service-process.ts';
import { printTable } from './table.ts';

/** A client's first invoices write its usual totals beside the answer, later ones seldom. */
const CALLS = 25;

/** Commands that POST /invoices waits for, as the driver reports them. Counts do not depend on the machine. */
export async function mongoRoundTrips(): Promise<void> {
  const server = await mongoServer();
  if (!server) return console.log('\nNo round trips of MongoDB: set MONGODB_URL.');
  const folder = mkdtempSync(join(tmpdir(), 'bench-mongo-'));
  const url = databaseOf(server.url, `ids_bench_${process.pid}`);
  const commands: string[] = [];
  watchCommands(commands);
  try {
    await countRoundTrips(url, folder, commands);
  } finally {
    server.process?.kill();
    rmSync(folder, { recursive: true });
  }
}

async function countRoundTrips(url: string, folder: string, commands: string[]): Promise<void> {
  const settings = { STORE_URL: url, ROLE: 'api', MASTER_KEY: randomBytes(32).toString('base64') };
  const service = await startService(
    readSettings({ ...serviceEnvironment(folder, settings), PORT: '0', METRICS_PORT: '0' }),
  );
  try {
    const { api = '' } = service.addresses;
    const [key = ''] = await mintKeys({ url: api }, 1);
    const counted: string[][] = [];
    for (let call = 0; call < CALLS; call++) {
      commands.length = 0;
      await submit(api, key, call);
      counted.push([...commands]);
    }
    // The first call makes the client's data key and its counters.
    const [first] = counted;
    const usual = counted.toSorted((one, other) => one.length - other.length)[0];
    printTable(
      'Round trips to MongoDB per POST /invoices',
      ['call', 'round trips', 'commands'],
      [
        ['first of a client', first!.length, tally(first!)],
        ['later', usual!.length, tally(usual!)],
      ],
    );
  } finally {
    await service.stop();
    const client = await new MongoClient(url).connect();
    await client.db().dropDatabase();
    await client.close();
  }
}

/** The store creates its own client, so every client of this process is monitored from now on. */
function watchCommands(commands: string[]): void {
  const { connect } = MongoClient.prototype;
  MongoClient.prototype.connect = function (this: MongoClient) {
    this.on('commandStarted', ({ commandName, command }) =>
      commands.push(`${commandName} ${String(command[commandName])}`),
    );
    return connect.call(this);
  };
}

function databaseOf(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  url.searchParams.set('monitorCommands', 'true');
  return url.href;
}

async function submit(api: string, key: string, index: number): Promise<void> {
  const answer = await fetch(`${api}/invoices`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': `bench-mongo-${index}`,
    },
    body: invoiceBody(index, 'G'),
  });
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** `find apiKeys, update rates 2`, in the order in which they began. */
function tally(commands: readonly string[]): string {
  const names = [...new Set(commands)];
  const count = (name: string): number => commands.filter((each) => each === name).length;
  return names.map((name) => (count(name) === 1 ? name : `${name} ${count(name)}`)).join(', ');
}
