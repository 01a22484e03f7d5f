import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { emptyFolder } from './empty-folder.ts';
import { countIn, cpuMs, mintKeys, PROJECT, type Running, startService } from './service-process.ts';
import { printTable, roundTo } from './table.ts';

const INVOICES = Number(process.env['BATCHED'] ?? 400);
/** A call of `POST /invoices/batch`. */
const LINES = 1_000;
/** A key makes 6 of these calls a minute. */
const KEYS = 2;
const LOOK_MS = 500;

/** One client's queue over KSeF in batch sessions, with the simulated network of the sandbox. */
export async function ksefBatch(): Promise<void> {
  const folder = emptyFolder();
  const port = String(await freePort());
  const network = await startNetwork(folder, port);
  const service = await startService(folder, { SIM_PORT: port, KSEF_BATCH: '1', POOL_THREADS: '2' });
  try {
    const keys = await mintKeys(service, KEYS, () => 'bench');
    const [cpuBefore, networkBefore] = [cpuMs(service.child), cpuMs(network)];
    const began = performance.now();
    for (let from = 0; from < INVOICES; from += LINES)
      await handIn(service, keys[(from / LINES) % KEYS]!, from, Math.min(from + LINES, INVOICES));
    const taken = performance.now() - began;
    while ((await countIn(service, 'accepted,delivered')) < INVOICES) await pause(LOOK_MS);
    const all = performance.now() - began;
    printTable(
      `${INVOICES} invoices of one client over PL-KSEF by batch, from the first call to the last number (goal: 10,000 in 100 s)`,
      ['taken in, s', 'all accepted, s', 'CPU ms each', 'of the simulated network, each'],
      [
        [
          roundTo(taken / 1000, 1),
          roundTo(all / 1000, 1),
          roundTo((cpuMs(service.child) - cpuBefore) / INVOICES, 1),
          roundTo((cpuMs(network) - networkBefore) / INVOICES, 1),
        ],
      ],
    );
  } finally {
    await service.stop();
    const ended = once(network, 'exit');
    network.kill('SIGTERM');
    await ended;
  }
}

async function startNetwork(folder: string, port: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(PROJECT, 'dist/src/processes/sandbox.js')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      SIM_PORT: port,
      SIM_STEP_MS: '1',
      SIM_LIMITS: 'off',
      RULES_DIR: join(PROJECT, 'rules'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // The first line says where it is.
  await once(child.stderr, 'data');
  child.stderr.resume();
  return child;
}

const example = JSON.parse(readFileSync(join(PROJECT, 'examples/over-pl-ksef.json'), 'utf8')) as {
  readonly document: { readonly invoice: object };
};

async function handIn({ url }: Running, key: string, from: number, to: number): Promise<void> {
  const { document } = example;
  const line = (n: number): string => {
    const invoice = { ...document.invoice, number: `KB-${n}` };
    const body = { ...example, invoice_ref: `KB-${n}`, document: { ...document, invoice } };
    return `${JSON.stringify({ idempotency_key: `bench-ksef-batch-${n}`, body })}\n`;
  };
  const answer = await fetch(`${url}/invoices/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/x-ndjson' },
    body: Array.from({ length: to - from }, (_, at) => line(from + at)).join(''),
  });
  const lines = (await answer.text()).trimEnd().split('\n');
  if (lines.length !== to - from || !lines.every((one) => one.includes('"status":202')))
    throw new Error(`a batch was not taken in: ${answer.status} ${lines.length} ${lines.at(-1)}`);
}
