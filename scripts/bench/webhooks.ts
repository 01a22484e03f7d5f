import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { printProfiles, profiled } from './profile.ts';
import { handIn, OPERATOR_KEY, type Running, startService } from './service-process.ts';
import { median, printTable, rounded } from './table.ts';

const CLIENTS = 50;
/** Per client; an invoice for Germany has three events. */
const INVOICES = Number(process.env['WEBHOOK_INVOICES'] ?? 6);
const EVENTS = INVOICES * 3;
/** Of all clients but the first, whose receiver is the one that may be dead. */
const POSTS = (CLIENTS - 1) * EVENTS;
/** The deliveries that a worker makes at once. */
const CALLERS = 16;
const ROUNDS = 5;
const { PROFILES } = process.env;

/**
 * Deliveries per second against a bare loop that posts the same bytes, and the cost of one dead receiver among 50 for the
 * others.
 */
export async function webhooks(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-webhooks-'));
  const receiver = await openReceiver();
  const env = { WEBHOOK_ALLOW_PRIVATE: '1', POOL_THREADS: '2' };
  const service = await startService(folder, env, PROFILES ? profiled(resolve(PROFILES)) : []);
  try {
    const keys = await clientsOf(service, receiver.url);
    await Promise.all(
      keys.map(async (key, client) => {
        for (let n = 0; n < INVOICES; n += 1) await handIn(service, key, n, `W${client}`);
      }),
    );
    await receiver.until(POSTS);
    const [bare, alive, dead]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await bareLoop(receiver));
      receiver.isFirstDead = false;
      alive.push(await replayed(service, keys, receiver));
      receiver.isFirstDead = true;
      dead.push(await replayed(service, keys, receiver));
    }
    const share = median(alive) / median(bare);
    const cost = 1 - median(dead) / median(alive);
    printTable(
      `Webhook deliveries per second, ${CLIENTS} clients, median of ${ROUNDS} alternating rounds`,
      ['', 'deliveries/s'],
      [
        [`bare loop, ${CALLERS} callers, same bytes`, rounded(median(bare), 0)],
        ['by the service', rounded(median(alive), 0)],
        ['by the service, one receiver dead', rounded(median(dead), 0)],
      ],
    );
    console.log(
      `  ${rounded(share * 100, 0)} % of the bare loop (goal: 33); a dead receiver costs ${rounded(cost * 100, 0)} % (goal: at most 10)`,
    );
  } finally {
    await service.stop();
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
  if (PROFILES) printProfiles(resolve(PROFILES));
}

interface Receiver {
  readonly url: (client: number) => string;
  isFirstDead: boolean;
  /** The body that came last. */
  readonly last: () => string;
  readonly count: () => number;
  /** Resolves when this many posts were answered since the start. */
  until(posts: number): Promise<void>;
  close(): void;
}

async function openReceiver(): Promise<Receiver> {
  let [count, last] = [0, ''];
  let waiting: { readonly posts: number; readonly done: () => void } | undefined;
  const receiver = { isFirstDead: false };
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      // A dead receiver never answers; a live one is not counted either.
      if (request.url === '/0') return receiver.isFirstDead ? undefined : void response.writeHead(204).end();
      last = Buffer.concat(parts).toString();
      count += 1;
      response.writeHead(204).end();
      if (waiting && count >= waiting.posts) waiting.done();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: (client: number) => `http://127.0.0.1:${port}/${client}`,
    last: () => last,
    count: () => count,
    until: (posts: number) =>
      count >= posts ? Promise.resolve() : new Promise<void>((done) => (waiting = { posts, done })),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

async function clientsOf(service: Running, url: (client: number) => string): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let client = 0; client < CLIENTS; client += 1) {
    const scopes = ['submit', 'read', 'admin'];
    const minted = await called(service, OPERATOR_KEY, 'POST', '/keys', { client: `hook-${client}`, scopes });
    keys.push((minted as { key: string }).key);
    await called(service, keys[client]!, 'PUT', '/webhook', { url: url(client) });
  }
  return keys;
}

/** Waits after a 429. */
async function called(
  service: Running,
  key: string,
  method: string,
  path: string,
  body: object,
): Promise<unknown> {
  for (;;) {
    const answer = await fetch(service.url + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const json: unknown = await answer.json();
    if (answer.ok) return json;
    if (answer.status !== 429) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** All deliveries once more. */
async function replayed(service: Running, keys: readonly string[], receiver: Receiver): Promise<number> {
  const all = receiver.until(receiver.count() + POSTS);
  const began = performance.now();
  await Promise.all(
    keys.map((key) =>
      called(service, key, 'POST', '/webhook/replay', {
        from: '2020-01-01T00:00:00Z',
        to: '2100-01-01T00:00:00Z',
      }),
    ),
  );
  await all;
  return (POSTS / (performance.now() - began)) * 1000;
}

/** The machine's speed with the same bytes and the same receiver. */
async function bareLoop(receiver: Receiver): Promise<number> {
  const body = receiver.last();
  const began = performance.now();
  let left = POSTS;
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await fetch(receiver.url(1), { method: 'POST', body });
      await answer.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return (POSTS / (performance.now() - began)) * 1000;
}
