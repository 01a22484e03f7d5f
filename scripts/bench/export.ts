import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MongoClient } from 'mongodb';
import { mongoStores } from '../../src/adapters/mongo/mongo-stores.ts';
import { openMongo } from '../../src/adapters/mongo/open-mongo.ts';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';
import { mongoServer } from '../mongo-server.ts';
import { emptyFolder } from './empty-folder.ts';
import { fill, idOf } from './exported-invoices.ts';
import { OPERATOR_KEY, type Running, startService } from './service-process.ts';
import { printTable, roundTo } from './table.ts';

const INVOICES = Number(process.env['EXPORTED'] ?? 100_000);
/** A stand-in scans all records for every write. */
const INVOICES_ON_MONGO = Math.min(INVOICES, 5_000);
/** The most ids of one call (contract 4.10). */
const IN_A_ZIP = 200;
const GOAL_MB = 300;

/** The memory and speed of exports, against a bare server that sends the same bytes from a file. */
export async function exporting(): Promise<void> {
  const folder = emptyFolder();
  await fromSqlite(folder);
  await fromMongo(folder);
}

async function fromSqlite(folder: string): Promise<void> {
  const masterKey = randomBytes(32);
  const path = join(folder, 'ids.db');
  const sqlite = openSqlite(path, 'sandbox');
  await fill(sqliteStores(sqlite), masterKey, INVOICES).finally(() => sqlite.close());
  await compareAll({ folder, url: `sqlite:${path}`, masterKey, invoices: INVOICES, on: 'SQLite' });
}

/** With a stand-in only the service's memory is meaningful, not the time. */
async function fromMongo(folder: string): Promise<void> {
  const server = await mongoServer();
  if (!server) return console.log('\nNo exports from MongoDB: set MONGODB_URL.');
  const masterKey = randomBytes(32);
  const url = new URL(`/ids_bench_export_${process.pid}`, server.url).href;
  try {
    const mongo = await openMongo(url, 'sandbox');
    await fill(mongoStores(mongo), masterKey, INVOICES_ON_MONGO).finally(() => mongo.close());
    const on = (await isMongod(url)) ? 'MongoDB' : 'a stand-in of MongoDB, whose time means nothing';
    await compareAll({ folder, url, masterKey, invoices: INVOICES_ON_MONGO, on });
  } finally {
    await withClient(url, (client) => client.db().dropDatabase());
    server.process?.kill();
  }
}

const isMongod = (url: string): Promise<boolean> =>
  withClient(url, (client) =>
    client
      .db('admin')
      .command({ hello: 1 })
      .then(
        () => true,
        () => false,
      ),
  );

async function withClient<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await new MongoClient(url).connect();
  return work(client).finally(() => client.close());
}

interface Filled {
  readonly folder: string;
  /** Of the store. */
  readonly url: string;
  readonly masterKey: Uint8Array;
  readonly invoices: number;
  /** The technology of the store, for the title. */
  readonly on: string;
}

async function compareAll({ folder, url, masterKey, invoices, on }: Filled): Promise<void> {
  const rows: (readonly string[])[] = [];
  for (const [name, count, ask] of askFor(invoices)) {
    // Each in its own process: otherwise memory that V8 keeps of the previous export would count.
    const service = await startService(folder, {
      STORE_URL: url,
      MASTER_KEY: Buffer.from(masterKey).toString('base64'),
      ROLE: 'api',
      POOL_THREADS: '1',
    });
    try {
      rows.push(await compare(service, folder, name, count, ask));
    } finally {
      await service.stop();
    }
  }
  printTable(
    `Exports of ${invoices.toLocaleString('en')} invoices from ${on} (goal: at most ${GOAL_MB} MB)`,
    ['', 'rows', 'MB', 'rows/s', 'of bare stream', 'MB before', 'peak MB'],
    rows,
  );
}

type Ask = (url: string) => Promise<Response>;

const HEADERS = { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' };

const dataset =
  (name: string): Ask =>
  (url) =>
    fetch(`${url}/exports/${name}`, { headers: HEADERS });

const askFor = (invoices: number): readonly (readonly [name: string, rows: number, ask: Ask])[] => [
  ['zip of 200 (POST /invoices/export)', Math.min(IN_A_ZIP, invoices), zipOfSome],
  ['invoices, CSV', invoices, dataset('invoices')],
  ['events, NDJSON', invoices, dataset('events')],
  ['care, CSV', invoices, dataset('care')],
  ['archive, zip', invoices, dataset('archive')],
];

const zipOfSome: Ask = (url) =>
  fetch(`${url}/invoices/export`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ ids: Array.from({ length: IN_A_ZIP }, (_, n) => idOf(n)) }),
  });

async function compare(
  service: Running,
  folder: string,
  name: string,
  count: number,
  ask: Ask,
): Promise<readonly string[]> {
  const file = join(folder, 'export');
  const before = service.residentMb();
  forgetPeak(service);
  const took = await receive(await ask(service.url), file);
  const peak = peakMb(service);
  const bare = await bareServer(file);
  const bareTook = await receive(await fetch(bare.url), join(folder, 'again'));
  bare.close();
  const megabytes = statSync(file).size / 1_000_000;
  return [
    name,
    String(count),
    roundTo(megabytes, 1),
    roundTo(count / took, 0),
    `${roundTo((bareTook / took) * 100, 1)} %`,
    roundTo(before, 0),
    roundTo(peak, 0),
  ];
}

/** @returns seconds. */
async function receive(answer: Response, file: string): Promise<number> {
  const began = performance.now();
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`);
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file));
  return (performance.now() - began) / 1000;
}

async function bareServer(file: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_request, response) => void pipeline(createReadStream(file), response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Linux resets the peak of resident memory after a 5 (proc(5), clear_refs). */
const forgetPeak = ({ child }: Running): void => writeFileSync(`/proc/${child.pid}/clear_refs`, '5');

const peakMb = ({ child }: Running): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
