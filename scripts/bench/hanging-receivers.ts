import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { emptyFolder } from './empty-folder.ts';
import { clientsWithReceivers } from './receiving-clients.ts';
import { handIn, type Running, startService } from './service-process.ts';
import { median, printTable, roundTo } from './table.ts';

const [FEW, MANY] = [20, 50];
/** Clients whose receivers always answer. */
const HEALTHY = 5;
/** An invoice for Germany has three. */
const EVENTS = 3;
const ROUNDS = 5;
/** A call has failed by then. */
const CALL_ENDED_MS = 11_000;

/** What receivers that hang cost the first delivery of clients whose receivers answer. */
export async function hangingReceivers(): Promise<void> {
  const folder = emptyFolder();
  const receivers = await openReceivers();
  const service = await startService(folder, { WEBHOOK_ALLOW_PRIVATE: '1' });
  const waits = {
    'all answer': [] as number[],
    [`${FEW} begin to hang`]: [] as number[],
    [`${MANY} begin to hang`]: [] as number[],
    [`${MANY} hung before`]: [] as number[],
  };
  try {
    const keys = await clientsWithReceivers(service, MANY + HEALTHY, receivers.url);
    const scene = new Scene(service, keys, receivers);
    await scene.firstDeliveries();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, taken] of Object.entries(waits)) {
        if (name.endsWith('hung before')) await pause(CALL_ENDED_MS);
        else await scene.recover();
        receivers.hang(Number.parseInt(name, 10) || 0);
        taken.push(...(await scene.firstDeliveries()));
      }
  } finally {
    await service.stop();
    receivers.close();
  }
  const usual = median(waits['all answer']);
  printTable(
    `Seconds from POST /invoices to the first delivery of ${HEALTHY} clients beside ${MANY} others, ${ROUNDS} alternating rounds`,
    ['receivers of the others', 'median', 'slowest', 'median against all answer'],
    Object.entries(waits).map(([name, taken]) => [
      name,
      roundTo(median(taken)),
      roundTo(Math.max(...taken)),
      `${roundTo(median(taken) / usual)}×`,
    ]),
  );
}

type Receivers = Awaited<ReturnType<typeof openReceivers>>;

class Scene {
  private sent = 0;

  constructor(
    private readonly service: Running,
    private readonly keys: readonly string[],
    private readonly receivers: Receivers,
  ) {}

  /** Every client hands in an invoice, those whose receivers always answer last. @returns seconds of each of these. */
  async firstDeliveries(): Promise<readonly number[]> {
    const clients = [...this.keys.keys()];
    await Promise.all(clients.slice(0, MANY).map((client) => this.handIn(client)));
    const taken = clients.slice(MANY).map(async (client) => {
      const delivered = this.receivers.deliveries(client, EVENTS);
      const began = performance.now();
      await this.handIn(client);
      return ((await delivered) - began) / 1000;
    });
    return Promise.all(taken);
  }

  /** All receivers answer, and each has got a new invoice. */
  async recover(): Promise<void> {
    this.receivers.hang(0);
    const clients = [...this.keys.keys()].slice(0, MANY);
    const delivered = clients.map((client) => this.receivers.deliveries(client, EVENTS));
    await Promise.all(clients.map((client) => this.handIn(client)));
    await Promise.all(delivered);
    await pause(1000);
  }

  private handIn(client: number): Promise<void> {
    return handIn(this.service, this.keys[client]!, (this.sent += 1), 'H');
  }
}

/** Receivers at one server, of which the first so many never answer. */
async function openReceivers() {
  let hanging = 0;
  const responses = new Set<ServerResponse>();
  const waiting = new Map<number, { left: number; first?: number; readonly done: (first: number) => void }>();
  const server = createServer((request, response) => {
    const client = Number(request.url?.slice(1));
    request.resume();
    response.once('close', () => responses.delete(response));
    if (client < hanging) return void responses.add(response);
    response.writeHead(204).end();
    const waits = waiting.get(client);
    if (!waits) return;
    waits.first ??= performance.now();
    if ((waits.left -= 1) > 0) return;
    waiting.delete(client);
    waits.done(waits.first);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (client: number) => `http://127.0.0.1:${port}/${client}`,
    /** The first so many hang from now on; the others get an answer to what they hold. */
    hang(count: number): void {
      hanging = count;
      if (count === 0) for (const response of responses) response.writeHead(503).end();
    },
    /** Resolves once so many deliveries have come, with the time of the first. */
    deliveries: (client: number, left: number) =>
      new Promise<number>((done) => waiting.set(client, { left, done })),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
