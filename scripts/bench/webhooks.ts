import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { emptyFolder } from './empty-folder.ts';
import { printProfiles, profile } from './profile.ts';
import { called, clientsWithReceivers } from './receiving-clients.ts';
import { handIn, type Running, startService } from './service-process.ts';
import { median, printTable, roundTo } from './table.ts';

const CLIENTS = 50;
/** Per client; an invoice for Germany has three events. */
const INVOICES = Number(process.env['WEBHOOK_INVOICES'] ?? 6);
const EVENTS = INVOICES * 3;
/** Of all clients but the first, whose receiver is the one that may be dead. */
const POSTS = (CLIENTS - 1) * EVENTS;
/** As many as jobs of receivers that a worker runs at once. */
const CALLERS = 16;
const ROUNDS = 5;
const { PROFILES } = process.env;

/**
 * Deliveries per second against a bare loop that posts the same bytes, and the cost of one dead receiver among 50 for the
 * others.
 */
export async function webhooks(): Promise<void> {
  const folder = emptyFolder();
  const receiver = await openReceiver();
  const env = { WEBHOOK_ALLOW_PRIVATE: '1', POOL_THREADS: '2' };
  const service = await startService(folder, env, PROFILES ? profile(resolve(PROFILES)) : []);
  try {
    const keys = await clientsWithReceivers(service, CLIENTS, receiver.url);
    await Promise.all(
      keys.map(async (key, client) => {
        for (let n = 0; n < INVOICES; n += 1) await handIn(service, key, n, `W${client}`);
      }),
    );
    await receiver.until(POSTS);
    const [bare, alive, dead]: [Rate[], Rate[], Rate[]] = [[], [], []];
    const ownCpu = (): number => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;
    const serviceCpu = (): number => cpuMsOf(service.child.pid!);
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await rateOf(() => bareLoop(receiver), ownCpu));
      receiver.isFirstDead = false;
      alive.push(await rateOf(() => replay(service, keys, receiver), serviceCpu));
      receiver.isFirstDead = true;
      dead.push(await rateOf(() => replay(service, keys, receiver), serviceCpu));
    }
    const mediansOf = (name: keyof Rate): Medians => ({
      bare: medianOf(bare, name),
      alive: medianOf(alive, name),
      dead: medianOf(dead, name),
    });
    const [perSecond, perCpuSecond] = [mediansOf('perSecond'), mediansOf('perCpuSecond')];
    const share = perSecond.alive / perSecond.bare;
    const cost = 1 - perSecond.dead / perSecond.alive;
    const row = (what: string, name: keyof Medians): string[] => [
      what,
      roundTo(perSecond[name], 0),
      roundTo(perCpuSecond[name], 0),
    ];
    printTable(
      `Webhook deliveries per second, ${CLIENTS} clients, median of ${ROUNDS} alternating rounds`,
      ['', 'deliveries/s', 'of its processor time'],
      [
        row(`bare loop and receiver, ${CALLERS} callers, same bytes`, 'bare'),
        row('by the service', 'alive'),
        row('by the service, one receiver dead', 'dead'),
      ],
    );
    console.log(
      `  ${roundTo(share * 100, 0)} % of the bare loop (goal: 33); a dead receiver costs ${roundTo(cost * 100, 0)} % (goal: at most 10)`,
    );
    const cpuShare = perCpuSecond.alive / perCpuSecond.bare;
    console.log(
      `  by processor time, which a busy machine changes less: ${roundTo(cpuShare * 100, 0)} %, ${roundTo((1 - perCpuSecond.dead / perCpuSecond.alive) * 100, 0)} %`,
    );
  } finally {
    await service.stop();
    receiver.close();
  }
  if (PROFILES) printProfiles(resolve(PROFILES));
}

/** Deliveries, by wall clock and by the processor time of the process that makes them. */
interface Rate {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}
interface Medians {
  readonly bare: number;
  readonly alive: number;
  readonly dead: number;
}

const medianOf = (rates: readonly Rate[], name: keyof Rate): number =>
  median(rates.map((rate) => rate[name]));

/** @param round resolves to deliveries per second. @param cpuMs of the process that makes them, so far. */
async function rateOf(round: () => Promise<number>, cpuMs: () => number): Promise<Rate> {
  const before = cpuMs();
  const perSecond = await round();
  return { perSecond, perCpuSecond: (POSTS / Math.max(1, cpuMs() - before)) * 1000 };
}

/** proc(5): the kernel counts in ticks of 10 ms. */
function cpuMsOf(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (user! + system!) * 10;
}

interface Receiver {
  readonly url: (client: number) => string;
  isFirstDead: boolean;
  /** The last body. */
  readonly last: () => string;
  readonly count: () => number;
  /** Resolves when this many posts were answered since the start. */
  until(posts: number): Promise<void>;
  close(): void;
}

async function openReceiver(): Promise<Receiver> {
  let [count, last] = [0, ''];
  let waiting: { readonly posts: number; readonly finish: () => void } | undefined;
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
      if (waiting && count >= waiting.posts) waiting.finish();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: (client: number) => `http://127.0.0.1:${port}/${client}`,
    last: () => last,
    count: () => count,
    until: (posts: number) =>
      count >= posts ? Promise.resolve() : new Promise<void>((done) => (waiting = { posts, finish: done })),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

/** All deliveries again. */
async function replay(service: Running, keys: readonly string[], receiver: Receiver): Promise<number> {
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
