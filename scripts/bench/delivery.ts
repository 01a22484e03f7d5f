import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { asXRechnung, benchPool, WAIT } from './bench-pool.ts';
import { mintKeys, PROJECT, type Running, startService } from './service-process.ts';
import { median, printTable, rounded } from './table.ts';

/** Enough for the rate limit of each (20 a second). */
const CLIENTS = 60;
const WARM_UP = 200;
const INVOICES = Number(process.env['DELIVERED'] ?? 1_000);
const CALLERS = 8;
const THREADS = 2;
const POOL_MS = 5_000;

/** Invoices per second from 202 to the route's answer, against an access point that answers at once. */
export async function delivery(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-delivery-'));
  const route = await instantAccessPoint();
  const { MONGODB_URL: mongo } = process.env;
  const stores: Readonly<Record<string, Record<string, string>>> = {
    SQLite: {},
    ...(mongo && { MongoDB: { STORE_URL: `${mongo.replace(/\/$/, '')}/bench_${Date.now()}` } }),
  };
  try {
    const rows: string[][] = [];
    let document: Uint8Array | undefined;
    for (const [store, env] of Object.entries(stores)) {
      const service = await startService(folder, {
        ACCESS_POINT_URL: route.url,
        POOL_THREADS: String(THREADS),
        ...env,
      });
      try {
        const keys = await mintKeys(service, CLIENTS);
        await deliver(service, keys, WARM_UP, route.answered);
        const cpuBefore = cpuMs(service);
        const rate = await deliver(service, keys, INVOICES, route.answered);
        const cpu = (cpuMs(service) - cpuBefore) / INVOICES;
        document ??= route.last();
        const alone = await poolAlone(document);
        rows.push([store, rounded(rate, 0), rounded(cpu, 1), rounded(alone, 0), percent(rate / alone)]);
      } finally {
        await service.stop();
      }
    }
    printTable(
      `Invoices per second from 202 to the route's answer, ${CALLERS} callers (goal on 2 cores: 100)`,
      ['store', 'delivered/s', 'CPU ms each', 'pool alone/s', 'share'],
      rows,
    );
  } finally {
    route.close();
    rmSync(folder, { recursive: true });
  }
}

const percent = (share: number): string => `${rounded(share * 100, 0)} %`;

const TICK_MS = 10;

/** Of all threads, kernel included; what other programs do on the machine is not in it. */
function cpuMs({ child }: Running): number {
  const [, after = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
  const fields = after.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Takes everything, keeps the last document of it. */
async function instantAccessPoint() {
  const answer = JSON.stringify({
    overallSuccess: true,
    sendingResult: 'SUCCESS',
    as4ReceivedSignalMsg: '<R/>',
  });
  let answered = 0;
  let last = Buffer.alloc(0);
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (request.method === 'POST') {
        answered += 1;
        last = Buffer.concat(pieces);
      }
      response
        .writeHead(request.method === 'POST' ? 200 : 404, { 'Content-Type': 'application/json' })
        .end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => answered,
    /** Without its envelope. */
    last: () => Buffer.from(/<(?:\w+:)?Invoice[\s\S]*Invoice>/.exec(last.toString())![0]),
    close: () => server.close(),
  };
}

const example = JSON.parse(readFileSync(join(PROJECT, 'examples/over-peppol.json'), 'utf8')) as {
  document: { invoice: { number: string } };
};
let sent = 0;

/** @returns invoices per second, from the first call to the last answer of the route. */
async function deliver(
  service: Running,
  keys: readonly string[],
  count: number,
  answered: () => number,
): Promise<number> {
  const agent = new Agent({ connections: CALLERS, pipelining: 1 });
  const before = answered();
  let next = 0;
  const started = performance.now();
  const caller = async (): Promise<void> => {
    while (next < count) {
      const key = keys[next++ % keys.length]!;
      const number = `D-${(sent += 1)}`;
      const invoice = { ...example.document.invoice, number };
      const answer = await agent.request({
        origin: service.url,
        path: '/invoices',
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `bench-delivery-${number}`,
        },
        body: JSON.stringify({ ...example, invoice_ref: number, document: { ...example.document, invoice } }),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  while (answered() < before + count) await pause(5);
  const seconds = (performance.now() - started) / 1000;
  await agent.close();
  return count / seconds;
}

/** What the validator threads alone do with such a document. */
async function poolAlone(bytes: Uint8Array): Promise<number> {
  const pool = benchPool(join(PROJECT, 'rules'), THREADS);
  const check = () => pool.check({ ...asXRechnung(bytes), route: 'PEPPOL' }, WAIT);
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
