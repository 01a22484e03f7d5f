import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { deliver, handOver } from './deliver.ts';
import { emptyFolder } from './empty-folder.ts';
import { instantAccessPoint } from './instant-routes/access-point.ts';
import { mintKeys, startService } from './service-process.ts';
import { printTable, roundTo } from './table.ts';

const CLIENTS = 60;
const INVOICES = Number(process.env['DELIVERED'] ?? 1_000);
/** More than any lane takes at once. */
const STUCK = Math.min(200, INVOICES);

/** The cost of a network that does not answer for another one: before, during and after, so that warm-up does not count. */
export async function stuckRoute(): Promise<void> {
  const folder = emptyFolder();
  const [peppol, france] = [await instantAccessPoint(), await stuckPlatform()];
  const service = await startService(folder, { ...peppol.env, PA_URL: france.url });
  try {
    const keys = await mintKeys(service, CLIENTS);
    await deliver([service], keys, STUCK, peppol);
    const before = await deliver([service], keys, INVOICES, peppol);
    await handOver([service], keys, STUCK, { example: 'over-fr-pa.json' });
    while (france.readHeld() === 0) await pause(50);
    const meanwhile = await deliver([service], keys, INVOICES, peppol);
    const count = france.readHeld();
    france.release();
    const after = await deliver([service], keys, INVOICES, peppol);
    printTable(
      `Invoices per second over PEPPOL, ${STUCK} others waiting for a platform that holds ${count} calls (goal: at most 10 % slower)`,
      ['before', 'meanwhile', 'after', 'slower by'],
      [[...[before, meanwhile, after].map((rate) => roundTo(rate, 1)), slowerBy(meanwhile, before, after)]],
    );
  } finally {
    await service.stop();
    peppol.close();
    france.close();
  }
}

const slowerBy = (meanwhile: number, before: number, after: number): string =>
  `${roundTo((1 - meanwhile / ((before + after) / 2)) * 100, 0)} %`;

/** A French platform that accepts log-ins and answers nothing else until it is released; then it refuses everything for now. */
async function stuckPlatform() {
  const waiting = new Set<() => void>();
  let isReleased = false;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.endsWith('/token')) {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return void response.end(JSON.stringify({ access_token: 'bench', expires_in: 3600 }));
    }
    const refuse = (): void => void response.writeHead(503).end();
    if (isReleased) return refuse();
    waiting.add(refuse);
    response.on('close', () => waiting.delete(refuse));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readHeld: () => waiting.size,
    release: () => {
      isReleased = true;
      for (const refuse of waiting) refuse();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
